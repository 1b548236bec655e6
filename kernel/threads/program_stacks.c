/* Each stack of the program ends, at its upper end, with the same outermost frame. */
#include "kernel/threads/program_stacks.h"

static struct final_frame final_frame = {.record.Next = EXCEPTION_CHAIN_END};

void program_set_final_handler(PEXCEPTION_ROUTINE handler, const void *scope_table)
{
    final_frame.record.Handler = handler;
    final_frame.scope_table = scope_table;
}

struct final_frame *program_set_stack(TEB *teb, const struct stack *of)
{
    struct final_frame *final = (struct final_frame *)of->top - 1;
    *final = final_frame;
    teb->DeallocationStack = of->base;
    teb->NtTib.StackLimit = of->limit;
    teb->NtTib.StackBase = of->top;
    teb->NtTib.ExceptionList = &final->record;
    return final;
}
