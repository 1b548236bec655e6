/* setjmp and longjmp in native C with __try, and without.
 *
 * Each scene notes its steps as letters: b the __try block's beginning, j behind setjmp's second
 * return, F a filter, N a __finally block after an abnormal end, n after a normal one, E an
 * __except block, z the end of the function.
 *
 * run: emulator=qemu
 *
 * run: name=ring3 ring=3
 *
 * run: emulator=bochs compilers=gcc
 */
#include <seh.h>
#include <setjmp.h>
#include <string.h>

#include "tests/harness/tap.h"

static char notes[32];
static jmp_buf jump;
static int rounds;

static void note(char letter)
{
    size_t length = strlen(notes);
    notes[length] = letter;
    notes[length + 1] = 0;
}

static void fault(void) { *(volatile int *)0 = 1; }

static int value_of_zero(void)
{
    int value = setjmp(jump);
    if (value == 0)
        longjmp(jump, 0);
    return value;
}

static int deep(int depth)
{
    if (depth == 20 && rounds == 0)
        longjmp(jump, 7);
    return depth < 20 ? deep(depth + 1) + 1 : 0;
}

static int from_below(void)
{
    rounds = 0;
    int value = setjmp(jump);
    return value ? value : deep(0);
}

SEH_FUNCTION static void leave_blocks(void)
{
    __try {
        __try {
            longjmp(jump, 3);
        } __finally {
            note(AbnormalTermination() ? 'N' : 'n');
        }
    } __except (note('F'), EXCEPTION_CONTINUE_SEARCH) {
    }
}

SEH_FUNCTION static int over_blocks(void)
{
    __try {
        if (setjmp(jump) == 0)
            leave_blocks();
        note('j');
        fault();
    } __except (note('F'), EXCEPTION_EXECUTE_HANDLER) {
        note('E');
    }
    note('z');
    return 0;
}

SEH_FUNCTION static int from_finally(void)
{
    rounds = 0;
    __try {
        note('b');
        if (setjmp(jump) != 0)
            note('j');
    } __finally {
        note(AbnormalTermination() ? 'N' : 'n');
        if (rounds++ == 0)
            longjmp(jump, 1);
    }
    note('z');
    return rounds;
}

SEH_FUNCTION static int from_finally_after_return(void)
{
    rounds = 0;
    __try {
        note('b');
        if (setjmp(jump) == 0)
            return 0;
        note('j');
    } __finally {
        note(AbnormalTermination() ? 'N' : 'n');
        if (rounds++ == 0)
            longjmp(jump, 1);
    }
    note('z');
    return rounds;
}

SEH_FUNCTION static int from_finally_of_an_unwind(void)
{
    rounds = 0;
    __try {
        __try {
            note('b');
            if (setjmp(jump) == 0)
                fault();
            note('j');
        } __finally {
            note(AbnormalTermination() ? 'N' : 'n');
            if (rounds++ == 0)
                longjmp(jump, 1);
        }
        note('z');
    } __except (note('F'), EXCEPTION_EXECUTE_HANDLER) {
        note('E');
    }
    return rounds;
}

SEH_FUNCTION static int from_except(void)
{
    rounds = 0;
    __try {
        __try {
            note('b');
            if (setjmp(jump) != 0)
                note('j');
            fault();
        } __except (note('F'), EXCEPTION_EXECUTE_HANDLER) {
            note('E');
            if (rounds++ == 0)
                longjmp(jump, 1);
        }
    } __except (note('f'), EXCEPTION_EXECUTE_HANDLER) {
        note('e');
    }
    note('z');
    return rounds;
}

SEH_FUNCTION static int into_a_block_beside(void)
{
    rounds = 0;
    __try {
        note('b');
        if (setjmp(jump) != 0)
            note('j');
    } __finally {
        note('1');
    }
    __try {
        if (rounds++ == 0)
            longjmp(jump, 1);
    } __finally {
        note('2');
    }
    note('z');
    return rounds;
}

SEH_FUNCTION static int twice(void)
{
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        __try {
            rounds = 0;
            sum += setjmp(jump);
        } __finally {
            if (rounds++ < 2)
                longjmp(jump, 5 + rounds);
        }
    }
    return sum;
}

SEH_FUNCTION static int inactive_left_by_return(void)
{
    rounds = 0;
    __try {
        if (setjmp(jump) != 0)
            return 4;
    } __finally {
        note('n');
        longjmp(jump, 1);
    }
    return 0;
}

static const struct scene {
    int (*function)(void);
    int result;
    const char *notes;
    const char *claim;
} scenes[] = {
    {value_of_zero, 1, "", "longjmp with 0 brings 1"},
    {from_below, 7, "", "longjmp leaves functions"},
    {over_blocks, 0, "NjFEz",
     "longjmp runs the __finally blocks that it leaves, and the block around setjmp stays active"},
    {from_finally, 2, "bnjnz", "longjmp from a __finally block after a normal end"},
    {from_finally_after_return, 2, "bNjnz", "longjmp from a __finally block that a return runs"},
    {from_finally_of_an_unwind, 2, "bFNjnz", "longjmp from a __finally block that an unwind runs"},
    {from_except, 1, "bFEjfez", "longjmp from an __except block: its filter is not asked again"},
    {into_a_block_beside, 2, "b12j12z", "longjmp from a __try block into one before it"},
    {twice, 26, "", "each time that a block is entered it is active again"},
    {inactive_left_by_return, 4, "n", "a return out of a block that is not active runs nothing"},
};

int main(void)
{
    for (unsigned i = 0; i < sizeof(scenes) / sizeof(scenes[0]); i++) {
        EXCEPTION_REGISTRATION_RECORD *head = seh_head();
        notes[0] = 0;
        int result = scenes[i].function();
        is_dec((uint32_t)result, (uint32_t)scenes[i].result, "%s: result", scenes[i].claim);
        if (!ok(strcmp(notes, scenes[i].notes) == 0, "%s: order", scenes[i].claim))
            tap_note("got %s, expected %s", notes, scenes[i].notes);
        ok(seh_head() == head, "%s: the chain is as before", scenes[i].claim);
    }
    return tap_done();
}
