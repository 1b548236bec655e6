/* The calls of a program about its stack. */
#include "boot/layout.h"
#include "kernel/call/service.h"
#include "kernel/call/tib.h"

#include <errhandlingapi.h>
#include <memoryapi.h>
#include <processthreadsapi.h>

/* Bytes below its caller's frame that the work of setting a guard may use. */
#define OWN_USE 1024u

BOOL WINAPI SetThreadStackGuarantee(ULONG *size)
{
    TEB *teb = tib_current();
    ULONG before = teb->GuaranteedStackBytes, given = *size, wanted = PAGE_UP(given);
    MEMORY_BASIC_INFORMATION stack; /* DeallocationStack is not a user-level thread's */
    VirtualQuery((char *)teb->NtTib.StackBase - 1, &stack, sizeof stack);
    *size = before;
    if (wanted < given || wanted > (DWORD)teb->NtTib.StackBase - (DWORD)stack.AllocationBase) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return false;
    }
    if (wanted > before)
        teb->GuaranteedStackBytes = wanted;
    return true;
}

int _resetstkoflw(void)
{
    return sys_stack_reset((uint32_t)__builtin_frame_address(0) - OWN_USE);
}
