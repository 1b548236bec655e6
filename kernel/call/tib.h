/* The thread information block of the running thread: FS reaches it. Serves C and assembly. */
#ifndef KERNEL_CALL_TIB_H
#define KERNEL_CALL_TIB_H

/* The attention word's value when a switch must look for work; mxcsr never has this value. */
#define TIB_ATTEND   0xFFFFFFFF

/* FiberData of a thread that is no fiber: the version number that Windows has there. */
#define TIB_NO_FIBER 0x1E00

#ifdef __ASSEMBLER__
/* clang-format off */
#define TEB_WORD(name, offset, member, writer, use) .set TIB_##name, offset;
#include "kernel/call/teb_words.h"
#undef TEB_WORD
/* clang-format on */
#else
#include "lib/thread_words.h"

#include <nt.h>
#include <stdbool.h>
#include <stdint.h>

enum {
#define TEB_WORD(name, offset, member, writer, use) TIB_##name = (offset),
#include "kernel/call/teb_words.h"
#undef TEB_WORD
};

#define TEB_WORD(name, offset, member, writer, use) NT_ASSERT_OFFSET(TEB, member, offset);
#include "kernel/call/teb_words.h"
#undef TEB_WORD

_Static_assert(TIB_LIBRARY == LIB_THREAD_OFFSET, "lib/thread_words.h knows the place");
_Static_assert(TIB_NUMBER == TIB_LIBRARY + offsetof(struct lib_thread, number), "and this one");
_Static_assert(sizeof(struct lib_thread) <= sizeof((TEB *)0)->GdiTebBatch, "its words have room");

/* Returns the block itself, by its linear address. FS must be loaded. Any ring. */
static inline TEB *tib_current(void)
{
    TEB *teb;
    __asm__("movl %%fs:%c1, %0" : "=r"(teb) : "i"(TIB_SELF));
    return teb;
}

/* Returns the place of a block's word at one of the offsets above. */
static inline DWORD *teb_word(TEB *teb, unsigned offset)
{
    return (DWORD *)((char *)teb + offset);
}

/* Like teb_word, for the running thread's block. */
static inline DWORD *tib_word(unsigned offset)
{
    return teb_word(tib_current(), offset);
}

/* Load and store the word of the running thread's block at one of the offsets above, a constant. */
#define tib_load(offset)                                                                           \
    __extension__({                                                                                \
        DWORD tib_loaded;                                                                          \
        __asm__ volatile("movl %%fs:%c1, %0" : "=r"(tib_loaded) : "i"(offset));                    \
        tib_loaded;                                                                                \
    })
#define tib_store(offset, value)                                                                   \
    __asm__ volatile("movl %0, %%fs:%c1" : : "ri"(value), "i"(offset) : "memory")

/* Tells whether [start, start + size) lies in the stack that the block describes; size > 0. */
static inline bool tib_holds(const NT_TIB *tib, uint32_t start, uint32_t size)
{
    return start >= (uint32_t)tib->StackLimit && start <= (uint32_t)tib->StackBase - size;
}

/* tib_holds for the running thread's stack, by FS alone: exceptions are delivered and handled
 * without Self, which the program may have ruined. Any ring. */
static inline bool tib_stack_holds(uint32_t start, uint32_t size)
{
    return start >= tib_load(TIB_STACK_LIMIT) && start <= tib_load(TIB_STACK_BASE) - size;
}

/* Tells whether user-level threads run. It needs no other word of the block, so these may be
 * damaged. Any ring. */
static inline bool tib_has_root(void)
{
    return tib_load(TIB_ROOT) != 0;
}

/* Returns the user-level thread that a thread of the kernel runs, or NULL. For the kernel, which
 * does not use FS. */
static inline void *tib_thread_of(TEB *teb)
{
    return *teb_word(teb, TIB_ROOT) ? teb->NtTib.StackBase : NULL;
}

/* Returns the running user-level thread, or NULL. Its block lies at StackBase. Any ring. */
static inline void *tib_thread(void)
{
    void *base;
    __asm__ volatile("movl %%fs:%c1, %0" : "=r"(base) : "i"(TIB_STACK_BASE));
    return tib_has_root() ? base : NULL;
}

/* A thread's outermost frame, at the upper end of its stack. Walks over scope tables, and _setjmp3,
 * read two words behind the record of any frame. */
struct final_frame {
    EXCEPTION_REGISTRATION_RECORD record;
    const void *scope_table; /* NULL in user-level threads */
    DWORD level;
};
#endif

#endif
