/* Names that compilers for 32-bit Windows emit on their own, for objects that such a compiler made.
 * foreign_calls.S has those that take registers. The declarations are the compilers', so no header
 * has them. */
#include <errhandlingapi.h>
#include <memoryapi.h>
#include <seh.h>
#include <seh_frames.h>
#include <stdint.h>

/* The compiler hides addresses in a frame by this value. Windows' own until a program sets it. */
extern ULONG_PTR __security_cookie;
ULONG_PTR __security_cookie = 0xBB40E64E;

/* Emitted once by an object that has floating point. */
extern int _fltused;
int _fltused = 0x9875;

cookie_check __security_check_cookie;

EXCEPTION_DISPOSITION _except_handler4(EXCEPTION_RECORD *record,
                                       EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,
                                       EXCEPTION_REGISTRATION_RECORD **dispatcher);

EXCEPTION_DISPOSITION _except_handler4(EXCEPTION_RECORD *record,
                                       EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,
                                       EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    return _except_handler4_common(&__security_cookie, __security_check_cookie, record, frame,
                                   context, dispatcher);
}
SEH_REGISTER_HANDLER(_except_handler4);

/* The canary that gcc's -fstack-protector lays into frames. */
extern ULONG_PTR __stack_chk_guard;
ULONG_PTR __stack_chk_guard = 0xFF0A0D00; /* no text has all of these bytes */

/* MinGW's main begins with this call, for constructors, which have been called. */
void __main(void);

void __main(void)
{
}

/* MinGW's gcc calls this for code that it has laid on the stack, by which it gives the address of a
 * function within a function. The code has at most 16 bytes. */
void __enable_execute_stack(void *code);

void __enable_execute_stack(void *code)
{
    DWORD old;
    VirtualProtect(code, 16, PAGE_EXECUTE_READWRITE, &old);
}

/* Arithmetic of 64 bits. */
#define ARITHMETIC(name, type, operator)                                                           \
    type NTAPI name(type a, type b);                                                               \
    type NTAPI name(type a, type b)                                                                \
    {                                                                                              \
        return a operator b;                                                                       \
    }

ARITHMETIC(_allmul, int64_t, *)
ARITHMETIC(_alldiv, int64_t, /)
ARITHMETIC(_allrem, int64_t, %)
ARITHMETIC(_aulldiv, uint64_t, /)
ARITHMETIC(_aullrem, uint64_t, %)

/* Calls that the headers define inline, as functions of their own. */
#define OUT_OF_LINE(type, name, parameters, call)                                                  \
    type WINAPI foreign_##name parameters __asm__(#name);                                          \
    type WINAPI foreign_##name parameters                                                          \
    {                                                                                              \
        call;                                                                                      \
    }

OUT_OF_LINE(DWORD, GetLastError, (void), return GetLastError())
OUT_OF_LINE(void, SetLastError, (DWORD error), SetLastError(error))
OUT_OF_LINE(DWORD, GetTickCount, (void), return GetTickCount())
OUT_OF_LINE(uint64_t, GetTickCount64, (void), return GetTickCount64())
