// The parts that a program of C++ by clang brings itself, because it is linked with no library of
// Microsoft's: declarations, and the names that compiled code refers to. Each program is one
// source, which includes this.

#pragma once

using size_t = decltype(sizeof 0);

extern "C" {
int printf(const char *text, ...);
int vsprintf(char *text, const char *format, __builtin_va_list values);
char *strcat(char *to, const char *from);
int strcmp(const char *one, const char *other);
void *malloc(size_t size);
void free(void *block);
[[noreturn]] void exit(int status);
[[noreturn]] void abort();
int atexit(void(__cdecl *function)());
bool __uncaught_exception();

__declspec(dllimport) void __stdcall RaiseException(unsigned code, unsigned flags, unsigned count,
                                                    const unsigned *values);
__declspec(dllimport) int __stdcall VirtualProtect(void *place, unsigned size, unsigned access,
                                                   unsigned *before);
__declspec(dllimport) void *__stdcall CreateThread(void *, unsigned,
                                                   unsigned(__stdcall *function)(void *), void *,
                                                   unsigned, unsigned *);
__declspec(dllimport) unsigned __stdcall WaitForSingleObject(void *handle, unsigned time);
__declspec(dllimport) int __stdcall QueueUserWorkItem(unsigned(__stdcall *function)(void *), void *,
                                                      unsigned);
__declspec(dllimport) void *__stdcall ConvertThreadToFiber(void *);
__declspec(dllimport) void *__stdcall CreateFiber(unsigned size, void(__stdcall *function)(void *),
                                                  void *);
__declspec(dllimport) void __stdcall SwitchToFiber(void *fiber);
__declspec(dllimport) void __stdcall Sleep(unsigned time);
}

typedef void(__cdecl *ending)();
ending __cdecl set_terminate(ending function);
ending __cdecl set_unexpected(ending function);
[[noreturn]] void __cdecl terminate();
[[noreturn]] void __cdecl unexpected();

struct _EXCEPTION_POINTERS;
typedef void(__cdecl *translator)(unsigned code, _EXCEPTION_POINTERS *pointers);
translator __cdecl _set_se_translator(translator function);

class type_info
{
  public:
    virtual ~type_info();
    int operator==(const type_info &other) const;
    int operator!=(const type_info &other) const;
    int before(const type_info &other) const;
    const char *name() const;
    const char *raw_name() const;

  private:
    void *undecorated;
    char decorated[1];
};
namespace std
{
using ::type_info;
}

class exception
{
  public:
    exception(const char *const &what);
    exception(const exception &other);
    virtual ~exception();
    virtual const char *what() const;

  private:
    const char *text;
    int frees;
};

// Only type_info's own virtual calls would read it.
extern "C" const void *const type_info_methods[1] __asm__("??_7type_info@@6B@") = {nullptr};

// The functions of a noexcept function's frame lead here.
extern "C" void __std_terminate() { terminate(); }

// A line of what happens, in the order in which it does.
static char told[2000];

static void tell(const char *format, ...)
{
    char text[200];
    __builtin_va_list values;
    __builtin_va_start(values, format);
    vsprintf(text, format, values);
    __builtin_va_end(values);
    if (*told)
        strcat(told, " ");
    strcat(told, text);
}

// Prints the line, and begins anew.
static void line(const char *name)
{
    printf("%s: %s\n", name, told);
    *told = 0;
}

// Objects that tell of their lives.
struct D {
    int number;
    explicit D(int number) : number(number) { tell("+D%d", number); }
    D(const D &) = delete;
    ~D() { tell("~D%d", number); }
};

struct X {
    int number;
    explicit X(int number) : number(number) { tell("+X%d", number); }
    X(const X &other) : number(other.number) { tell("X%d=", number); }
    ~X() { tell("~X%d", number); }
};

struct Y {
    int number;
    explicit Y(int number) : number(number) { tell("+Y%d", number); }
    Y(const Y &other) : number(other.number) { tell("Y%d=", number); }
    ~Y() { tell("~Y%d", number); }
};
