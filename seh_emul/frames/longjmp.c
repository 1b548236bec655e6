/* longjmp unwinds, as on Windows. */
#include "seh_emul/frames/scope.h"
#include "seh_emul/frames/try.h"

#include "kernel/call/trace.h"

#include <seh.h>

void NTAPI _seh_longjmp_unwind(_JUMP_BUFFER *buffer)
{
    scope_unwind2(buffer->Registration, buffer->TryLevel, buffer->Ebp);
}

/* If the block that setjmp stood in has been left since, it is not active again. */
void NTAPI jump_into_try(_JUMP_BUFFER *buffer)
{
    struct seh_frame *words = (struct seh_frame *)buffer->UnwindData;
    EXCEPTION_REGISTRATION_RECORD *target = buffer->Registration;
    if (!try_is_active((struct seh_frame *)target, words->site)) {
        try_give_up(words, (struct seh_frame *)target);
        target = words->link.Next;
    }
    if (target != seh_head())
        _global_unwind2(target);
}

static _Noreturn void resume(const _JUMP_BUFFER *buffer, int value)
{
    trace(jumped, buffer->Esp, buffer->Eip);
    jump_buffer_resume(buffer, value ? value : 1);
}

static bool has_level(const EXCEPTION_REGISTRATION_RECORD *frame)
{
    return frame->Handler == _except_handler3 || frame->Handler == _except_handler2;
}

void longjmp(_JUMP_BUFFER *buffer, int value)
{
    if (buffer->UnwindFunc == jump_into_try) {
        jump_into_try(buffer);
        resume(buffer, value);
    }
    if (buffer->Registration != seh_head())
        _global_unwind2(buffer->Registration);
    if (buffer->Registration != EXCEPTION_CHAIN_END) {
        if (buffer->Cookie == JUMP_COOKIE && buffer->UnwindFunc)
            buffer->UnwindFunc(buffer);
        else if (has_level(buffer->Registration))
            scope_unwind2(buffer->Registration, buffer->TryLevel, buffer->Ebp);
    }
    resume(buffer, value);
}
