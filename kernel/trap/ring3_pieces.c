/* Runs pieces of a program in ring 3. A piece is a call that leaves through the thread's ring 3
 * frame; its end leaves through the caller's frame, which has stayed on the caller's stack. */
#include "kernel/trap/ring3_pieces.h"

#include "boot/layout.h"
#include "kernel/call/start.h"
#include "kernel/call/tib.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpu/fpu_state.h"
#include "kernel/memory/slab.h"
#include "kernel/memory/stack_growth.h"
#include "kernel/memory/stacks.h"
#include "kernel/memory/user_memory.h"
#include "kernel/threads/debug_registers.h"
#include "kernel/threads/program_stacks.h"
#include "kernel/trap/service_entry.h"

#define STACK_SIZE 0x10000

/* kernel/shared/ring3_finish.S: the return address of the piece's function. */
void ring3_finish(void);

/* The state that the end of a piece puts back. */
struct piece {
    struct trap_frame *caller; /* of ring3_call, in ring 0 */
    uint32_t value_at;         /* where its result goes, or 0 */
    char *stack;               /* the piece's */
    NT_TIB tib;
    PVOID deallocation_stack;
    DWORD root, slice, preempt;
    struct debug_registers breakpoints;
    char fpu[FXSAVE_SIZE] __attribute__((aligned(FXSAVE_ALIGNMENT)));
};

static struct slab pieces = SLAB_OF(pieces, struct piece);
START_CONSTANT ring0_context_function *handed_context_put;
static ring3_context_function *put_context;

/* The caller keeps its FPU, because the piece may change it. */
static void keep_outside(struct piece *piece, TEB *teb)
{
    piece->tib = teb->NtTib;
    piece->deallocation_stack = teb->DeallocationStack;
    piece->root = *teb_word(teb, TIB_ROOT);
    piece->slice = *teb_word(teb, TIB_SLICE);
    piece->preempt = *teb_word(teb, TIB_PREEMPT);
    debug_registers_get(&piece->breakpoints);
    fpu_save(piece->fpu);
    fpu_load(piece->fpu);
}

/* Returns the stack pointer to begin with. */
static uint32_t set_inside(TEB *teb, const struct stack *stack, uint32_t argument)
{
    uint32_t *top = (uint32_t *)program_set_stack(teb, stack);
    teb->NtTib.FiberData = (PVOID)TIB_NO_FIBER;
    *teb_word(teb, TIB_ROOT) = 0;
    *teb_word(teb, TIB_SLICE) = 0; /* a piece is not preempted */
    *teb_word(teb, TIB_ATTENTION) = TIB_ATTEND;
    *--top = argument;
    *--top = (uint32_t)ring3_finish;
    return (uint32_t)top;
}

uint32_t user_ring3_run(struct service_call *call)
{
    struct thread *thread = this_thread();
    struct stack stack;
    if (trap_from_ring3(call->frame))
        return STATUS_NOT_SUPPORTED;
    struct piece *piece = slab_alloc(&pieces);
    if (!piece)
        return STATUS_NO_MEMORY;
    uint32_t refusal = stack_alloc(STACK_SIZE, &stack);
    if (refusal) {
        slab_free(&pieces, piece);
        return refusal;
    }
    piece->caller = call->frame;
    piece->value_at = call->words[2];
    piece->stack = stack.base;
    keep_outside(piece, thread->teb);
    thread_set_start(thread, 3, call->words[0], set_inside(thread->teb, &stack, call->words[1]));
    thread->piece = piece;
    if (call->frame->fs & SELECTOR_LOCAL) /* a worker's, which its selector names in both rings */
        thread->frame->fs = call->frame->fs;
    call->leave = thread->frame;
    return 0; /* ring3_end_piece has the result */
}

struct trap_frame *ring3_end_piece(struct thread *thread, NTSTATUS status, DWORD value)
{
    must_be_in_trap();
    struct piece *piece = thread->piece;
    struct trap_frame *caller = piece->caller;
    TEB *teb = thread->teb;
    teb->NtTib = piece->tib;
    teb->DeallocationStack = piece->deallocation_stack;
    *teb_word(teb, TIB_ATTENTION) = TIB_ATTEND; /* ticks may have passed */
    *teb_word(teb, TIB_LIBRARY) = thread->teb_address + TIB_LIBRARY;
    *teb_word(teb, TIB_NUMBER) = thread->id;
    *teb_word(teb, TIB_ROOT) = piece->root;
    *teb_word(teb, TIB_SLICE) = piece->slice;
    *teb_word(teb, TIB_PREEMPT) = piece->preempt;
    debug_registers_set(&piece->breakpoints, false); /* the piece's must not fire outside */
    fpu_load(piece->fpu);
    caller->eax = (uint32_t)status; /* ring3_call's result */
    if (caller->fs & SELECTOR_LOCAL)
        caller->fs = thread->frame->fs; /* a worker may have got another selector meanwhile */
    if (status == STATUS_SUCCESS && piece->value_at)
        user_write(&(struct service_call){.frame = caller}, piece->value_at, &value, sizeof value);
    ring3_forget_piece(thread);
    return caller;
}

void ring3_forget_piece(struct thread *thread)
{
    must_be_in_trap();
    struct piece *piece = thread->piece;
    thread->piece = NULL;
    if (stack_is_whole(piece->stack)) /* the piece may have given it back */
        stack_free(piece->stack);
    slab_free(&pieces, piece);
}

uint32_t user_ring3_end(struct service_call *call)
{
    struct thread *thread = this_thread();
    if (!thread->piece)
        return STATUS_NOT_SUPPORTED;
    call->leave = ring3_end_piece(thread, (NTSTATUS)call->words[0], call->words[1]);
    return 0;
}

void ring3_on_continue(ring0_context_function *ring0, ring3_context_function *ring3)
{
    handed_context_put = ring0;
    put_context = ring3;
}

/* NtContinue for ring 3: the service leaves into registers, then into context, each with the groups
 * that its flags name. Values that ring 3 may not have are replaced. The two may be one. */
uint32_t user_context_put(struct service_call *call)
{
    CONTEXT context;
    bool two = call->words[1] != call->words[0];
    if (!trap_from_ring3(call->frame))
        return STATUS_NOT_SUPPORTED;
    if ((two && !user_may_read(call, call->words[1], sizeof context)) ||
        !user_read(call, &context, call->words[0], sizeof context))
        return STATUS_ACCESS_VIOLATION;
    put_context(call->frame, &context);
    /* Both have the same values in the groups that both name. */
    if (two && user_read(call, &context, call->words[1], sizeof context))
        put_context(call->frame, &context);
    stack_settle(this_thread(), call->frame->eip, call->frame->esp);
    return call->frame->eax;
}
