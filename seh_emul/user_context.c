/* NtContinue's crossing: a context of ring 3 becomes the frame that the service leaves through. */
#include "kernel/service.h"
#include "kernel/user_memory.h"
#include "seh_emul/context.h"

uint32_t user_ring3_continue(const uint32_t *words)
{
    const CONTEXT *registers = (const CONTEXT *)words[0], *context = (const CONTEXT *)words[1];
    if (!user_readable(registers, sizeof *registers) || !user_readable(context, sizeof *context))
        return STATUS_ACCESS_VIOLATION;
    context_to_trap(service_frame(), registers);
    if (context != registers) /* what it names of the same groups is the same */
        context_to_trap(service_frame(), context);
    return service_frame()->eax;
}
