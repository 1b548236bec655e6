/* uThreadGetContext and uThreadSetContext: the registers of a thread that does not run.
 *
 * A stopped thread's registers are the CONTEXT of its exception. Any other thread has the registers
 * that a function must preserve in its block, by a switch, and the rest on its stack if an
 * interrupt took it there (preempt.S). Changed registers are laid on the stack in the same way. */
#include "kernel/call/eflags.h"
#include "kernel/call/features.h"
#include "kernel/call/segment_registers.h"
#include "seh_emul/context/context.h"
#include "uthread/threads/ending.h"
#include "uthread/threads/rare_fields.h"

#include <string.h>

/* The words that ut_put_back takes; ebp and link are a function's frame for backtraces. */
struct put_back {
    DWORD edx, ecx, eax;
    DWORD ebp, link;
    DWORD eip, cs, eflags;
};

/* A parked thread's registers, and the state that moves with its stack pointer. */
struct parked_state {
    CONTEXT context;   /* control, integer, segments */
    const void *fpu;   /* an interrupted thread's, as preempt.S saves it */
    DWORD fpu_size;    /* its bytes */
    void (*way)(void); /* entry of the switch back: ut_back_in_slice or ut_put_back */
};

/* ---------------------------------------------------------------- where they are */

/* Reads the registers above the words of a switch and fpu_size bytes. */
static void read_put_back(struct parked_state *state, uThd uthread, DWORD fpu_size)
{
    CONTEXT *context = &state->context;
    state->fpu = ut_parked(uthread) + 1;
    state->fpu_size = fpu_size;
    const struct put_back *laid = (const void *)((const char *)state->fpu + fpu_size);
    context->Edx = laid->edx;
    context->Ecx = laid->ecx;
    context->Eax = laid->eax;
    context->Ebp = laid->ebp;
    context->Eip = laid->eip;
    context->EFlags = laid->eflags;
    context->Esp = (DWORD)(laid + 1);
}

/* Right below the first stack: the words of the body's call, as ut_switch.S lays them. */
struct first_call {
    void (*back)(void);
    DWORD argument;
};

static struct first_call *first_call(uThd uthread)
{
    return (struct first_call *)(void *)ut_first_stack(uthread) - 1;
}

/* Reads the registers of a thread that is parked and not stopped. False: they are in a call that
 * hides them. */
static bool read_parked(struct parked_state *state, uThd uthread)
{
    CONTEXT *context = &state->context;
    *state = (struct parked_state){.way = ut_put_back};
    context->ContextFlags = CONTEXT_FULL;
    context->SegGs = gs_read();
    context->SegFs = fs_read();
    context->SegEs = es_read();
    context->SegDs = ds_read();
    context->SegCs = cs_read();
    context->SegSs = ss_read();
    context->EFlags = EFLAGS_FIXED | EFLAGS_IF;
    context->Ebp = (DWORD)uthread->regs[0];
    context->Ebx = (DWORD)uthread->regs[2];
    context->Edi = (DWORD)uthread->regs[3];
    context->Esi = (DWORD)uthread->regs[4];
    if (uthread->parked == UT_IN_SLICE) {
        state->way = ut_back_in_slice;
        read_put_back(state, uthread, cpu_features.sse ? X87_SIZE + SSE_SIZE : X87_SIZE);
    } else if (uthread->parked == UT_IS_LAID) {
        read_put_back(state, uthread, 0);
    } else if (uthread->status == UtStatusUnstart) {
        context->Eip = (DWORD)uthread->func;
        context->Esp = (DWORD)first_call(uthread);
        context->Ebp = (DWORD)ut_first_stack(uthread)->final_frame.scope_table;
    } else if (ut_is_in_yield(uthread)) {
        context->Eip = (DWORD)ut_parked(uthread)->entry;
        context->Esp = (DWORD)(ut_parked(uthread) + 1);
    } else {
        return false;
    }
    return true;
}

/* ---------------------------------------------------------------- whether they may be changed */

/* The reason why the registers of a thread that is not stopped are out of reach. */
static int context_refuse(uThd uthread)
{
    if (uthread == utCurrent())
        return UtErrorRunning;
    switch (uthread->status) {
    case UtStatusFinish:
        return UtErrorFinished;
    case UtStatusSleep:
        return UtErrorSleeping;
    case UtStatusWait:
        return UtErrorWaiting;
    }
    return uthread->next && !uthread->scheduler ? UtErrorRunning : UtErrorNone;
}

/* Checks a call's arguments, and fills state unless the thread is stopped. */
static int context_look(uThd uthread, const CONTEXT *context, bool written,
                        struct parked_state *state)
{
    if (!ut_is_thread(uthread) || context_check(context, written) != STATUS_SUCCESS)
        return UtErrorInvalid;
    bool stopped = uthread->status == UtStatusStop;
    int error = stopped ? UtErrorNone : context_refuse(uthread);
    if (error == UtErrorNone && !stopped && !read_parked(state, uthread))
        error = UtErrorWaiting;
    DWORD groups = stopped ? ut_stopped(uthread)->ContextFlags : CONTEXT_FULL;
    if (error == UtErrorNone && context->ContextFlags & ~groups)
        error = UtErrorRange;
    return error;
}

/* Whether the stack has memory from Esp down to below bytes further. */
static bool has_stack(uThd uthread, DWORD esp, DWORD below)
{
    DWORD limit = (DWORD)ut_parked(uthread)->limit;
    DWORD top = (DWORD)&ut_first_stack(uthread)->final_frame;
    return esp % 4 == 0 && esp <= top && esp >= limit && esp - limit >= below;
}

static bool same(DWORD selector, uint16_t present)
{
    return (WORD)selector == present;
}

static bool has_selectors(const CONTEXT *context)
{
    return same(context->SegCs, cs_read()) && same(context->SegSs, ss_read()) &&
           same(context->SegDs, ds_read()) && same(context->SegEs, es_read()) &&
           same(context->SegFs, fs_read()) && same(context->SegGs, gs_read());
}

/* ---------------------------------------------------------------- changing them */

/* Takes the frames between two addresses out of a parked thread's chain, because they are handlers
 * no more. A chain that does not lead upwards ends the walk: the thread has broken it and bears the
 * result. */
static void forget_frames(struct parked_stack *parked, DWORD from, DWORD to)
{
    EXCEPTION_REGISTRATION_RECORD **link = &parked->chain, *frame = *link;
    DWORD low = (DWORD)parked->limit;
    while ((DWORD)frame >= low && (DWORD)frame < to && (DWORD)frame % 4 == 0) {
        low = (DWORD)(frame + 1);
        if ((DWORD)frame >= from)
            *link = frame->Next;
        else
            link = &frame->Next;
        frame = frame->Next;
    }
}

static _Noreturn void end_function(void)
{
    ut_finish(NULL, 0);
}

static _Noreturn void __attribute__((regparm(1))) end_body(void *result)
{
    ut_finish(result, 0);
}

/* Lays a state on the stack, right below its stack pointer. parked: the words of the switch so far.
 */
static void lay(uThd uthread, const struct parked_state *state, const struct parked_stack *parked)
{
    const CONTEXT *context = &state->context;
    struct put_back *laid = (struct put_back *)context->Esp - 1;
    char *fpu = (char *)laid - state->fpu_size;
    struct parked_stack *place = (struct parked_stack *)(void *)fpu - 1;
    memmove(fpu, state->fpu, state->fpu_size);
    *laid = (struct put_back){
        .edx = context->Edx,
        .ecx = context->Ecx,
        .eax = context->Eax,
        .ebp = context->Ebp,
        .link = context->Eip,
        .eip = context->Eip,
        .cs = context->SegCs,
        .eflags = (context->EFlags & EFLAGS_PLAIN) | EFLAGS_FIXED | EFLAGS_IF,
    };
    *place = (struct parked_stack){parked->limit, parked->chain, state->way};
    if (uthread->parked != UT_IN_SLICE)
        uthread->parked = UT_IS_LAID;
    uthread->regs[0] = (int)&laid->ebp;
    uthread->regs[1] = (int)place;
    uthread->regs[2] = (int)context->Ebx;
    uthread->regs[3] = (int)context->Edi;
    uthread->regs[4] = (int)context->Esi;
}

static int set_parked(uThd uthread, struct parked_state *state, const CONTEXT *context)
{
    context_copy(&state->context, context, context->ContextFlags);
    DWORD esp = state->context.Esp;
    DWORD size = sizeof(struct parked_stack) + state->fpu_size + sizeof(struct put_back);
    if (!has_stack(uthread, esp, size) || !has_selectors(&state->context))
        return ut_set_error(UtErrorRange);
    struct parked_stack parked = *ut_parked(uthread);
    forget_frames(&parked, 0, esp);
    if (uthread->status == UtStatusUnstart) {
        void (*back)(void) =
            parked.entry == ut_entry_body ? (void (*)(void))end_body : end_function;
        *first_call(uthread) = (struct first_call){back, (DWORD)uthread->argument};
        uthread->status = UtStatusNormal;
    }
    lay(uthread, state, &parked);
    return UtErrorNone;
}

/* Copies all groups that an exception's context has. */
static void copy_groups(CONTEXT *to, const CONTEXT *from, DWORD flags)
{
    context_copy(to, from, flags);
    if (context_names(flags, CONTEXT_FLOATING_POINT))
        to->FloatSave = from->FloatSave;
    if (context_names(flags, CONTEXT_EXTENDED_REGISTERS))
        memcpy(to->ExtendedRegisters, from->ExtendedRegisters, sizeof to->ExtendedRegisters);
    if (context_names(flags, CONTEXT_DEBUG_REGISTERS))
        memcpy(&to->Dr0, &from->Dr0, offsetof(CONTEXT, FloatSave) - offsetof(CONTEXT, Dr0));
}

static int set_stopped(uThd uthread, CONTEXT *room, const CONTEXT *context)
{
    CONTEXT *stopped = ut_stopped(uthread);
    context_copy(room, stopped, CONTEXT_FULL);
    context_copy(room, context, context->ContextFlags);
    if (!has_stack(uthread, room->Esp, CONTEXT_RESUME_ROOM) || !has_selectors(room))
        return ut_set_error(UtErrorRange);
    forget_frames(ut_parked(uthread), (DWORD)stopped, room->Esp);
    copy_groups(stopped, context, context->ContextFlags);
    return UtErrorNone;
}

/* ---------------------------------------------------------------- the calls */

int uThreadGetContext(uThd uthread, CONTEXT *context)
{
    struct parked_state state;
    int error = context_look(uthread, context, true, &state);
    if (error)
        return ut_set_error(error);
    copy_groups(context, uthread->status == UtStatusStop ? ut_stopped(uthread) : &state.context,
                context->ContextFlags);
    return UtErrorNone;
}

int uThreadSetContext(uThd uthread, const CONTEXT *context)
{
    struct parked_state state;
    int error = context_look(uthread, context, false, &state);
    if (error)
        return ut_set_error(error);
    return uthread->status == UtStatusStop ? set_stopped(uthread, &state.context, context)
                                           : set_parked(uthread, &state, context);
}
