/* __try, __except, __finally and __leave in native C do what they do on Windows.
 *
 * Each row calls a function with __try statements; it notes every step as a letter: F a filter, N a
 * __finally block after an abnormal end, n after a normal one, E an __except block.
 *
 * run: emulator=qemu
 *
 * run: name=ring3 ring=3
 *
 * run: name=checked-chains args="trapline:safeseh trapline:sehop"
 *
 * run: emulator=bochs compilers=gcc
 */
#include "tests/tap.h"

#include <seh.h>
#include <seh_frames.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CODE 0xE0000001u

static char notes[64];
static int zero;
static unsigned skipped; /* bytes of the instruction at fault, for filters that go on behind it */

static void note(char letter)
{
    size_t length = strlen(notes);
    if (length < sizeof notes - 1)
        notes[length] = letter;
}

/* A filter's answer, noted. */
static int answer(char letter, int value)
{
    note(letter);
    return value;
}

static int go_on(EXCEPTION_POINTERS *pointers)
{
    note('F');
    pointers->ContextRecord->Eip += skipped;
    return EXCEPTION_CONTINUE_EXECUTION;
}

static void fault(void)
{
    __asm__ volatile("ud2");
}

static void raise(void)
{
    RaiseException(CODE, 0, 0, NULL);
}

/* ---------------------------------------------------------------- __except */

SEH_FUNCTION static int no_exception(void)
{
    int result = 1;
    __try {
        result = 2;
        note('a');
    } __except (answer('F', 1)) {
        note('E');
    }
    return result;
}

SEH_FUNCTION static int executed(void)
{
    int result = 1;
    __try {
        result = 2;
        result = 3 / zero;
        result = 4;
    } __except (answer('F', 1)) {
        note('E');
        result += 10;
    }
    return result;
}

SEH_FUNCTION static int executed_by_any_positive_answer(void)
{
    __try {
        fault();
    } __except (answer('F', 0x40000000)) {
        return 1;
    }
    return 0;
}

SEH_FUNCTION static int continued(void)
{
    int result = 1;
    skipped = 2;
    __try {
        result = 2;
        __asm__ volatile("ud2");
        result += 10;
    } __except (go_on(GetExceptionInformation())) {
        note('E');
    }
    return result;
}

SEH_FUNCTION static int continued_by_any_negative_answer(void)
{
    __try {
        raise();
        note('a');
    } __except (answer('F', -0x40000000)) {
        return 1;
    }
    return 0;
}

SEH_FUNCTION static int searched(void)
{
    __try {
        __try {
            fault();
        } __except (answer('F', 0)) {
            note('e');
        }
        note('a');
    } __except (answer('G', 1)) {
        note('E');
    }
    return 0;
}

/* The filter's own assignments, and those of the block before it, are there afterwards. */
SEH_FUNCTION static int assigned_in_filter(void)
{
    int before = 1, in_block = 0, in_filter = 0;
    char text[40] = "none";
    __try {
        in_block = 1;
        strcpy(text, "block");
        in_block = 2;
        *(volatile int *)0 = 1;
        in_block = 3;
    } __except (in_filter = before + in_block, text[0] = 'c', 1) {
        return in_filter * 100 + in_block * 10 + (strcmp(text, "clock") == 0);
    }
    return 0;
}

SEH_FUNCTION static int assigned_by_filter_then_continued(void)
{
    int answers = 0;
    double sum = 0.25;
    skipped = 2;
    __try {
        for (int i = 0; i < 3; i++) {
            sum += 0.5;
            __asm__ volatile("ud2");
        }
    } __except (answers++, sum *= 2, go_on(GetExceptionInformation())) {
        return -1;
    }
    return answers * 1000 + (int)(sum * 4);
}

/* A call with more arguments than any other of the function, from a filter. */
struct large {
    int words[40];
};

static int sum_of(struct large large, int a, int b, int c, int d)
{
    for (int i = 0; i < 40; i++)
        a += large.words[i];
    return a + b * 10 + c * 100 + d * 1000;
}

SEH_FUNCTION static int large_arguments_in_filter(void)
{
    struct large large;
    int guard[4] = {1, 2, 3, 4}, sum = 0;
    for (int i = 0; i < 40; i++)
        large.words[i] = i;
    __try {
        fault();
    } __except ((sum = sum_of(large, 4, 3, 2, 1)) == 4 + 780 + 30 + 200 + 1000) {
        note('E');
    }
    return guard[0] + guard[1] + guard[2] + guard[3] + sum;
}

SEH_FUNCTION static int code_in_filter_and_block(void)
{
    DWORD in_filter = 0;
    __try {
        raise();
    } __except (in_filter = GetExceptionCode(), 1) {
        return in_filter == CODE && GetExceptionCode() == CODE;
    }
    return 0;
}

SEH_FUNCTION static int code_behind_a_statement_inside(void)
{
    __try {
        raise();
    } __except (1) {
        __try {
            fault();
        } __except (GetExceptionCode() == STATUS_ILLEGAL_INSTRUCTION) {
            if (GetExceptionCode() == STATUS_ILLEGAL_INSTRUCTION)
                note('E');
        }
        return GetExceptionCode() == CODE;
    }
    return 0;
}

SEH_FUNCTION static int information(void)
{
    EXCEPTION_RECORD record = {0};
    DWORD eip = 0;
    __try {
        fault();
    } __except (record = *GetExceptionInformation()->ExceptionRecord,
                eip = GetExceptionInformation()->ContextRecord->Eip, 1) {
        return record.ExceptionCode == STATUS_ILLEGAL_INSTRUCTION &&
               record.ExceptionAddress == (PVOID)eip;
    }
    return 0;
}

SEH_FUNCTION static int several(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        __try {
            sum += 10 / (i - 1);
        } __except (answer('F', 1)) {
            sum += 100;
            continue;
        }
        __try {
            if (i == 2)
                raise();
            sum += 1000;
        } __except (answer('G', 1)) {
            sum += 10000;
            break;
        }
    }
    return sum;
}

SEH_FUNCTION static int single_statement(int which)
{
    if (which)
        __try {
            raise();
        } __except (1) {
            note('E');
        }
    else
        note('x');
    switch (which) {
    case 1:
        __try {
            raise();
        } __except (1) {
            break;
        }
        note('x');
    }
    return which;
}

static int single_statements(void)
{
    return single_statement(1) + single_statement(0);
}

SEH_FUNCTION static int leave_in_loops(void)
{
    int i = 0;
    __try {
        for (;;) {
            while (1) {
                if (++i == 3)
                    __leave;
            }
        }
    } __except (1) {
        note('E');
    }
    __try {
        __try {
            raise();
        } __except (1) {
            __leave; /* the outer block's */
        }
        note('x');
    } __except (1) {
        note('E');
    }
    return i;
}

/* ---------------------------------------------------------------- __finally */

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

static int by_end(void)
{
    return leave_by(BY_END);
}
static int by_leave(void)
{
    return leave_by(BY_LEAVE);
}
static int by_return(void)
{
    return leave_by(BY_RETURN);
}
static int by_break(void)
{
    return leave_by(BY_BREAK);
}
static int by_continue(void)
{
    return leave_by(BY_CONTINUE);
}
static int by_goto(void)
{
    return leave_by(BY_GOTO);
}

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

static int returned_normally(void)
{
    return return_in_finally(0);
}
static int returned_over_a_return(void)
{
    return return_in_finally(1);
}

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

/* ---------------------------------------------------------------- statements in blocks */

SEH_FUNCTION static int exception_in_filter(void)
{
    int asked = 0, nested = 0;
    __try {
        raise();
    } __except (nested += (GetExceptionInformation()->ExceptionRecord->ExceptionFlags &
                           EXCEPTION_NESTED_CALL) != 0,
                ++asked == 1 ? fault(), 1 : 1) {
        note(GetExceptionCode() == STATUS_ILLEGAL_INSTRUCTION ? 'E' : 'e');
    }
    return asked * 10 + nested;
}

SEH_FUNCTION static int exception_caught_in_filter_stays_there(void)
{
    __try {
        raise();
    } __except (executed() == 12 && GetExceptionCode() == CODE ? answer('G', 1) : 0) {
        note(GetExceptionCode() == CODE ? 'E' : 'e');
        return 1;
    }
    return 0;
}

SEH_FUNCTION static int exception_in_finally(void)
{
    __try {
        __try {
            __try {
                raise();
            } __finally {
                note('A');
                fault();
                note('x');
            }
        } __finally {
            note('B');
        }
    } __except (answer(GetExceptionCode() == CODE ? 'F' : 'G', 1)) {
        return GetExceptionCode() == STATUS_ILLEGAL_INSTRUCTION;
    }
    return 0;
}

/* The statement in the __finally block catches what is raised there while the outer unwind waits.
 */
SEH_FUNCTION static int caught_in_finally(void)
{
    int value = 0;
    __try {
        __try {
            raise();
        } __finally {
            note('A');
            __try {
                __try {
                    fault();
                } __finally {
                    note(AbnormalTermination() ? 'B' : 'b');
                }
            } __except (answer('G', 1)) {
                note('E');
                value = 1;
            }
            note(AbnormalTermination() ? 'C' : 'c');
        }
    } __except (answer('F', 1)) {
        note(GetExceptionCode() == CODE ? 'E' : 'e');
    }
    return value;
}

/* What the statement in the __finally block does not catch goes on to the outer one. */
SEH_FUNCTION static int not_caught_in_finally(void)
{
    __try {
        __try {
            raise();
        } __finally {
            note('A');
            __try {
                fault();
            } __except (answer('G', 0)) {
                note('x');
            }
        }
    } __except (answer(GetExceptionCode() == CODE ? 'F' : 'H', 1)) {
        return GetExceptionCode() == STATUS_ILLEGAL_INSTRUCTION;
    }
    return 0;
}

/* The unwind has passed the guard of the handler that started it. */
SEH_FUNCTION static int flags_of_exception_in_finally(void)
{
    DWORD inner = 0, outer = 0;
    __try {
        __try {
            __try {
                raise();
            } __finally {
                fault();
            }
        } __except (inner = GetExceptionInformation()->ExceptionRecord->ExceptionFlags,
                    GetExceptionCode() == CODE) {
            note('x');
        }
    } __except (outer = GetExceptionInformation()->ExceptionRecord->ExceptionFlags, 1) {
        return inner == 0 && outer == 0;
    }
    return 0;
}

SEH_FUNCTION static int exception_in_except(void)
{
    __try {
        __try {
            raise();
        } __except (answer('F', 1)) {
            note('a');
            fault();
        }
    } __except (answer('G', 1)) {
        return GetExceptionCode() == STATUS_ILLEGAL_INSTRUCTION;
    }
    return 0;
}

SEH_FUNCTION static int finally_in_except(void)
{
    __try {
        raise();
    } __except (1) {
        __try {
            note('a');
            return 3;
        } __finally {
            note(AbnormalTermination() ? 'N' : 'n');
        }
    }
    return 0;
}

SEH_FUNCTION static int recursion(int depth)
{
    int own = depth;
    __try {
        if (depth == 4)
            raise();
        recursion(depth + 1);
    } __except (answer((char)('0' + own), own == 2)) {
        note('E');
        return own;
    }
    return own;
}

static int recursions(void)
{
    return recursion(1);
}

/* ---------------------------------------------------------------- longjmp, and frames by hand */

static _JUMP_BUFFER jump;

SEH_FUNCTION static void jump_through_finally(void)
{
    __try {
        __try {
            longjmp(&jump, 3);
        } __finally {
            note(AbnormalTermination() ? 'N' : 'n');
        }
    } __except (answer('F', 1)) {
        note('x');
    }
}

static int jumped_out(void)
{
    int value = _setjmp3(&jump, 0);
    if (value == 0)
        jump_through_finally();
    return value;
}

/* To a place inside a __try block: that block goes on. */
SEH_FUNCTION static int jumped_within(void)
{
    int value = 0;
    __try {
        value = _setjmp3(&jump, 0);
        if (value == 0) {
            __try {
                jump_through_finally();
            } __finally {
                note('M');
            }
        }
        raise();
    } __except (answer('F', 1)) {
        note('E');
    }
    return value;
}

static EXCEPTION_DISPOSITION note_unwinding(EXCEPTION_RECORD *record,
                                            EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,
                                            EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)frame, (void)context, (void)dispatcher;
    note(record->ExceptionFlags & EXCEPTION_UNWINDING ? 'U' : 'S');
    return ExceptionContinueSearch;
}

static void raise_under_frame_by_hand(void (*function)(void))
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, note_unwinding);
    function();
    seh_unlink(&frame);
}

SEH_FUNCTION static void raise_under_finally(void)
{
    __try {
        raise_under_frame_by_hand(raise);
    } __finally {
        note('N');
    }
}

SEH_FUNCTION static int mixed_with_frames_by_hand(void)
{
    __try {
        raise_under_frame_by_hand(raise_under_finally);
    } __except (answer('F', 1)) {
        note('E');
    }
    return 0;
}

/* ---------------------------------------------------------------- the machine's state */

/* Faults with values on the x87 stack: none of them stays there. */
SEH_FUNCTION static int x87_is_empty(void)
{
    volatile double sum = 0;
    for (int i = 0; i < 12; i++) {
        __try {
            __asm__ volatile("fld1; fld1; fldpi; ud2");
        } __except (1) {
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
static int number(int value)
{
    return value + zero;
}

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

/* ---------------------------------------------------------------- the table */

static const struct row {
    const char *claim;
    int (*function)(void);
    int result;
    const char *notes;
} rows[] = {
    {"without an exception neither filter nor block runs", no_exception, 2, "a"},
    {"an answer above 0 executes the block", executed, 12, "FE"},
    {"any positive one", executed_by_any_positive_answer, 1, "F"},
    {"an answer below 0 continues where the context says", continued, 12, "F"},
    {"any negative one", continued_by_any_negative_answer, 0, "Fa"},
    {"an answer of 0 asks the statement around it", searched, 0, "FGE"},
    {"filter and block see what was assigned before", assigned_in_filter, 321, ""},
    {"assignments of a filter that continues are kept", assigned_by_filter_then_continued, 3036,
     "FFF"},
    {"a filter may pass more arguments than the function", large_arguments_in_filter, 2024, "E"},
    {"GetExceptionCode in filter and block", code_in_filter_and_block, 1, ""},
    {"each block has its own code", code_behind_a_statement_inside, 1, "E"},
    {"GetExceptionInformation in the filter", information, 1, ""},
    {"several statements, with break and continue in their blocks", several, 11100, "FG"},
    {"a statement needs no braces around it", single_statements, 1, "Ex"},
    {"__leave goes to the end of its block", leave_in_loops, 3, ""},

    {"the end of a __try block is a normal one", by_end, 3, "anbanbc"},
    {"__leave, too", by_leave, 3, "nbnbc"},
    {"return is not, and its value is fixed before __finally", by_return, 2, "N"},
    {"break is not", by_break, 3, "Nc"},
    {"continue is not", by_continue, 3, "NNc"},
    {"goto is not", by_goto, 3, "N"},
    {"an unwind is not", by_fault, 0, "FNE"},
    {"return runs all blocks from the inside out", return_through_three, 5, "AB6"},
    {"all filters are asked before the first __finally", order_of_three, 0, "FGABE"},

    {"return in __finally after a normal end", returned_normally, 7, "n"},
    {"return in __finally replaces another", returned_over_a_return, 7, "N"},
    {"return in __finally ends an unwind", returned_over_an_unwind, 7, "FNa"},
    {"goto out of __finally ends an unwind", jumped_over_an_unwind, 8, "FNMa"},
    {"loops in __finally have their own break and continue", loops_in_finally, 4, "NE"},

    {"an exception in a filter asks it again, as nested", exception_in_filter, 21, "E"},
    {"an exception caught in a filter is nobody else's", exception_caught_in_filter_stays_there, 1,
     "FEGE"},
    {"an exception in __finally takes over the unwind", exception_in_finally, 1, "FAGB"},
    {"a statement in __finally catches, and the unwind goes on", caught_in_finally, 1, "FAGBECE"},
    {"what it does not catch takes over the unwind", not_caught_in_finally, 1, "FAGH"},
    {"it is no nested one: the unwind has left the handler behind", flags_of_exception_in_finally,
     1, ""},
    {"an exception in __except is the outer statement's", exception_in_except, 1, "FaG"},
    {"a statement in __except", finally_in_except, 3, "aN"},
    {"recursion: each call has its own variables", recursions, 1, "432E"},

    {"longjmp runs __finally blocks", jumped_out, 3, "N"},
    {"longjmp into a __try block keeps it", jumped_within, 3, "NMFE"},
    {"frames by hand among them are called in order", mixed_with_frames_by_hand, 0, "SSFUNUE"},

    {"x87 registers are empty in __except", x87_is_empty, 36, ""},
    {"the direction flag is clear", direction_is_up, 0, ""},
    {"what a statement has computed outlasts a filter", values_of_the_statement, 40211, ""},
    {"what return has computed outlasts a __finally block", value_of_the_return, 6001, "b"},
    {"strictly aligned variables", aligned, 5522, ""},
    {"large variables", large_frame, 6001, ""},
    {"arrays of variable length", variable_lengths, 1, "vv"},
    {"register variables", register_variables, 161312, ""},
};

static uint32_t stack_pointer(void)
{
    uint32_t esp;
    __asm__ volatile("movl %%esp, %0" : "=r"(esp));
    return esp;
}

int main(void)
{
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct row *row = &rows[i];
        EXCEPTION_REGISTRATION_RECORD *head = seh_head();
        uint32_t esp = stack_pointer();
        memset(notes, 0, sizeof notes);
        is_dec((uint32_t)row->function(), (uint32_t)row->result, "%s", row->claim);
        if (!ok(strcmp(notes, row->notes) == 0, "%s: order", row->claim))
            tap_note("got %s, expected %s", notes, row->notes);
        ok(seh_head() == head && stack_pointer() == esp, "%s: chain and stack are as before",
           row->claim);
    }
    return tap_done();
}
