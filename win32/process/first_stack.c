#include "win32/process/first_stack.h"

#include "kernel/call/service.h"
#include "kernel/call/stack.h"
#include "kernel/call/tib.h"
#include "win32/image/image_file.h"
#include "win32/image/image_view.h"
#include "win32/process/module.h"
#include "win32/threads/new_threads.h"

enum { GRANULE = 0x10000, MEGABYTE = 0x100000 };

/* A reserve that is not larger than the commit counts as the commit, in whole megabytes: so Windows
 * reads the two numbers of a file's header. */
uint32_t first_stack_set(void)
{
    TEB *teb = tib_current();
    struct stack stack;
    const IMAGE_OPTIONAL_HEADER *optional =
        &image_headers(module_base(program_module))->OptionalHeader;
    uint32_t wanted = image_round_up(optional->SizeOfStackReserve, GRANULE);
    if (wanted <= optional->SizeOfStackCommit)
        wanted = image_round_up(optional->SizeOfStackCommit, MEGABYTE);
    if (!wanted)
        wanted = MEGABYTE;
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
