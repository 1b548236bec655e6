/* The end of a trap in which there was trouble with the stack. */
#include "kernel/trap/finish.h"

#include "kernel/cpus/kernel_lock.h"
#include "kernel/memory/stack_growth.h"
#include "kernel/threads/debug_registers.h"
#include "kernel/trap/double_fault.h"
#include "kernel/trap/trap.h"

/* The words of an interrupt are not the program's, so they use no stack up. Its frame lies on the
 * guard now; the way out through the double fault's task needs no stack, and sets the guard again.
 */
static void overlook(const struct trap_frame *frame)
{
    if (trap_is_interrupt(frame) && !debug_registers_armed_here() && !trap_is_nested() &&
        !this_thread()->trouble.lost)
        double_fault_leave(frame);
}

struct trap_frame *trap_resume_after_growth(struct trap_frame *frame)
{
    struct thread *thread = this_thread();
    kernel_lock();
    if (thread->trouble.used_up) {
        overlook(frame);
        return trap_deliver(frame, NULL);
    }
    stack_settle(thread, frame->eip, trap_esp(frame));
    return frame;
}
