/* The thread information block of the running thread: what FS reaches. */
#ifndef KERNEL_TIB_H
#define KERNEL_TIB_H

#include <nt.h>

/* The block itself, by its linear address. FS must be loaded. Any ring. */
static inline TEB *tib_current(void)
{
    TEB *teb;
    __asm__("movl %%fs:0x18, %0" : "=r"(teb));
    return teb;
}

/* A thread's outermost frame, at the upper end of its stack. _setjmp3 reads a try level behind the
 * record of whatever frame it finds, as Windows' does; so there is something to read. */
struct final_frame {
    EXCEPTION_REGISTRATION_RECORD record;
    DWORD room_for_level[2];
};

/* Its FiberData, whatever the rest of the block says. Any ring. */
static inline void *tib_fiber(void)
{
    void *fiber;
    __asm__ volatile("movl %%fs:0x10, %0" : "=r"(fiber));
    return fiber;
}

#endif
