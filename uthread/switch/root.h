/* The root: code outside of threads that runs threads, in utSchStart or utResume. */
#ifndef UTHREAD_ROOT_H
#define UTHREAD_ROOT_H

#include "uthread/threads/ending.h"

/* Makes the room above the stack in use a root, and returns it for ut_exit_root; NULL in a thread.
 * In both cases the kernel learns where it sends a thread at the end of its slice. */
static inline uThd ut_enter_root(void)
{
    uThd root = ut_block_here();
    tib_store(TIB_PREEMPT, (DWORD)ut_preempted);
    if (tib_has_root())
        return NULL;
    ut_init_fpu(root);
    root->flags = 0;
    tib_store(TIB_ROOT, (DWORD)root);
    return root;
}

/* Undoes ut_enter_root, also in a thread. */
static inline void ut_exit_root(uThd root)
{
    ut_set_attention(TIB_ATTEND);
    if (root) {
        ut_forget_special(root);
        tib_store(TIB_ROOT, 0);
        tib_store(TIB_PREEMPT, 0);
    }
    ut_bury();
}

#endif
