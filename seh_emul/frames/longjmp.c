/* longjmp unwinds, as on Windows. */
#include "seh_emul/frames/scope.h"

#include <seh.h>

void NTAPI _seh_longjmp_unwind(_JUMP_BUFFER *buffer)
{
    _local_unwind2(buffer->Registration, buffer->TryLevel);
}

void longjmp(_JUMP_BUFFER *buffer, int value)
{
    if (buffer->Registration != seh_head())
        _global_unwind2(buffer->Registration);
    if (buffer->Registration != EXCEPTION_CHAIN_END) {
        if (buffer->Cookie == JUMP_COOKIE && buffer->UnwindFunc)
            buffer->UnwindFunc(buffer);
        else if (buffer->Registration->Handler == _except_handler3) /* others have no level */
            _local_unwind2(buffer->Registration, buffer->TryLevel);
    }
    jump_buffer_resume(buffer, value ? value : 1);
}
