#include "seh_emul/dispatch/context_words.h"

#include "kernel/call/trace.h"

#include <string.h>

void context_words_keep(struct context_words *kept, const CONTEXT *context)
{
    memcpy(kept->debug, &context->Dr0, sizeof kept->debug);
    memcpy(kept->general, &context->Edi, sizeof kept->general);
}

/* offset: of the first word in a CONTEXT. By it the host knows the register. */
static void compare(uint32_t offset, uint32_t count, const DWORD *before, const DWORD *after)
{
    for (uint32_t i = 0; i < count; i++)
        if (before[i] != after[i])
            trace(changed, offset + i * sizeof(DWORD), before[i], after[i]);
}

void context_words_trace(const struct context_words *kept, const CONTEXT *context)
{
    compare(offsetof(CONTEXT, Dr0), CONTEXT_DEBUG_WORDS, kept->debug, &context->Dr0);
    compare(offsetof(CONTEXT, Edi), CONTEXT_GENERAL_WORDS, kept->general, &context->Edi);
}
