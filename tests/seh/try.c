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
#include "tests/harness/tap.h"
#include "tests/seh/try_except.h"
#include "tests/seh/try_finally.h"
#include "tests/seh/try_inside.h"
#include "tests/seh/try_machine.h"

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
    {"filter and block see earlier assignments", assigned_in_filter, 321, ""},
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
    {"and leaves nothing on the stack", jumped_over_many_unwinds, 1000, "E"},
    {"nor does continue", left_by_continue_many_times, 100000, ""},
    {"loops in __finally have their own break and continue", loops_in_finally, 4, "NE"},

    {"an exception in a filter asks it again, as nested", exception_in_filter, 21, "E"},
    {"a filter that continues a nested exception has its own again",
     own_exception_after_a_nested_one, 1, ""},
    {"an exception caught in a filter reaches no other handler",
     exception_caught_in_filter_stays_there, 1, "FEGE"},
    {"an exception in __finally takes over the unwind", exception_in_finally, 1, "FAGB"},
    {"a statement in __finally catches, and the unwind goes on", caught_in_finally, 1, "FAGBECE"},
    {"an exception that it does not catch takes over the unwind", not_caught_in_finally, 1, "FAGH"},
    {"it is no nested one: the unwind has left the handler behind", flags_of_exception_in_finally,
     1, ""},
    {"an exception in __except is the outer statement's", exception_in_except, 1, "FaG"},
    {"a statement in __except", finally_in_except, 3, "aN"},
    {"recursion: each call has its own variables", recursions, 1, "432E"},

    {"longjmp runs __finally blocks", jumped_out, 3, "N"},
    {"longjmp into a __try block keeps it", jumped_within, 3, "NMFE"},
    {"a frame by hand that a return forgets is gone", forgotten_frame, 0, "NFE"},
    {"frames by hand among them are called in order", mixed_with_frames_by_hand, 0, "SSFUNUE"},

    {"x87 registers are empty in __except", x87_is_empty, 36, ""},
    {"the direction flag is clear", direction_is_up, 0, ""},
    {"a value that a statement has computed outlasts a filter", values_of_the_statement, 40211, ""},
    {"so do the variables of the block", arrays_of_block_and_filter, 'b', "fF"},
    {"a value that return has computed outlasts a __finally block", value_of_the_return, 6001, "b"},
    {"strictly aligned variables", aligned, 5522, ""},
    {"large variables", large_frame, 6001, ""},
    {"arrays of variable length", variable_lengths, 1, "vv"},
    {"register variables", register_variables, 161312, ""},
    {"memory from alloca is gone at the block's end", allocated_by_end, 1, "n"},
    {"and behind __leave, in each block", allocated_by_leave, 3, ""},
    {"and behind a break", allocated_by_break, 1, "N"},
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
