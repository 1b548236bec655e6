/* A program on ucrtbase.dll, whose names come by API sets: arguments, environment, files, and its
 * end.
 * arguments: one "two words"
 * flags: -D_UCRT -Wno-format -Wno-format-extra-args -nodefaultlibs -lmingw32 -lgcc -lmoldname -lmingwex -lucrt -lkernel32 -luser32 -ladvapi32 -lgcc */
#include <errno.h>
#include <fcntl.h>
#include <float.h>
#include <locale.h>
#include <share.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <windows.h>

static int calls, own_calls;

static void any_thread(const wchar_t *expression, const wchar_t *function, const wchar_t *file,
                       unsigned line, uintptr_t reserved)
{
    calls++;
}

static void this_thread(const wchar_t *expression, const wchar_t *function, const wchar_t *file,
                        unsigned line, uintptr_t reserved)
{
    own_calls++;
}

static void *named(const char *name)
{
    return (void *)GetProcAddress(GetModuleHandleA("ucrtbase.dll"), name);
}

/* Calls that differ from msvcrt.dll's, or are new. */
static void newer(void)
{
    typedef void *setter(void *);
    ((setter *)named("_set_invalid_parameter_handler"))((void *)any_thread);
    setter *set_own = named("_set_thread_local_invalid_parameter_handler");
    set_own((void *)this_thread);
    int (*make)(int *, const char *, int, int, int) = named("_sopen_s");
    int number = 0, error = make(&number, "exe_ucrt_new.txt", _O_CREAT, _SH_DENYWR, 0xFF);
    printf("no such permissions: %d %d, handlers: %d", error == EINVAL, number, own_calls);
    set_own(NULL);
    fclose(NULL);
    printf(" %d\n", calls);

    char *(*readable)(char *, const char *, int, void *, void *, unsigned short) =
        named("__unDName");
    char *(*readable_too)(char *, const char *, int, void *, void *, void *, unsigned short) =
        named("__unDNameEx");
    char shown[20];
    printf("names: %s,", readable(shown, "?x@@3HA", sizeof shown, NULL, NULL, 0));
    printf(" %s\n", readable_too(shown, "?y@@3DA", sizeof shown, NULL, NULL, NULL, 0));

    struct tm date = {.tm_mday = 1, .tm_year = 70, .tm_wday = 4},
              none = {.tm_mday = 1, .tm_year = 8100};
    char room[64];
    size_t (*date_text)(char *, size_t, const char *, const void *) = named("strftime");
    printf("%s", ((char *(*)(void *))named("asctime"))(&date));
    date_text(room, sizeof room, "%#D %#R %r %h %e", &date);
    printf("%s\n", room);
    printf("none: %d", (int)date_text(room, sizeof room, "%y", &none));
    printf(" %d", (int)date_text(room, sizeof room, "%C", &none));
    printf(" %d\n", calls);
    void *names[43 + 2 + 43 + 1] = {[43 + 2 + 4] = L"Do"}; /* of Thursday */
    size_t (*own_names)(char *, size_t, const char *, const void *, void *) = named("_Strftime");
    own_names(room, sizeof room, "%a", &date, names);
    printf("%s\n", room);
    void **made = ((void **(*)(void))named("_Gettnames"))();
    printf("%s %ls\n", (char *)made[7], (wchar_t *)made[45 + 7]);

    wchar_t words[] = L"two words";
    wchar_t *(*token)(wchar_t *, const wchar_t *, wchar_t **) = named("wcstok");
    printf("%ls", token(words, L" ", NULL));
    printf(" %ls\n", token(NULL, L" ", NULL));
    int (*blank)(int) = named("iswblank"), (*blank_by_bit)(int, void *) = named("_isblank_l");
    printf("%d %d %d %d, %d %d\n", !!blank('\t'), !!blank(' '), !!blank(0xA0), !!blank(0x3000),
           !!blank_by_bit('\t', NULL), !!blank_by_bit(' ', NULL));
    wchar_t (*small)(int) = named("towlower");
    char *(*locale)(int, const char *) = named("setlocale");
    printf("%X", small(0xC9));
    locale(LC_ALL, "");
    printf(" %X", small(0xC9));
    locale(LC_ALL, "C");
    printf(" %X\n", small(0xC9));

    unsigned x87, sse, both;
    int (*each)(unsigned, unsigned, unsigned *, unsigned *) = named("__control87_2");
    unsigned (*control)(unsigned, unsigned) = named("_controlfp");
    each(_RC_UP, _MCW_RC, &x87, NULL);
    each(0, 0, &x87, &sse);
    both = control(0, 0);
    printf("%X %X %d\n", x87 & _MCW_RC, sse & _MCW_RC, both >> 31);
    both = control(_RC_CHOP, _MCW_RC);
    __asm__("stmxcsr %0" : "=m"(sse));
    printf("%X %X\n", both & _MCW_RC, sse >> 13 & 3);
    control(_RC_NEAR, _MCW_RC);
    sse = 0x1F80 | 4;
    __asm__ volatile("ldmxcsr %0" : : "m"(sse));
    unsigned (*clear)(void) = named("_clearfp");
    printf("%d", (clear() & _EM_ZERODIVIDE) != 0);
    printf(" %d\n", (clear() & _EM_ZERODIVIDE) != 0);
    struct {
        const char *what;
        char frees;
    } text = {"text", 0x42}, copy = {0};
    ((void (*)(void *, void *))named("__std_exception_copy"))(&text, &copy);
    printf("%s %d %d\n", copy.what, copy.what != text.what, copy.frees);
}

static void last(void) { puts("the last one"); }

static void first(void) { puts("the first one"); }

int main(int argc, char **argv, char **environment)
{
    char text[32], *copy;
    size_t length, counted = 0;
    struct _stat64 status;
    for (int i = 1; i < argc; i++)
        printf("%d %s\n", i, argv[i]);
    for (; environment[counted]; counted++)
        continue;
    putenv("exe_ucrt=set");
    printf("%d, %s\n", counted > 3, getenv("EXE_UCRT"));
    printf("%d", _dupenv_s(&copy, &length, "exe_ucrt"));
    printf(" %zu %s\n", length, copy);
    free(copy);
    printf("%d", getenv_s(&length, NULL, 0, "exe_ucrt"));
    printf(" %zu\n", length);

    FILE *file = fopen("exe_ucrt.txt", "w");
    fprintf(file, "%s %d\n", "line", 1);
    fputs("line 2\n", file);
    fclose(file);
    file = fopen("exe_ucrt.txt", "r");
    while (fgets(text, sizeof text, file))
        fputs(text, stdout);
    printf("%d", feof(file) != 0);
    printf(" %d\n", fclose(file));
    printf("%d", _stat64("exe_ucrt.txt", &status));
    printf(" %d\n", (int)status.st_size);

    HMODULE named = GetModuleHandleA("ucrtbase.dll");
    HMODULE set = LoadLibraryA("api-ms-win-crt-stdio-l1-1-0.dll");
    printf("%d %d\n", named && named == set,
           GetProcAddress(set, "fopen") == GetProcAddress(named, "fopen"));
    printf("%d\n", GetModuleHandleA("api-ms-win-crt-stdio-l1-1-0") == named);
    named = GetModuleHandleA("kernel32.dll");
    printf("%d\n", LoadLibraryA("api-ms-win-core-processthreads-l1-1-0.dll") == named);
    newer();
    atexit(last);
    atexit(first);
    exit(7);
}
