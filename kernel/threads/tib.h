/* The thread information block of the running thread: what FS reaches. Serves C and assembly. */
#ifndef KERNEL_THREADS_TIB_H
#define KERNEL_THREADS_TIB_H

#define TIB_CHAIN        0x00
#define TIB_STACK_BASE   0x04
#define TIB_STACK_LIMIT  0x08
#define TIB_FIBER        0x10
#define TIB_LAST_ERROR   0xAC /* UserReserved, of the thread library: see uthread_impl.h */
#define TIB_ATTENTION    0xB0 /* each tick of the clock fills this one with ones */
#define TIB_ATTEND       0xFFFFFFFF
#define TIB_SLICE        0xB4 /* counted down by every tick; what happens at 0: kernel/trap/preempt.h */
#define TIB_PREEMPT      0xB8 /* where code of the program goes then, or 0 */
#define TIB_FPU_THREADS  0xBC
#define TIB_STACKS       0xCC /* SystemReserved1, of the thread library: see stacks.c */
#define TIB_SCHEDULERS   0xD0 /* the list of them: for debuggers, tools/gdb_threads.py */
#define TIB_BURIALS      0xD4 /* SystemReserved1[2], of the thread library: see join.c */
#define TIB_POOLS        0xD8 /* the list of them: the same, and schedulers.c */
#define TIB_GUARDS_LOST  0xDC /* the guard of a stack was touched by code of another one */
#define TIB_DEALLOCATION 0xE0C

#ifndef __ASSEMBLER__
#include <nt.h>

NT_ASSERT_OFFSET(TEB, NtTib.ExceptionList, TIB_CHAIN);
NT_ASSERT_OFFSET(TEB, NtTib.StackBase, TIB_STACK_BASE);
NT_ASSERT_OFFSET(TEB, NtTib.StackLimit, TIB_STACK_LIMIT);
NT_ASSERT_OFFSET(TEB, NtTib.FiberData, TIB_FIBER);
NT_ASSERT_OFFSET(TEB, UserReserved, TIB_LAST_ERROR);
NT_ASSERT_OFFSET(TEB, UserReserved[1], TIB_ATTENTION);
NT_ASSERT_OFFSET(TEB, UserReserved[2], TIB_SLICE);
NT_ASSERT_OFFSET(TEB, UserReserved[3], TIB_PREEMPT);
NT_ASSERT_OFFSET(TEB, UserReserved[4], TIB_FPU_THREADS);
NT_ASSERT_OFFSET(TEB, SystemReserved1, TIB_STACKS);
NT_ASSERT_OFFSET(TEB, SystemReserved1[2], TIB_BURIALS);
NT_ASSERT_OFFSET(TEB, SystemReserved1[3], TIB_POOLS);
NT_ASSERT_OFFSET(TEB, SystemReserved1[4], TIB_GUARDS_LOST);
NT_ASSERT_OFFSET(TEB, DeallocationStack, TIB_DEALLOCATION);

/* Those that the kernel knows, as indices of UserReserved. */
enum { TEB_ATTENTION = 1, TEB_SLICE = 2, TEB_PREEMPT = 3 };
enum { TEB_GUARDS_LOST = 4 }; /* of SystemReserved1 */

/* The block itself, by its linear address. FS must be loaded. Any ring. */
static inline TEB *tib_current(void)
{
    TEB *teb;
    __asm__("movl %%fs:0x18, %0" : "=r"(teb));
    return teb;
}

/* One of the words at the offsets above. */
static inline DWORD *tib_word(unsigned offset)
{
    return (DWORD *)((char *)tib_current() + offset);
}

/* Its FiberData, whatever the rest of the block says. Any ring. */
static inline void *tib_fiber(void)
{
    void *fiber;
    __asm__ volatile("movl %%fs:0x10, %0" : "=r"(fiber));
    return fiber;
}

/* The running user-level thread, or NULL: its block lies at the stack's base. Any ring. */
static inline void *tib_thread(void)
{
    void *base;
    __asm__ volatile("movl %%fs:4, %0" : "=r"(base));
    return tib_fiber() ? base : NULL;
}

/* A thread's outermost frame, at the upper end of its stack. _setjmp3 reads a try level behind the
 * record of whatever frame it finds, as Windows' does; so there is something to read. */
struct final_frame {
    EXCEPTION_REGISTRATION_RECORD record;
    DWORD room_for_level[2];
};
#endif

#endif
