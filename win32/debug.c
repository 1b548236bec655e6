/* Words and breakpoints for a debugger. */
#include <debugapi.h>
#include <seh.h>
#include <string.h>
#include <winnt.h>

SEH_FUNCTION void WINAPI OutputDebugStringA(const char *text)
{
    ULONG_PTR words[] = {strlen(text) + 1, (ULONG_PTR)text};
    __try {
        RaiseException(DBG_PRINTEXCEPTION_C, 0, 2, words);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
    }
}

BOOL WINAPI IsDebuggerPresent(void)
{
    return NtCurrentTeb()->ProcessEnvironmentBlock->BeingDebugged;
}

void WINAPI DebugBreak(void)
{
    __asm__ volatile("int3" : : : "memory");
}
