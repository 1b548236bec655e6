/* Records the registers that a handler changes. Called only while events are recorded. */
#ifndef SEH_EMUL_DISPATCH_CONTEXT_WORDS_H
#define SEH_EMUL_DISPATCH_CONTEXT_WORDS_H

#include <nt.h>
#include <stddef.h>

/* Dr0 to Dr7, and Edi to Esp. A CONTEXT would take ten times the stack. */
#define CONTEXT_DEBUG_WORDS   6
#define CONTEXT_GENERAL_WORDS 11

struct context_words {
    DWORD debug[CONTEXT_DEBUG_WORDS];
    DWORD general[CONTEXT_GENERAL_WORDS];
};

_Static_assert(offsetof(CONTEXT, FloatSave) - offsetof(CONTEXT, Dr0) ==
                       sizeof(DWORD) * CONTEXT_DEBUG_WORDS &&
                   offsetof(CONTEXT, SegSs) - offsetof(CONTEXT, Edi) ==
                       sizeof(DWORD) * CONTEXT_GENERAL_WORDS,
               "struct context_words");

/* Keeps the words as they are before a handler is asked. */
void context_words_keep(struct context_words *kept, const CONTEXT *context);

/* Records an event for each word that is another one now. */
void context_words_trace(const struct context_words *kept, const CONTEXT *context);

#endif
