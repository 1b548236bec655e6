/* The values that the words of a context or of a list are forged to. */
#ifndef TESTS_UMS_FORGED_VALUES_H
#define TESTS_UMS_FORGED_VALUES_H

#include "tests/ums/ums_forged.h"

enum { SCRATCH = 16384 };

#define WORD_OF(member) (offsetof(struct ums_context, member) / 4)

static DWORD scratch[SCRATCH / 4];
static bool in_ring3;

extern const char ums_execute_from[], ums_execute_to[], ums_yield_stores[], ums_yield_leaves[];

static void illegal(void) { __asm__ volatile("ud2"); }

static DWORD selector_of(const struct worker *worker)
{
    return ((struct ums_context *)worker->context)->selector;
}

/* Every word may get these. */
static DWORD any_value(unsigned which)
{
    const DWORD values[] = {
        0,
        1,
        2,
        0xFFFFFFFF,
        0x80000000,
        0x7FFFFFFF,
        0x80100000,
        0x80100001,
        0xC0000000,
        0xFFFFF000,
        (DWORD)target.context,
        (DWORD)other.context,
        (DWORD)other.context + 4,
        (DWORD)own,
        (DWORD)scene_list,
        (DWORD)scratch + SCRATCH / 2,
        (DWORD)target.thread,
        (DWORD)scheduler,
        (DWORD)event,
        ((struct ums_context *)other.context)->handle,
        ((struct ums_list_words *)scene_list)->handle,
        ((struct ums_list_words *)list)->event,
        GetCurrentThreadId(),
        GetThreadId(scheduler),
        UMS_LOCK_KERNEL,
        UMS_SCHEDULER,
        UMS_WORKER | UMS_SUSPENDED | UMS_TERMINATED,
    };
    return values[which % (sizeof values / sizeof values[0])];
}
enum { ANY_VALUES = 27 };

static DWORD selector_value(unsigned which)
{
    const DWORD values[] = {0x03, 0x04, 0x07,   0x08,    0x0B,   0x10,   0x13,      0x1B,
                            0x23, 0x28, 0x2B,   0x30,    0x33,   0x3B,   0x50,      0x53,
                            0x60, 0x63, 0x68,   0x6B,    0x73,   0xFC,   0x10007,   0xFFFF,
                            0x5C, 0x5F, 0xFFF7, 0x1000F, 0x7FFF, 0xFFFC, 0xFFFF0007};
    unsigned count = sizeof values / sizeof values[0];
    which %= count + 1;
    return which == count ? selector_of(&other) : values[which];
}

/* Not ums_blocked, which as a procedure would call itself without end. */
static DWORD code_value(unsigned which)
{
    const DWORD values[] = {
        0,
        1,
        0xFFFFFFFF,
        0x80100000,
        (DWORD)scratch,
        (DWORD)illegal,
        (DWORD)UmsThreadYield,
        (DWORD)ums_yield_stores,
        (DWORD)ums_yield_leaves,
        (DWORD)ums_execute_from,
        (DWORD)ums_execute_to,
        (DWORD)ExecuteUmsThread,
        (DWORD)SwitchToThread,
    };
    return values[which % (sizeof values / sizeof values[0])];
}

/* By such an FS ring 0 would write to the kernel's data, or lay its frames as another thread. */
static bool is_block_of_another(DWORD selector)
{
    DWORD index = selector & 0xFFF8;
    return index == SELECTOR_CPU || index == SELECTOR_TIB0 || index == (SELECTOR_TIB3 & ~3) ||
           (selector & SELECTOR_LOCAL);
}

/* Bits that a control word or the flags do not have, or that turn exceptions on. */
static DWORD bits_value(unsigned which)
{
    const DWORD values[] = {0,       0xFFFFFFFF, 0xFFFF, 0x10000, 0x1F80, 0x8000,   0xFFBF,
                            0x40,    0x027F,     0x0340, 0x400,   0x3202, 0x4202,   0x100,
                            0x20202, 0x80000000, 0x0002, 0x1000,  0x5F80, 0x400202, 0x7F7F};
    return values[which % (sizeof values / sizeof values[0])];
}

/* A stack pointer where an exception finds no stack ends the run, as that of any thread. So only
 * those variants have one that are made for it. */
static DWORD stack_value(unsigned which)
{
    return which % 2 ? (DWORD)scratch + SCRATCH / 2 + which % 7 : 0;
}

static DWORD value_of(enum state state, unsigned word, unsigned which)
{
    if (state == LIST)
        return any_value(which);
    switch (word) {
    case WORD_OF(selector): {
        DWORD value = which % 2 ? selector_value(which / 2) : any_value(which / 2);
        return is_block_of_another(value) && !in_ring3 ? 0 : value;
    }
    case WORD_OF(esp): return state == OWN ? stack_value(1) : stack_value(which);
    case WORD_OF(ebp): /* compiled code makes it the stack pointer */
        return stack_value(1 + 2 * which);
    case WORD_OF(eip):
    case WORD_OF(procedure):
    case WORD_OF(traced): return code_value(which);
    case WORD_OF(eflags):
    case WORD_OF(mxcsr):
    case WORD_OF(x87_control): return bits_value(which);
    default: return any_value(which);
    }
}

#endif
