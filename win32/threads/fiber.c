/* Fibers: making, switching, deleting. The switch itself is in fiber_switch.S. */
#include "win32/threads/fiber.h"

#include "kernel/call/fpu.h"
#include "kernel/call/service.h"
#include "kernel/call/stack.h"
#include "kernel/call/tib.h"
#include "kernel/shared/reserves.h"
#include "lib/need_stack.h"
#include "seh_emul/dispatch/unhandled.h"
#include "seh_emul/error_codes.h"
#include "win32/threads/end.h"

#include <errhandlingapi.h>
#include <fibersapi.h>
#include <processthreadsapi.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEFAULT_STACK = 256 * 1024, /* CreateThread's, too */
    HAS_FIBER = 1 << 2,         /* SameTebFlags */
    STACK_OF_SWITCH = 320       /* the calls of a switch, and an interrupt in its middle */
};

/* fiber_switch.S */
void __attribute__((regparm(2))) fiber_switch(struct fiber *from, struct fiber *to);
void fiber_start(void);
_Noreturn void fiber_main(void);

/* ---------------------------------------------------------------- the thread becomes one */

static struct fiber *fiber_make(LPVOID parameter, DWORD flags)
{
    if (flags & ~FIBER_FLAG_FLOAT_SWITCH) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return NULL;
    }
    struct fiber *fiber = aligned_alloc(_Alignof(struct fiber), sizeof *fiber);
    if (!fiber) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return NULL;
    }
    memset(fiber, 0, sizeof *fiber);
    fiber->parameter = parameter;
    fiber->context.ContextFlags = CONTEXT_FULL;
    if (flags & FIBER_FLAG_FLOAT_SWITCH)
        fiber->context.ContextFlags |= CONTEXT_FLOATING_POINT;
    return fiber;
}

BOOL WINAPI IsThreadAFiber(void)
{
    return (tib_current()->SameTebFlags & HAS_FIBER) != 0;
}

LPVOID WINAPI ConvertThreadToFiberEx(LPVOID parameter, DWORD flags)
{
    TEB *teb = tib_current();
    if (IsThreadAFiber()) {
        SetLastError(ERROR_ALREADY_FIBER);
        return NULL;
    }
    struct fiber *fiber = fiber_make(parameter, flags);
    if (fiber) {
        teb->NtTib.FiberData = fiber;
        teb->SameTebFlags |= HAS_FIBER;
    }
    return fiber;
}

LPVOID WINAPI ConvertThreadToFiber(LPVOID parameter)
{
    return ConvertThreadToFiberEx(parameter, 0);
}

/* Returns the record, which nothing uses any more. */
static struct fiber *become_thread(TEB *teb)
{
    struct fiber *fiber = teb->NtTib.FiberData;
    teb->NtTib.FiberData = (PVOID)TIB_NO_FIBER;
    teb->SameTebFlags &= (WORD)~HAS_FIBER;
    return fiber;
}

BOOL WINAPI ConvertFiberToThread(void)
{
    if (!IsThreadAFiber()) {
        SetLastError(ERROR_ALREADY_THREAD);
        return FALSE;
    }
    free(become_thread(tib_current()));
    return TRUE;
}

void fiber_forget(void)
{
    if (IsThreadAFiber())
        ConvertFiberToThread();
}

/* ---------------------------------------------------------------- a new one */

/* Lays what the first switch finds, and the outermost frame. */
static void lay_start(struct fiber *fiber, const struct stack *stack)
{
    struct final_frame *final = (struct final_frame *)stack->top - 1;
    DWORD *esp = (DWORD *) final - 1;
    *final = (struct final_frame){{EXCEPTION_CHAIN_END, seh_final_handler}, NULL, 0};
    *esp = 0;
    fiber->chain = &final->record;
    fiber->stack_base = stack->top;
    fiber->stack_limit = stack->limit;
    fiber->deallocation_stack = fiber->stack = stack->base;
    fiber->context.Esp = (DWORD)esp;
    fiber->context.Eip = (DWORD)fiber_start;
}

/* The FPU that a new thread has. */
static void lay_fpu(CONTEXT *context)
{
    context->FloatSave.ControlWord = X87_CW_WINDOWS;
    context->FloatSave.TagWord = 0xFFFF;
    if (cpu_features.fxsr) {
        *(WORD *)context->ExtendedRegisters = X87_CW_WINDOWS;
        *(DWORD *)&context->ExtendedRegisters[24] = MXCSR_AT_RESET;
    }
}

LPVOID WINAPI CreateFiberEx(SIZE_T commit, SIZE_T reserve, DWORD flags,
                            LPFIBER_START_ROUTINE function, LPVOID parameter)
{
    struct stack stack;
    SIZE_T size = reserve ? reserve : DEFAULT_STACK;
    struct fiber *fiber = fiber_make(parameter, flags);
    if (!fiber)
        return NULL;
    uint32_t status = sys_stack_alloc(size < commit ? commit : size, &stack);
    if (status && reserves_give_back())
        status = sys_stack_alloc(size < commit ? commit : size, &stack);
    if (!error_if_failed(status)) {
        free(fiber);
        return NULL;
    }
    lay_start(fiber, &stack);
    lay_fpu(&fiber->context);
    fiber->function = function;
    return fiber;
}

LPVOID WINAPI CreateFiber(SIZE_T size, LPFIBER_START_ROUTINE function, LPVOID parameter)
{
    return CreateFiberEx(size, 0, 0, function, parameter);
}

void fiber_main(void)
{
    const struct fiber *fiber = GetCurrentFiber();
    fiber->function(fiber->parameter);
    ExitThread(0);
}

VOID WINAPI DeleteFiber(LPVOID fiber)
{
    struct fiber *old = fiber;
    if (IsThreadAFiber() && old == GetCurrentFiber())
        ExitThread(1);
    fls_forget(old->fls);
    if (old->stack)
        sys_stack_free(old->stack);
    free(old);
}

/* ---------------------------------------------------------------- switching */

static void save_fpu(CONTEXT *context)
{
    if (!(context->ContextFlags & CONTEXT_FLOATING_POINT & ~CONTEXT_i386))
        return;
    if (cpu_features.fxsr)
        fx_save(context->ExtendedRegisters);
    else
        x87_copy(&context->FloatSave);
}

static void load_fpu(const CONTEXT *context)
{
    if (!(context->ContextFlags & CONTEXT_FLOATING_POINT & ~CONTEXT_i386))
        return;
    x87_clear(); /* loading would raise what is pending, which is saved already or nobody's */
    if (cpu_features.fxsr)
        fx_load(context->ExtendedRegisters);
    else
        x87_load(&context->FloatSave);
}

/* The words of the TEB that belong to a fiber and that no interrupt looks at. A time slice is not
 * used up while its fiber does not run. */
static void save_words(struct fiber *from, const TEB *teb)
{
    from->deallocation_stack = teb->DeallocationStack;
    from->activation_context = teb->ActivationContextStackPointer;
    from->fls = teb->FlsData;
    from->guaranteed_stack = teb->GuaranteedStackBytes;
    from->root = tib_load(TIB_ROOT);
    from->preempt = tib_load(TIB_PREEMPT);
    from->slice = tib_load(TIB_SLICE);
}

static void load_words(struct fiber *to, TEB *teb)
{
    teb->NtTib.FiberData = to;
    teb->DeallocationStack = to->deallocation_stack;
    teb->ActivationContextStackPointer = to->activation_context;
    teb->FlsData = to->fls;
    teb->GuaranteedStackBytes = to->guaranteed_stack;
    to->fls = NULL; /* the TEB has it now */
    tib_store(TIB_PREEMPT, 0);
    tib_store(TIB_SLICE, to->slice);
    tib_store(TIB_ROOT, to->root);
    tib_store(TIB_PREEMPT, to->preempt);
    tib_store(TIB_ATTENTION, TIB_ATTEND);
}

VOID WINAPI SwitchToFiber(LPVOID fiber)
{
    TEB *teb = tib_current();
    struct fiber *from = teb->NtTib.FiberData, *to = fiber;
    need_stack(STACK_OF_SWITCH);
    save_words(from, teb);
    save_fpu(&from->context);
    load_words(to, teb);
    load_fpu(&to->context);
    fiber_switch(from, to);
}
