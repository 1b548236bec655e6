/* Rows of try.c: __finally blocks, and every way into and out of them. */
#ifndef TESTS_TRY_FINALLY_H
#define TESTS_TRY_FINALLY_H

#include "tests/seh/try_steps.h"

enum way { BY_END, BY_LEAVE, BY_RETURN, BY_BREAK, BY_CONTINUE, BY_GOTO, BY_FAULT };

SEH_FUNCTION static int leave_by(enum way way)
{
    int value = 1;
    for (int i = 0; i < 2; i++) {
        __try {
            value = 2;
            if (way == BY_LEAVE)
                __leave;
            if (way == BY_RETURN)
                return value;
            if (way == BY_BREAK)
                break;
            if (way == BY_CONTINUE)
                continue;
            if (way == BY_GOTO)
                goto out;
            if (way == BY_FAULT)
                value = 5 / zero;
            note('a');
        } __finally {
            note(AbnormalTermination() ? 'N' : 'n');
            value++;
        }
        note('b');
    }
    note('c');
out:
    return value;
}

static int by_end(void) { return leave_by(BY_END); }
static int by_leave(void) { return leave_by(BY_LEAVE); }
static int by_return(void) { return leave_by(BY_RETURN); }
static int by_break(void) { return leave_by(BY_BREAK); }
static int by_continue(void) { return leave_by(BY_CONTINUE); }
static int by_goto(void) { return leave_by(BY_GOTO); }

SEH_FUNCTION static int by_fault(void)
{
    __try {
        return leave_by(BY_FAULT);
    } __except (answer('F', 1)) {
        note('E');
    }
    return 0;
}

SEH_FUNCTION static int return_through_three(void)
{
    int value = 5;
    __try {
        __try {
            __try {
                return value;
            } __finally {
                note(AbnormalTermination() ? 'A' : 'a');
                value = 6;
            }
        } __except (1) {
            note('E');
        }
    } __finally {
        note(AbnormalTermination() ? 'B' : 'b');
        note((char)('0' + value));
    }
    return 0;
}

SEH_FUNCTION static int order_of_three(void)
{
    __try {
        __try {
            __try {
                __try {
                    raise();
                } __finally {
                    note('A');
                }
            } __except (answer('F', 0)) {
                note('e');
            }
        } __finally {
            note('B');
        }
    } __except (answer('G', 1)) {
        note('E');
    }
    return 0;
}

/* ---------------------------------------------------------------- leaving a __finally block */

SEH_FUNCTION static int return_in_finally(int way)
{
    __try {
        if (way == 1)
            return 1;
        if (way == 2)
            raise();
    } __finally {
        note(AbnormalTermination() ? 'N' : 'n');
        return 7;
    }
    return 2;
}

static int returned_normally(void) { return return_in_finally(0); }
static int returned_over_a_return(void) { return return_in_finally(1); }

SEH_FUNCTION static int returned_over_an_unwind(void)
{
    int value = 0;
    __try {
        value = return_in_finally(2);
        note('a');
    } __except (answer('F', 1)) {
        note('E');
    }
    return value;
}

SEH_FUNCTION static int jumped_over_an_unwind(void)
{
    int value = 1;
    __try {
        __try {
            __try {
                raise();
            } __finally {
                note('N');
                goto out;
            }
        } __finally {
            note(AbnormalTermination() ? 'M' : 'm');
        }
    out:
        note('a');
        value = 8;
    } __except (answer('F', 1)) {
        note('E');
    }
    return value;
}

/* Far more rounds than the stack would hold if any left something there. */
SEH_FUNCTION static int jumped_over_many_unwinds(void)
{
    int rounds = 0;
    __try {
    again:
        __try {
            raise();
        } __finally {
            if (++rounds < 1000)
                goto again;
        }
    } __except (1) {
        note('E');
    }
    return rounds;
}

SEH_FUNCTION static int left_by_continue_many_times(void)
{
    int rounds = 0;
    while (rounds < 100000) {
        __try {
            rounds++;
            continue;
        } __except (1) {
            note('E');
        }
    }
    return rounds;
}

SEH_FUNCTION static int loops_in_finally(void)
{
    int rounds = 0;
    __try {
        __try {
            raise();
        } __finally {
            for (int i = 0; i < 9; i++) {
                if (i == 2)
                    continue;
                if (i == 5)
                    break;
                rounds++;
            }
            note('N');
        }
    } __except (1) {
        note('E');
    }
    return rounds;
}

#endif
