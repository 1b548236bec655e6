/* The registers of a thread that does not run: its frame, the saved FPU and the saved debug
 * registers. */
#include "kernel/call/start.h"
#include "kernel/cpu/fpu_state.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/stack_growth.h"
#include "kernel/threads/debug_registers.h"
#include "kernel/threads/thread.h"
#include "kernel/threads/thread_registers.h"
#include "seh_emul/context/context.h"
#include "seh_emul/trap/put_context.h"
#include "seh_emul/trap/trap_context.h"

enum { DEBUG_BIT = CONTEXT_DEBUG_REGISTERS & ~CONTEXT_i386 };

/* The thread's FPU, in the machine while the groups of it are copied. */
static void enter_fpu(const struct thread *thread)
{
    fpu_claim();
    fpu_save(this_thread()->fpu);
    fpu_load(thread->fpu);
}

/* changed: the thread, if its state is another one now; else NULL. */
static void leave_fpu(struct thread *changed)
{
    if (changed)
        fpu_save(changed->fpu);
    fpu_load(this_thread()->fpu);
}

static void get(const struct thread *thread, CONTEXT *context)
{
    DWORD flags = context->ContextFlags;
    CONTEXT now = {0};
    context_general_from_trap(&now, thread->frame, trap_esp(thread->frame));
    context_copy(context, &now, flags);
    if (context_names(flags, CONTEXT_DEBUG_REGISTERS))
        *context_debug_part(context) = thread->breakpoints;
    context->ContextFlags = flags & ~(DWORD)DEBUG_BIT; /* the machine's are another thread's */
    enter_fpu(thread);
    context_get_rest(context);
    leave_fpu(NULL);
    context->ContextFlags = flags;
}

static void put_rest(struct thread *thread, const CONTEXT *context, bool ring3)
{
    CONTEXT rest = *context;
    rest.ContextFlags &= ~(DWORD)DEBUG_BIT;
    enter_fpu(thread);
    context_put_rest(&rest, ring3);
    leave_fpu(thread);
    if (context_names(context->ContextFlags, CONTEXT_DEBUG_REGISTERS))
        debug_registers_set_of(thread, context_debug_part(&rest), ring3);
}

/* ---------------------------------------------------------------- ring 0 */

static bool is_writable(uint32_t address)
{
    struct page page = paging_look((void *)address);
    return page.present && page.rights & PAGING_WRITE;
}

/* Whether a frame can lie below esp: in a stack that can grow, or in any other memory. */
static bool parked_has_room(struct thread *thread, uint32_t esp)
{
    return esp > TRAP_FRAME_RING0_SIZE &&
           (stack_grow(thread, esp, TRAP_FRAME_RING0_SIZE, false) ||
            (is_writable(esp - TRAP_FRAME_RING0_SIZE) && is_writable(esp - 1)));
}

static uint32_t put_ring0(struct thread *thread, const CONTEXT *context)
{
    CONTEXT now = {0};
    uint32_t esp = trap_esp(thread->frame);
    context_general_from_trap(&now, thread->frame, esp);
    context_copy(&now, context, context->ContextFlags);
    if (!context_segments_loadable(&now) || (now.Esp != esp && !parked_has_room(thread, now.Esp)))
        return STATUS_ACCESS_VIOLATION;
    thread->frame->esp = now.Esp; /* the frame is away */
    context_general_to_trap0(thread->frame, &now);
    return STATUS_SUCCESS;
}

static uint32_t put(struct thread *thread, const CONTEXT *context)
{
    bool ring3 = trap_from_ring3(thread->frame);
    if (ring3)
        context_general_to_trap3(thread->frame, context);
    uint32_t status = ring3 ? STATUS_SUCCESS : put_ring0(thread, context);
    if (status != STATUS_SUCCESS)
        return status;
    put_rest(thread, context, ring3);
    stack_settle(thread, thread->frame->eip, trap_esp(thread->frame));
    return STATUS_SUCCESS;
}

static const struct thread_registers registers = {get, put};

static void parked_start(void)
{
    thread_on_registers(&registers);
}
ON_START(parked_start);
