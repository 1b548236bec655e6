/* Resolves a page fault before it becomes an exception. */
#ifndef KERNEL_TRAP_PAGE_FAULT_H
#define KERNEL_TRAP_PAGE_FAULT_H

#include "kernel/threads/thread.h"
#include "kernel/trap/trap.h"

/* Looks at a page fault of the thread at fault->address, and sets fault->status. Returns true when
 * the interrupted instruction can go on as if nothing had happened. runtime: the fault interrupted
 * the runtime's own trap code. Called in the trap, with the
 * kernel's lock. */
bool page_fault_resolve(struct thread *thread, const struct trap_frame *frame,
                        struct page_fault *fault, bool runtime);

#endif
