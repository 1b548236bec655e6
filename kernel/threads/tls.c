/* The words that each thread has for itself by an index: 64 in its TEB, and more in memory of the
 * program once one is set. */
#include "kernel/memory/user_memory.h"
#include "kernel/threads/thread.h"
#include "kernel/trap/service_entry.h"

/* Ends the values of an index in all threads at one instant. */
uint32_t user_tls_clear(struct service_call *call)
{
    enum { IN_TEB = sizeof((TEB *)0)->TlsSlots / sizeof(PVOID), EXPANSION = 1024 };
    uint32_t index = call->words[0];
    if (index >= IN_TEB + EXPANSION)
        return STATUS_INVALID_PARAMETER;
    for (struct thread *thread = thread_after(NULL); thread; thread = thread_after(thread)) {
        TEB *teb = thread->teb;
        if (index < IN_TEB)
            teb->TlsSlots[index] = NULL;
        else if (teb->TlsExpansionSlots)
            user_write_word(call, (uint32_t)&teb->TlsExpansionSlots[index - IN_TEB], 0);
    }
    return STATUS_SUCCESS;
}
