/* Rows of try.c: the machine's state, and where the compiler keeps variables. */
#ifndef TESTS_TRY_MACHINE_H
#define TESTS_TRY_MACHINE_H

#include "tests/seh/try_steps.h"

#include <malloc.h>

/* Faults with values on the x87 stack: none of them stays there. */
SEH_FUNCTION static int x87_is_empty(void)
{
    volatile double sum = 0;
    for (int i = 0; i < 12; i++) {
        __try {
            __asm__ volatile("fld1; fld1; fldpi; ud2");
        } __except (1) {
            struct {
                DWORD control, status, tags, others[4];
            } state;
            __asm__ volatile("fnstenv %0; fldenv %0" : "=m"(state));
            if ((state.tags & 0xFFFF) == 0xFFFF) /* not every emulator faults when they are full */
                sum += 1.5;
        }
    }
    return (int)(sum * 2);
}

SEH_FUNCTION static int direction_is_up(void)
{
    int in_filter = 1, in_block = 1;
    __try {
        __asm__ volatile("std; ud2");
    } __except (({ __asm__("pushfl; popl %0" : "=r"(in_filter)); }), 1) {
        __asm__("pushfl; popl %0" : "=r"(in_block));
    }
    return (in_filter | in_block) >> 10 & 1;
}

struct pair {
    double a, b;
};

/* Variables at addresses that the stack alone would not give them, and a result in memory. */
SEH_FUNCTION static struct pair aligned_variables(int first, double second)
{
    __attribute__((aligned(64))) int aligned[4] = {first, 0, 0, 0};
    struct pair pair = {0, second};
    __try {
        __try {
            aligned[1] = first + 1;
            aligned[2] = first / zero;
        } __finally {
            aligned[3] = first + 3 + AbnormalTermination();
        }
    } __except (aligned[2] = (int)second, (DWORD)aligned % 64 == 0) {
        pair.a = aligned[0] + aligned[1] * 10 + aligned[2] * 100 + aligned[3] * 1000;
    }
    return pair;
}

static int aligned(void)
{
    struct pair pair = aligned_variables(1, 5.5);
    return (int)pair.a + (pair.b == 5.5);
}

/* More of the stack than a page lies between the variables and the block. */
SEH_FUNCTION static int large_frame(void)
{
    int large[6000], sum = 0;
    for (int i = 0; i < 6000; i++)
        large[i] = i;
    __try {
        __try {
            fault();
        } __finally {
            for (int i = 0; i < 6000; i++)
                sum += large[i] != i;
            large[7] = 9;
        }
    } __except (sum += large[5999], 1) {
        sum += large[7] - 7;
    }
    return sum;
}

/* Expressions that keep many values at once. */
static int number(int value) { return value + zero; }

static int number_after_exception(int value)
{
    raise();
    return value;
}

#define BUSY                                                                                       \
    (number(1) +                                                                                   \
     (number(2) + (number(3) + (number(4) + number(5) * number(6)) * number(7)) * number(8)) *     \
         number(9))

SEH_FUNCTION static int values_of_the_statement(void)
{
    int busy = 0, value = 0;
    __try {
        value = number(1) + number(2) * (number(10) + number(20) * number_after_exception(100));
    } __except (busy = BUSY, EXCEPTION_CONTINUE_EXECUTION) {
        return 0;
    }
    return value * 10 + (busy == BUSY);
}

SEH_FUNCTION static int arrays_of_block_and_filter(void)
{
    skipped = 2;
    __try {
        char text[100];
        memset(text, 'b', sizeof text);
        __asm__ volatile("ud2");
        return text[50];
    } __except (({
        char text[100];
        memset(text, 'f', sizeof text);
        note(text[50]);
        go_on(GetExceptionInformation());
    })) {
        note('E');
    }
    return 0;
}

SEH_FUNCTION static int value_of_the_return(void)
{
    int busy = 0;
    __try {
        return number(1) + number(20) * number(300);
    } __finally {
        busy = BUSY;
        note(busy == BUSY ? 'b' : 'x');
    }
    return 0;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wvla"
SEH_FUNCTION static int variable_length(int length)
{
    char text[length];
    memset(text, 'v', (size_t)length);
    __try {
        char inner[length];
        memset(inner, 'i', (size_t)length);
        fault();
    } __except (({
        char in_filter[length * 2];
        memset(in_filter, 'f', (size_t)length * 2);
        in_filter[1] == 'f';
    })) {
        char in_block[length];
        memset(in_block, 'b', (size_t)length);
        note(text[length - 1]);
    }
    return text[0];
}

#pragma GCC diagnostic pop

static int variable_lengths(void)
{
    return variable_length(10) == 'v' && variable_length(5000) == 'v';
}

static volatile size_t some_bytes = 64;

static int allocate(char *memory)
{
    memset(memory, 'm', some_bytes);
    return 1;
}

SEH_FUNCTION static int allocated_by_end(void)
{
    int done = 0;
    __try {
        done = allocate(alloca(some_bytes));
    } __finally {
        note(AbnormalTermination() ? 'N' : 'n');
    }
    return done;
}

SEH_FUNCTION static int allocated_by_leave(void)
{
    int done = 0;
    __try {
        done += allocate(alloca(some_bytes));
        __try {
            done += allocate(alloca(some_bytes));
            if (done == 2)
                __leave;
            done = 10;
        } __except (1) {
            note('E');
        }
        done++;
        if (done == 3)
            __leave;
        done = 20;
    } __except (1) {
        note('F');
    }
    return done;
}

SEH_FUNCTION static int allocated_by_break(void)
{
    int done = 0;
    for (;;) {
        __try {
            done = allocate(alloca(some_bytes));
            break;
        } __finally {
            note(AbnormalTermination() ? 'N' : 'n');
        }
    }
    return done;
}

SEH_FUNCTION static int register_variables(void)
{
    register int a = 1, b = 2, c = 3;
    register double d = 0.5;
    __try {
        a += 10;
        d += 1;
        b = a / zero;
        c = 99;
    } __except (b += a, c += b, d *= 2, 1) {
        return a + b * 100 + c * 10000 + (d == 3);
    }
    return 0;
}

#endif
