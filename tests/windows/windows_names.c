/* The names of the Windows SDK that windows.h gives: types, values and macros, each beside the
 * number that it has on 32-bit Windows.
 *
 * run: emulator=qemu
 * run: name=checked checked=1 compilers=gcc
 *
 * Ring 0 only: the compiler makes the numbers, and no ring changes them.
 */
#include <windows.h>

#include "tests/windows/windows_check.h"

/* Both must be the same type, or the declaration clashes. */
#define SAME_TYPE(a, b) C_ASSERT(__builtin_types_compatible_p(a, b))
SAME_TYPE(LONG, long);
SAME_TYPE(NTSTATUS, long);
SAME_TYPE(HRESULT, long);
SAME_TYPE(ULONG, unsigned long);
SAME_TYPE(DWORD, unsigned long);
SAME_TYPE(PULONG, unsigned long *);
SAME_TYPE(LPDWORD, DWORD *);
SAME_TYPE(PLONG, LONG *);
SAME_TYPE(UINT, unsigned int);
SAME_TYPE(INT, int);
SAME_TYPE(BOOL, int);
SAME_TYPE(CHAR, char);
SAME_TYPE(UCHAR, unsigned char);
SAME_TYPE(BYTE, unsigned char);
SAME_TYPE(WORD, unsigned short);
SAME_TYPE(USHORT, unsigned short);
SAME_TYPE(LPVOID, void *);
SAME_TYPE(LPCVOID, const void *);
SAME_TYPE(HANDLE, void *);
SAME_TYPE(LPSTR, char *);
SAME_TYPE(LPCSTR, const char *);
SAME_TYPE(SIZE_T, unsigned long);
SAME_TYPE(ULONG_PTR, unsigned long);
SAME_TYPE(UINT_PTR, unsigned int);
SAME_TYPE(LONG_PTR, long);
SAME_TYPE(LONGLONG, long long);
SAME_TYPE(LONG64, __int64);
SAME_TYPE(ULONG64, unsigned __int64);
SAME_TYPE(DWORD64, unsigned long long);
SAME_TYPE(PTEB, struct _TEB *);

static const struct {
    const char *name;
    DWORD value, windows;
} values[] = {
#define VALUE(name, windows)                                                                       \
    {                                                                                              \
#name, (DWORD)(name), windows                                                              \
    }
    VALUE(TRUE, 1),
    VALUE(FALSE, 0),
    VALUE(EXCEPTION_ACCESS_VIOLATION, 0xC0000005),
    VALUE(EXCEPTION_ARRAY_BOUNDS_EXCEEDED, 0xC000008C),
    VALUE(EXCEPTION_BREAKPOINT, 0x80000003),
    VALUE(EXCEPTION_DATATYPE_MISALIGNMENT, 0x80000002),
    VALUE(EXCEPTION_FLT_DENORMAL_OPERAND, 0xC000008D),
    VALUE(EXCEPTION_FLT_DIVIDE_BY_ZERO, 0xC000008E),
    VALUE(EXCEPTION_FLT_INEXACT_RESULT, 0xC000008F),
    VALUE(EXCEPTION_FLT_INVALID_OPERATION, 0xC0000090),
    VALUE(EXCEPTION_FLT_OVERFLOW, 0xC0000091),
    VALUE(EXCEPTION_FLT_STACK_CHECK, 0xC0000092),
    VALUE(EXCEPTION_FLT_UNDERFLOW, 0xC0000093),
    VALUE(EXCEPTION_GUARD_PAGE, 0x80000001),
    VALUE(EXCEPTION_ILLEGAL_INSTRUCTION, 0xC000001D),
    VALUE(EXCEPTION_INT_DIVIDE_BY_ZERO, 0xC0000094),
    VALUE(EXCEPTION_INT_OVERFLOW, 0xC0000095),
    VALUE(EXCEPTION_INVALID_DISPOSITION, 0xC0000026),
    VALUE(EXCEPTION_INVALID_HANDLE, 0xC0000008),
    VALUE(EXCEPTION_IN_PAGE_ERROR, 0xC0000006),
    VALUE(EXCEPTION_NONCONTINUABLE_EXCEPTION, 0xC0000025),
    VALUE(EXCEPTION_PRIV_INSTRUCTION, 0xC0000096),
    VALUE(EXCEPTION_SINGLE_STEP, 0x80000004),
    VALUE(EXCEPTION_STACK_OVERFLOW, 0xC00000FD),
    VALUE(EXCEPTION_NONCONTINUABLE, 1),
    VALUE(EXCEPTION_UNWINDING, 2),
    VALUE(EXCEPTION_EXIT_UNWIND, 4),
    VALUE(EXCEPTION_TARGET_UNWIND, 0x20),
    VALUE(EXCEPTION_COLLIDED_UNWIND, 0x40),
    VALUE(EXCEPTION_MAXIMUM_PARAMETERS, 15),
    VALUE(EXCEPTION_EXECUTE_HANDLER, 1),
    VALUE(EXCEPTION_CONTINUE_SEARCH, 0),
    VALUE(EXCEPTION_CONTINUE_EXECUTION, 0xFFFFFFFF),
    VALUE(DBG_PRINTEXCEPTION_C, 0x40010006),
    VALUE(CONTEXT_FULL, 0x10007),
    VALUE(PAGE_EXECUTE_READWRITE, 0x40),
    VALUE(MEM_COMMIT, 0x1000),
    VALUE(INFINITE, 0xFFFFFFFF),
    VALUE(ERROR_MOD_NOT_FOUND, 126),
    VALUE(ERROR_PROC_NOT_FOUND, 127),
    VALUE(MAXDWORD, 0xFFFFFFFF),
    VALUE(MINLONG, 0x80000000),
    VALUE(sizeof(EXCEPTION_RECORD), 0x50),
    VALUE(sizeof(CONTEXT), 0x2CC),
    VALUE(sizeof(LARGE_INTEGER), 8),
    VALUE(FIELD_OFFSET(CONTEXT, Eip), 0xB8),
    VALUE(FIELD_OFFSET(LIST_ENTRY, Blink), 4),
    VALUE(MAKEWORD(0x34, 0x12), 0x1234),
    VALUE(MAKELONG(0x5678, 0x1234), 0x12345678),
    VALUE(LOBYTE(0x1234), 0x34),
    VALUE(HIBYTE(0x1234), 0x12),
    VALUE(LOWORD(0x12345678), 0x5678),
    VALUE(HIWORD(0x12345678), 0x1234),
    VALUE(max(3, 5), 5),
    VALUE(min(3, 5), 3),
};

/* ---------------------------------------------------------------- keywords and marks */

static int __cdecl many(int a, int b) { return a - b; }

/* ret 8: the function itself takes its arguments off the stack. */
#pragma GCC diagnostic ignored "-Wunused-parameter"
__declspec(naked) static int __stdcall taken(_In_ int a, _In_ int b)
{
    __asm__("movl 4(%esp), %eax; subl 8(%esp), %eax; ret $8");
}

static int __fastcall quick(int a, int b) { return a - b; }

__declspec(noinline) static DWORD WINAPI unused(_In_opt_ LPVOID parameter, _Out_ PULONG result)
{
    UNREFERENCED_PARAMETER(parameter);
    *result = 5;
    return 1;
}

static __forceinline int always(int a) { return a + 1; }
static int CALLBACK called(int(__stdcall *function)(int, int)) { return function(7, 2); }

struct item {
    DWORD before;
    LIST_ENTRY link;
};

static void check_keywords(void)
{
    ULONG result;
    struct item item;
    static __declspec(align(64)) char aligned[3];
    check(many(7, 2) == 5, "__cdecl");
    check(called(taken) == 5, "__stdcall, __declspec(naked), CALLBACK");
    check(quick(7, 2) == 5, "__fastcall");
    check(unused(NULL, &result) == 1 && result == 5, "WINAPI, _Out_, __declspec(noinline)");
    check(always(1) == 2, "__forceinline");
    check(((DWORD_PTR)aligned & 63) == 0, "__declspec(align(64))");
    check(CONTAINING_RECORD(&item.link, struct item, link) == &item, "CONTAINING_RECORD");
    FillMemory(&item, sizeof(item), 0xFF);
    check(item.before == MAXDWORD, "FillMemory");
    check(Int32x32To64(0xFFFFFFFE, 0x40000000) == -0x80000000LL &&
              UInt32x32To64(-2, 2) == 0x1FFFFFFFCull,
          "products have 64 bits");
    ZeroMemory(&item, sizeof(item));
    check(item.before == 0 && item.link.Blink == NULL, "ZeroMemory");
}

static void check_thread_block(void)
{
    struct _TEB *teb = NtCurrentTeb();
    check((DWORD)teb == __readfsdword(0x18), "NtCurrentTeb is the word at fs:[18h]");
    check((DWORD)teb->NtTib.ExceptionList == __readfsdword(0), "fs:[0] begins the chain");
    SetLastError(4711);
    check(teb->LastErrorValue == 4711 && __readfsdword(0x34) == 4711, "fs:[34h] is the last error");
    __writefsdword(0x34, 1147);
    check(GetLastError() == 1147, "__writefsdword stores it");
}

int main(void)
{
    for (unsigned i = 0; i < ARRAYSIZE(values); i++)
        check(values[i].value == values[i].windows, values[i].name);
    check_keywords();
    check_thread_block();
    return done();
}
