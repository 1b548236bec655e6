#include "win32/process/first_stack.h"

#include "kernel/call/service.h"
#include "kernel/call/stack.h"
#include "kernel/call/tib.h"
#include "win32/image/image_view.h"
#include "win32/process/module.h"
#include "win32/threads/default_stack.h"

enum { LEAST_RESERVE = 1024 * 1024 /* where the file has none */ };

uint32_t first_stack_set(void)
{
    TEB *teb = tib_current();
    struct stack stack;
    uint32_t wanted = image_headers(module_base(program_module))->OptionalHeader.SizeOfStackReserve;
    if (!wanted)
        wanted = LEAST_RESERVE;
    thread_default_stack = wanted;
    if (wanted <= (uint32_t)teb->NtTib.StackBase - (uint32_t)teb->DeallocationStack)
        return STATUS_SUCCESS;
    uint32_t status = sys_stack_alloc(wanted, &stack);
    if (status != STATUS_SUCCESS)
        return status;
    teb->DeallocationStack = stack.base;
    teb->NtTib.StackLimit = stack.limit;
    teb->NtTib.StackBase = stack.top;
    return STATUS_SUCCESS;
}
