/* Calls of kernel32 and ntdll: time, debugger's words, modules, a thread's registers, protections
 * by status. Each result is Windows' own.
 *
 * run: emulator=qemu
 * run: name=checked checked=1 compilers=gcc
 * run: name=ring3 ring=3
 * run: name=exit args=exit exit=7 expect="^before the end"
 */
#include <windows.h>

#include <winternl.h>

#include "tests/windows/windows_check.h"

static void check_time(void)
{
    DWORD before = GetTickCount();
    ULONGLONG before64 = GetTickCount64();
    Sleep(30);
    DWORD passed = GetTickCount() - before;
    check(passed >= 30 && passed < 3000, "Sleep(30) lets 30 ms pass");
    check(GetTickCount64() - before64 >= 30, "GetTickCount64 counts the same");
    SetLastError(5);
    Sleep(0);
    check(GetLastError() == 5, "Sleep(0) returns, and leaves the last error alone");
}

/* ---------------------------------------------------------------- the debugger's words */

static DWORD texts, length;
static LPCSTR text_seen;

static LONG CALLBACK listener(PEXCEPTION_POINTERS pointers)
{
    PEXCEPTION_RECORD record = pointers->ExceptionRecord;
    if (record->ExceptionCode == DBG_PRINTEXCEPTION_C && record->NumberParameters == 2) {
        texts++;
        length = record->ExceptionInformation[0];
        text_seen = (LPCSTR)record->ExceptionInformation[1];
    }
    return EXCEPTION_CONTINUE_SEARCH;
}

static void check_debug_string(void)
{
    static const char text[] = "hello";
    PVOID handle = AddVectoredExceptionHandler(1, listener);
    OutputDebugStringA(text);
    RemoveVectoredExceptionHandler(handle);
    check(texts == 1 && length == 6 && text_seen == text,
          "OutputDebugString raises 40010006h with length and text");
    OutputDebugString(text);
    check(texts == 1, "and nobody need handle it");
}

/* ---------------------------------------------------------------- modules */

typedef VOID(WINAPI *RAISE)(DWORD, DWORD, DWORD, const ULONG_PTR *);

static DWORD raised_by(RAISE raise)
{
    __try {
        raise(0xE0000002, 0, 0, NULL);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        return GetExceptionCode();
    }
    return 0;
}

static DWORD no_module(LPCSTR name)
{
    SetLastError(0);
    return GetModuleHandleA(name) ? 0 : GetLastError();
}

static DWORD no_call(HMODULE module, LPCSTR name)
{
    SetLastError(0);
    return GetProcAddress(module, name) ? 0 : GetLastError();
}

static void check_modules(void)
{
    HMODULE kernel32 = GetModuleHandle("kernel32.dll"), ntdll = GetModuleHandleA("ntdll");
    check(kernel32 && ntdll && kernel32 != ntdll, "kernel32 and ntdll are there");
    check(GetModuleHandleA("KERNEL32") == kernel32 && GetModuleHandleA("NtDll.DLL") == ntdll,
          "by any spelling of their names");
    check(GetModuleHandleA(NULL) != NULL && GetModuleHandleA(NULL) != kernel32,
          "so is the program");
    check(raised_by((RAISE)(PVOID)GetProcAddress(kernel32, "RaiseException")) == 0xE0000002,
          "RaiseException is found and called");
    check((PVOID)GetProcAddress(ntdll, "RtlUnwind") == (PVOID)RtlUnwind, "RtlUnwind is ntdll's");
    check((PVOID)GetProcAddress(kernel32, "RtlUnwind") == (PVOID)RtlUnwind, "and kernel32's");
    check(no_call(kernel32, "NtContinue") == 127, "NtContinue is not kernel32's: 127");
    check(no_call(kernel32, "raiseexception") == 127, "a call's name has one spelling: 127");
    check(no_call(ntdll, (LPCSTR)5) == 182, "a number instead of a name: 182");
    check(no_call(NULL, "RtlUnwind") == 127, "the program exports nothing: 127");
    check(no_call((HMODULE)4096, "RtlUnwind") == 126 &&
              no_call((HMODULE)0xFFFFF000, "RtlUnwind") == 126,
          "a handle that is none: 126");
    check(no_module("gdi32") == 126 && no_module("ntdll.") == 126 && no_module("ntdl") == 126 &&
              no_module("ntdll.dllx") == 126,
          "names of no module: 126");
}

/* ---------------------------------------------------------------- ntdll's calls */

static void check_context(void)
{
    static CONTEXT context; /* more than 4-byte aligned */
    ZeroMemory(&context, sizeof(context));
    context.ContextFlags = CONTEXT_CONTROL | CONTEXT_INTEGER;
    check(NtGetContextThread(NtCurrentThread(), &context) == 0 && context.Eax == 0,
          "NtGetContextThread shows its own result, 0, in Eax");
    check(context.Eip > (DWORD)check_context && context.Eip < (DWORD)check_context + 0x200,
          "and an Eip behind the call");
    check((ULONG)NtGetContextThread((HANDLE)4711, &context) == 0xC0000008,
          "another handle: C0000008");
    check((ULONG)NtGetContextThread(NtCurrentThread(), NULL) == 0xC0000005, "no context: C0000005");
    check((ULONG)NtGetContextThread(NtCurrentThread(), (PCONTEXT)((LPBYTE)&context + 1)) ==
              0x80000002,
          "one at an odd address: 80000002");
    check((ULONG)NtSetContextThread((HANDLE)4711, &context) == 0xC0000008,
          "NtSetContextThread likewise: C0000008");

    volatile LONG rounds = 0;
    context.ContextFlags = CONTEXT_FULL;
    NtGetContextThread(GetCurrentThread(), &context);
    if (++rounds < 3)
        NtSetContextThread(GetCurrentThread(), &context);
    check(rounds == 3, "NtSetContextThread goes on behind the NtGetContextThread");
}

static void check_protect(void)
{
    LPBYTE pages = (LPBYTE)VirtualAlloc(NULL, 0x3000, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    PVOID base = pages + 0x1FFF;
    SIZE_T size = 2;
    ULONG old = 0;
    check(NtProtectVirtualMemory(NtCurrentProcess(), &base, &size, PAGE_READONLY, &old) == 0 &&
              base == pages + 0x1000 && size == 0x2000 && old == PAGE_READWRITE,
          "NtProtectVirtualMemory rounds base and size to pages");
    base = pages;
    size = 1;
    check((ULONG)NtProtectVirtualMemory(NtCurrentProcess(), &base, &size, 0x12345, &old) ==
                  0xC0000045 &&
              base == pages && size == 1 && old == PAGE_READWRITE,
          "a protection that does not exist: C0000045, and nothing changes");
    check((ULONG)NtProtectVirtualMemory((HANDLE)4711, &base, &size, PAGE_READONLY, &old) ==
              0xC0000008,
          "another process: C0000008");
    check((ULONG)NtProtectVirtualMemory(GetCurrentProcess(), &base, &size, PAGE_READONLY, NULL) ==
              0xC0000005,
          "nowhere to write the old protection: C0000005");
    check(!NT_SUCCESS(0xC0000005) && NT_SUCCESS(0) && NT_SUCCESS(0x40010006), "NT_SUCCESS");
    VirtualFree(pages, 0, MEM_RELEASE);
}

static void check_memory(void)
{
    char left[] = "abcd", right[] = "abxd";
    check(RtlCompareMemory(left, right, 4) == 2 && RtlCompareMemory(left, left, 4) == 4,
          "RtlCompareMemory counts the bytes before the first that differs");
    check(SecureZeroMemory(left, 3) == left && left[2] == 0 && left[3] == 'd',
          "SecureZeroMemory clears as much as it is told");
    UNICODE_STRING text, none;
    RtlInitUnicodeString(&text, L"text");
    RtlInitUnicodeString(&none, NULL);
    check(text.Length == 8 && text.MaximumLength == 10 && text.Buffer[3] == L't' &&
              none.MaximumLength == 0 && !none.Buffer,
          "RtlInitUnicodeString counts bytes");
    ANSI_STRING narrow = {4, 5, left};
    check(sizeof narrow == 8 && narrow.Buffer == left, "texts with lengths have 8 bytes");
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        printf("before the end\n");
        ExitProcess(7);
    }
    check_time();
    check_debug_string();
    check_modules();
    check_context();
    check_protect();
    check_memory();
    SetLastError(0);
    check(!TerminateProcess((HANDLE)4711, 9) && GetLastError() == 6,
          "TerminateProcess of another process: 6");
    int status = done();
    ExitProcess((UINT)status);
    return 9;
}
