/* A program that starts and ends as those of Visual C++ since 2015 do, on ucrtbase.dll and
 * vcruntime140.dll.
 * arguments: "a b" c
 * flags: -nostdlib -ffreestanding -fno-builtin -Wl,--entry,_start -lucrt -lkernel32 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <windows.h>

typedef void (*function)(void);
typedef int (*fallible)(void);
struct table {
    fallible *first, *last, *end;
};
struct file;

struct file *__acrt_iob_func(unsigned number);
int __stdio_common_vfprintf(uint64_t options, struct file *file, const char *format, void *locale,
                            va_list args);
int _configure_narrow_argv(int mode), _configure_wide_argv(int mode),
    _initialize_narrow_environment(void);
char **_get_initial_narrow_environment(void);
int *__p___argc(void);
char ***__p___argv(void), *_get_narrow_winmain_command_line(void);
wchar_t ***__p___wargv(void), *_get_wide_winmain_command_line(void);
void _initterm(const function *first, const function *end), _set_app_type(int type);
int _initterm_e(const fallible *first, const fallible *end);
int _initialize_onexit_table(struct table *table),
    _register_onexit_function(struct table *table, fallible added);
int _execute_onexit_table(struct table *table), _crt_atexit(function added),
    _crt_at_quick_exit(function added);
void _register_thread_local_exe_atexit_callback(PIMAGE_TLS_CALLBACK callback);
int _query_app_type(void), _set_fmode(int mode), _get_fmode(int *mode),
    _configthreadlocale(int type);
int _controlfp_s(unsigned *now, unsigned becomes, unsigned mask), _set_new_mode(int mode);
typedef void handler(const wchar_t *, const wchar_t *, const wchar_t *, unsigned, uintptr_t);
handler *_set_invalid_parameter_handler(handler *becomes);
void _invalid_parameter_noinfo(void);
uintptr_t _beginthreadex(void *security, unsigned size, unsigned(__stdcall *body)(void *),
                         void *argument, unsigned flags, unsigned *id);
void _endthreadex(unsigned status), *malloc(size_t size), free(void *block);
double strtod(const char *text, char **end), fmin(double x, double y), round(double x),
    log2(double x);
long lround(double x);
short _dclass(double x), _fdclass(float x), _dtest(double *x);
int _dsign(double x), _fdsign(float x);
uint64_t _byteswap_uint64(uint64_t value);
size_t mbrtoc16(uint16_t *to, const char *text, size_t size, void *state);
_Noreturn void exit(int status), quick_exit(int status);
struct complex {
    double real, imaginary;
} * csqrt(struct complex *result, struct complex z); /* as the compiler makes the call */
char *setlocale(int category, const char *name);
void *_create_locale(int category, const char *name);
void **__current_exception(void);
HMODULE __vcrt_GetModuleHandleW(const wchar_t *name);
function _set_purecall_handler(function becomes);
_Noreturn void _purecall(void);

static void say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    __stdio_common_vfprintf(0, __acrt_iob_func(1), format, NULL, args);
    va_end(args);
}

static struct table table;
static int constructed;

static int construct_c(void)
{
    constructed = 1;
    return 0;
}

static void construct(void) { constructed *= 2; }

static int fail(void) { return 5; }

static int bye_first(void)
{
    say("table 1\n");
    return 0;
}

static int bye_again(void)
{
    say("table 3\n");
    return 0;
}

static int bye_second(void)
{
    say("table 2\n");
    _register_onexit_function(&table, bye_again);
    return 0;
}

static void WINAPI end_locals(void *module, DWORD reason, void *reserved)
{
    say("locals %d %lu\n", module == NULL, reason);
}

static void leave(void) { say("quick\n"); }

static void leave_slowly(void)
{
    say("slow\n");
    quick_exit(21);
}

static unsigned __stdcall work(void *argument)
{
    *_errno() = 5;
    *(int *)argument = 9;
    _endthreadex(77);
    return 0;
}

static void refused(const wchar_t *expression, const wchar_t *called, const wchar_t *file,
                    unsigned line, uintptr_t reserved)
{
    say("refused %d\n", !expression && !called && !file && !line);
}

static void threads(void)
{
    int done = 0;
    DWORD status;
    *_errno() = 3;
    HANDLE thread = (HANDLE)_beginthreadex(NULL, 0, work, &done, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    GetExitCodeThread(thread, &status);
    say("%d %lu %d\n", done, status, *_errno());
}

/* As compilers call it that compute with SSE. */
static double in_registers(const char *name, double x, double y)
{
    FARPROC call = GetProcAddress(GetModuleHandleA("api-ms-win-crt-math-l1-1-0.dll"), name);
    double result;
    __asm__("movsd %1, %%xmm0\n\tmovsd %2, %%xmm1\n\tcall *%3\n\tmovsd %%xmm0, %0"
            : "=m"(result)
            : "m"(x), "m"(y), "r"(call)
            : "eax", "ecx", "edx", "memory");
    return result;
}

static void numbers(void)
{
    char *end;
    double denormal = 5e-324, endless = strtod("-inf!", &end);
    struct complex root;
    uint16_t unit = 0;
    uint64_t state = 0;
    say("%g %s %g %g %g %ld\n", endless, end, strtod("0x.8p1", NULL), fmin(2, -1), round(-2.5),
        lround(3.5));
    say("%d %d %d %d %d %x\n", _dclass(1), _dclass(endless), _dtest(&denormal), _fdclass(0),
        _dsign(-1) != 0, (unsigned)_byteswap_uint64(0x11223344u));
    csqrt(&root, (struct complex){-4, 0});
    say("%g %g\n", root.real, root.imaginary);
    say("%g %g\n", in_registers("_libm_sse2_pow_precise", 2, 10),
        in_registers("_libm_sse2_sqrt_precise", 9, 0));
    say("%d", (int)mbrtoc16(&unit, "\xC3\xA4", 2, &state));
    say(" %x %g\n", unit, log2(8));
}

static void parameters(void)
{
    char room[4] = "old";
    unsigned now = 0;
    _set_invalid_parameter_handler(refused);
    _invalid_parameter_noinfo();
    say("%d", strcpy_s(room, sizeof room, "long"));
    say(" %d\n", room[0]);
    say("%d", _controlfp_s(&now, 0x100, 0x300));
    say(" %x\n", now & 0x300);
    _controlfp_s(&now, 0, 0x300);
    say("%d %d\n", setlocale(0, "C") != NULL, _create_locale(0, "no such place") != NULL);
}

static int main(int argc, char **argv)
{
    const fallible bad[] = {NULL, fail, construct_c};
    int mode = 0;
    say("%d %d %s %s\n", constructed, argc, argv[1], argv[2]);
    say("%s|%ls|%ls\n", _get_narrow_winmain_command_line(), _get_wide_winmain_command_line(),
        (*__p___wargv())[2]);
    say("%d %d", _initterm_e(bad, bad + 3), _set_fmode(0x8000));
    say(" %d", _get_fmode(&mode));
    say(" %x %d %d\n", mode, _set_fmode(3), _query_app_type());
    say("%d %d\n", *__current_exception() == NULL,
        __vcrt_GetModuleHandleW(L"VCRUNTIME140") != NULL);
    threads();
    numbers();
    parameters();
    return 4;
}

static void pure(void)
{
    say("pure\n");
    quick_exit(4 + 16);
}

void start(void)
{
    static const fallible c[] = {construct_c};
    static const function cpp[] = {NULL, construct};
    _set_app_type(1);
    _set_fmode(0x4000);
    if (_initialize_onexit_table(&table) || _initterm_e(c, c + 1))
        exit(255);
    _configure_narrow_argv(1);
    _configure_wide_argv(1);
    _initialize_narrow_environment();
    _configthreadlocale(0);
    _set_new_mode(0);
    _initterm(cpp, cpp + 2);
    _register_thread_local_exe_atexit_callback(end_locals);
    int status = main(*__p___argc(), *__p___argv());
    _register_onexit_function(&table, bye_first);
    _register_onexit_function(&table, bye_second);
    say("%d", _execute_onexit_table(&table));
    say(" %d\n", table.first == table.end);
    _crt_at_quick_exit(leave);
    _crt_atexit(leave_slowly);
    if (status == 4) {
        _set_purecall_handler(pure);
        exit(status);
    }
    _purecall();
}
