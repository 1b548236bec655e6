/* Runs pieces of a program in ring 3. */
#include "kernel/trap/ring3.h"

#include "boot/layout.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpu/debug_registers.h"
#include "kernel/cpu/eflags.h"
#include "kernel/cpu/features.h"
#include "kernel/cpu/fpu.h"
#include "kernel/memory/stack_growth.h"
#include "kernel/memory/stacks.h"
#include "kernel/program.h"
#include "kernel/services/service.h"
#include "kernel/threads/thread.h"
#include "kernel/threads/tib.h"
#include "kernel/trap/user_memory.h"

#define STACK_SIZE 0x10000

/* ring3_switch.S: saves the registers that a function preserves, leaves the stack pointer in *esp0
 * and enters ring 3. Returns once ring3_leave is called with that stack pointer. */
void ring3_enter_piece(uint32_t *esp0, uint32_t esp, ring3_function *eip);
_Noreturn void ring3_leave(uint32_t esp0);

/* kernel/shared/ring3_finish.S: the return address of the piece's function. */
void ring3_finish(void);

static struct {
    uint32_t esp0; /* of ring3_run, while a piece is running; else 0 */
    struct debug_registers outside;
    NTSTATUS status;
    DWORD value;
} piece;

static ring3_context_function *put_context;

bool ring3_is_running(void)
{
    return piece.esp0;
}

/* Keeps the FPU's state for the caller, because the piece may change it. */
static void run_with_own_fpu(uint32_t esp, ring3_function *function)
{
    char x87[X87_STATE_SIZE];
    uint32_t mxcsr = 0;
    x87_copy(x87);
    if (cpu_features.sse)
        mxcsr = mxcsr_read();
    ring3_enter_piece(&piece.esp0, esp, function);
    x87_reset(); /* loading faults while an exception is pending */
    x87_load(x87);
    if (cpu_features.sse)
        mxcsr_write(mxcsr);
}

NTSTATUS ring3_run(ring3_function *function, void *argument, DWORD *value)
{
    struct stack stack;
    uint32_t refusal = stack_alloc(STACK_SIZE, &stack);
    if (refusal)
        return (NTSTATUS)refusal;
    TEB *teb = this_thread()->teb;
    NT_TIB outside = teb->NtTib;
    PVOID outside_stack = teb->DeallocationStack;
    DWORD outside_slice = *teb_word(teb, TIB_SLICE);
    DWORD outside_preempt = *teb_word(teb, TIB_PREEMPT);
    DWORD outside_root = *teb_word(teb, TIB_ROOT);
    struct final_frame *final = program_set_stack(teb, &stack);
    teb->NtTib.FiberData = (PVOID)TIB_NO_FIBER;
    *teb_word(teb, TIB_ROOT) = 0;
    *teb_word(teb, TIB_SLICE) = 0; /* a piece is not preempted */
    *teb_word(teb, TIB_ATTENTION) = TIB_ATTEND;

    uint32_t *top = (uint32_t *) final;
    *--top = (uint32_t)argument;
    *--top = (uint32_t)ring3_finish;
    debug_registers_get(&piece.outside);
    run_with_own_fpu((uint32_t)top, function);

    teb->NtTib = outside;
    teb->DeallocationStack = outside_stack;
    *teb_word(teb, TIB_ATTENTION) = TIB_ATTEND; /* ticks may have passed */
    *teb_word(teb, TIB_SLICE) = outside_slice;
    *teb_word(teb, TIB_PREEMPT) = outside_preempt;
    *teb_word(teb, TIB_ROOT) = outside_root;
    if (stack_is_whole(stack.base)) /* the piece may have given it back */
        stack_free(stack.base);
    if (piece.status == STATUS_SUCCESS && value)
        *value = piece.value;
    return piece.status;
}

uint32_t user_ring3_run(const struct service_call *call)
{
    (void)call;
    return STATUS_NOT_SUPPORTED;
}

void ring3_end(NTSTATUS status, DWORD value)
{
    uint32_t esp0 = piece.esp0;
    if (!esp0)
        return;
    interrupts_off();
    piece.esp0 = 0;
    piece.status = status;
    piece.value = value;
    debug_registers_set(&piece.outside, false); /* the piece's breakpoints must not fire outside */
    this_cpu()->in_trap--;
    ring3_leave(esp0);
}

uint32_t user_ring3_end(const struct service_call *call)
{
    ring3_end((NTSTATUS)call->words[0], call->words[1]);
    return STATUS_NOT_SUPPORTED;
}

NTSTATUS ring3_continue(const CONTEXT *registers, const CONTEXT *context)
{
    (void)registers, (void)context;
    return (NTSTATUS)STATUS_NOT_SUPPORTED;
}

void ring3_on_continue(ring3_context_function *function)
{
    put_context = function;
}

uint32_t user_ring3_continue(const struct service_call *call)
{
    const CONTEXT *registers = (const CONTEXT *)call->words[0],
                  *context = (const CONTEXT *)call->words[1];
    if (!user_readable(registers, sizeof *registers) || !user_readable(context, sizeof *context))
        return STATUS_ACCESS_VIOLATION;
    put_context(call->frame, registers);
    if (context != registers) /* both have the same values in the groups that both name */
        put_context(call->frame, context);
    stack_settle(this_thread(), call->frame->eip, call->frame->esp);
    return call->frame->eax;
}
