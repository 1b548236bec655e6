/* Vectored handlers are asked in the order of their list, before every frame, and may come and go
 * while they run.
 *
 * run: emulator=qemu
 * run: name=checked checked=1 compilers=gcc
 * run: emulator=bochs compilers=gcc
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "lib/heap.h"
#include "tests/harness/handler.h"
#include "tests/harness/tap.h"

#include <seh.h>
#include <seh_frames.h>
#include <string.h>

#define CODE 0xE0000042u

static char notes[32];

static void note(char letter)
{
    size_t length = strlen(notes);
    if (length < sizeof notes - 1)
        notes[length] = letter;
}

/* ---------------------------------------------------------------- handlers */

static LONG answer_a, answer_b;
static PVOID to_remove, added;
static ULONG removed_once, removed_twice;
static EXCEPTION_POINTERS seen;
static DWORD seen_code;

static LONG NTAPI handler_a(EXCEPTION_POINTERS *pointers)
{
    note('a');
    seen = *pointers;
    seen_code = pointers->ExceptionRecord->ExceptionCode;
    return answer_a;
}

static LONG NTAPI handler_b(EXCEPTION_POINTERS *pointers)
{
    note('b');
    return answer_b;
}

static LONG NTAPI remover(EXCEPTION_POINTERS *pointers)
{
    note('r');
    removed_once = RtlRemoveVectoredExceptionHandler(to_remove);
    removed_twice = RtlRemoveVectoredExceptionHandler(to_remove);
    return EXCEPTION_CONTINUE_SEARCH;
}

static LONG NTAPI adder(EXCEPTION_POINTERS *pointers)
{
    note('+');
    if (!added)
        added = RtlAddVectoredExceptionHandler(0, handler_b);
    return EXCEPTION_CONTINUE_SEARCH;
}

static LONG NTAPI faulty(EXCEPTION_POINTERS *pointers)
{
    note('f');
    if (pointers->ExceptionRecord->ExceptionCode == CODE)
        __asm__ volatile("ud2");
    else
        pointers->ContextRecord->Eip += 2;
    return pointers->ExceptionRecord->ExceptionCode == CODE ? EXCEPTION_CONTINUE_SEARCH
                                                            : EXCEPTION_CONTINUE_EXECUTION;
}

static LONG NTAPI leaves_and_faults(EXCEPTION_POINTERS *pointers)
{
    note('l');
    RtlRemoveVectoredExceptionHandler(to_remove);
    __asm__ volatile("ud2");
    return EXCEPTION_CONTINUE_SEARCH;
}

static LONG NTAPI fixer(EXCEPTION_POINTERS *pointers)
{
    note('x');
    if (pointers->ExceptionRecord->ExceptionCode != STATUS_ILLEGAL_INSTRUCTION)
        return EXCEPTION_CONTINUE_SEARCH;
    pointers->ContextRecord->Eip += 2;
    return EXCEPTION_CONTINUE_EXECUTION;
}

static LONG NTAPI told(EXCEPTION_POINTERS *pointers)
{
    note('t');
    return EXCEPTION_CONTINUE_SEARCH;
}

static LONG NTAPI told_and_ends(EXCEPTION_POINTERS *pointers)
{
    note('T');
    return EXCEPTION_CONTINUE_EXECUTION;
}

static EXCEPTION_DISPOSITION HANDLER(frame_handler)
{
    if (record->ExceptionFlags & EXCEPTION_UNWIND)
        return ExceptionContinueSearch;
    note('F');
    return ExceptionContinueExecution;
}

/* Raises under a frame that continues; what happened is in notes. */
static void raise(DWORD flags)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    memset(notes, 0, sizeof notes);
    seh_link(&frame, frame_handler);
    RaiseException(CODE, flags, 0, NULL);
    seh_unlink(&frame);
}

static void happened(const char *expected, const char *claim)
{
    if (!ok(strcmp(notes, expected) == 0, "%s", claim))
        tap_note("got %s, expected %s", notes, expected);
}

/* ---------------------------------------------------------------- claims */

static void check_order(void)
{
    PVOID a = RtlAddVectoredExceptionHandler(0, handler_a);
    PVOID b = RtlAddVectoredExceptionHandler(0, handler_b);
    ok(a && b && a != b, "each handler has a handle of its own");

    answer_a = answer_b = EXCEPTION_CONTINUE_SEARCH;
    raise(0);
    happened("abF", "handlers are asked in the order they were added, before frames");
    is_hex(seen_code, CODE, "they get the exception's record");
    ok(seen.ContextRecord != NULL, "and its context");

    answer_a = EXCEPTION_CONTINUE_EXECUTION;
    raise(0);
    happened("a", "-1 ends the walk, and no frame is asked");
    raise(EXCEPTION_NONCONTINUABLE);
    happened("a", "-1 continues even a noncontinuable exception");

    answer_a = EXCEPTION_EXECUTE_HANDLER;
    answer_b = -2;
    raise(0);
    happened("abF", "any other answer passes the exception on");

    PVOID again = AddVectoredExceptionHandler(1, handler_b);
    raise(0);
    happened("babF", "a handler added as first is asked first, a second time as well");

    is_dec(RtlRemoveVectoredExceptionHandler(a), 1, "removing a handler returns 1");
    is_dec(RtlRemoveVectoredExceptionHandler(a), 0, "removing it again returns 0");
    is_dec(RtlRemoveVectoredExceptionHandler(&notes), 0, "removing by a wrong handle returns 0");
    is_dec(RtlRemoveVectoredContinueHandler(b), 0, "a handle of the other list is none");
    raise(0);
    happened("bbF", "a removed handler is not asked any more");
    RemoveVectoredExceptionHandler(b);
    RemoveVectoredExceptionHandler(again);
}

static void check_changes_while_running(void)
{
    PVOID self = to_remove = RtlAddVectoredExceptionHandler(0, remover);
    PVOID b = RtlAddVectoredExceptionHandler(0, handler_b);
    answer_b = EXCEPTION_CONTINUE_SEARCH;
    raise(0);
    happened("rbF", "a handler that removes itself does not end the walk");
    ok(removed_once == 1 && removed_twice == 0, "it can remove itself once");
    raise(0);
    happened("bF", "and is gone afterwards");
    ok(RtlRemoveVectoredExceptionHandler(self) == 0, "its handle is none any more");

    PVOID remover_again = RtlAddVectoredExceptionHandler(1, remover);
    to_remove = b;
    raise(0);
    happened("rF", "a handler that another one removes is not asked");
    RtlRemoveVectoredExceptionHandler(remover_again);

    PVOID adding = RtlAddVectoredExceptionHandler(0, adder);
    raise(0);
    happened("+bF", "a handler that is added behind is asked at once");
    RtlRemoveVectoredExceptionHandler(adding);
    RtlRemoveVectoredExceptionHandler(added);
}

static _JUMP_BUFFER jump;

static EXCEPTION_DISPOSITION HANDLER(leaving_frame)
{
    note('L');
    longjmp(&jump, 1);
}

static LONG NTAPI insisting(EXCEPTION_POINTERS *pointers)
{
    if (pointers->ExceptionRecord->ExceptionCode != STATUS_NONCONTINUABLE_EXCEPTION)
        return EXCEPTION_CONTINUE_SEARCH;
    note('i');
    return EXCEPTION_CONTINUE_EXECUTION;
}

/* The dispatcher complains of a frame's answer by an exception that it does not expect back. */
static void check_insisting(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    PVOID handle = RtlAddVectoredExceptionHandler(0, insisting);
    seh_link(&frame, leaving_frame);
    if (_setjmp3(&jump, 0) == 0)
        raise(EXCEPTION_NONCONTINUABLE);
    happened("FiL", "-1 to C0000025 makes the wrong answer one that passes the exception on");
    seh_unlink(&frame);
    RtlRemoveVectoredExceptionHandler(handle);
}

static void check_nesting(void)
{
    PVOID handle = RtlAddVectoredExceptionHandler(0, faulty);
    raise(0);
    happened("ffF", "an exception inside a handler is asked about like any other");
    RtlRemoveVectoredExceptionHandler(handle);

    to_remove = RtlAddVectoredExceptionHandler(0, leaves_and_faults);
    PVOID fixing = RtlAddVectoredExceptionHandler(0, fixer);
    raise(0);
    happened("lxxF", "a handler that has removed itself is not asked about its own exception");
    RtlRemoveVectoredExceptionHandler(fixing);
}

/* ---------------------------------------------------------------- left without returning */

static LONG NTAPI jumping(EXCEPTION_POINTERS *pointers) { longjmp(&jump, 1); }

static LONG NTAPI faulting(EXCEPTION_POINTERS *pointers)
{
    if (pointers->ExceptionRecord->ExceptionCode == CODE)
        __asm__ volatile("ud2");
    return EXCEPTION_CONTINUE_SEARCH;
}

static LONG NTAPI continuing(EXCEPTION_POINTERS *pointers)
{
    NtContinue(pointers->ContextRecord, false);
    return EXCEPTION_CONTINUE_SEARCH;
}

/* Raises once under a frame that leaves by longjmp. */
static void raise_and_leave(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    EXCEPTION_REGISTRATION_RECORD *volatile head = seh_head();
    seh_link(&frame, leaving_frame);
    if (_setjmp3(&jump, 0) == 0)
        RaiseException(CODE, 0, 0, NULL);
    while (seh_head() != head)
        seh_unlink(seh_head());
}

static void check_left(void)
{
    enum { ROUNDS = 1000 };
    static const struct {
        const char *what;
        PVECTORED_EXCEPTION_HANDLER handler;
    } ways[] = {
        {"by longjmp", jumping},
        {"because a frame takes its own exception", faulting},
        {"by NtContinue", continuing},
    };
    for (unsigned i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        size_t blocks = heap_usage().blocks;
        unsigned removed = 0, again = 0;
        for (unsigned round = 0; round < ROUNDS; round++) {
            PVOID handle = RtlAddVectoredExceptionHandler(round % 2, ways[i].handler);
            raise_and_leave();
            removed += RtlRemoveVectoredExceptionHandler(handle);
            again += RtlRemoveVectoredExceptionHandler(handle);
        }
        ok(removed == ROUNDS && again == 0, "a handler that is left %s can be removed once",
           ways[i].what);
        is_dec(heap_usage().blocks - blocks, 0, "a handler that is left %s: no memory is lost",
               ways[i].what);
        raise(0);
        happened("F", "and it is not in the list any more");
    }
}

static void check_continue_handlers(void)
{
    PVOID first = RtlAddVectoredContinueHandler(1, told);
    PVOID second = AddVectoredContinueHandler(0, told_and_ends);
    PVOID third = RtlAddVectoredContinueHandler(0, told);
    raise(0);
    happened("FtT",
             "continue handlers are told behind the frame that continues, until one says -1");

    PVOID a = RtlAddVectoredExceptionHandler(0, handler_a);
    answer_a = EXCEPTION_CONTINUE_EXECUTION;
    raise(0);
    happened("atT", "and behind a vectored handler that does");
    RtlRemoveVectoredExceptionHandler(a);

    is_dec(RemoveVectoredContinueHandler(second), 1, "a continue handler can be removed");
    raise(0);
    happened("Ftt", "then those behind it are told");
    RtlRemoveVectoredContinueHandler(first);
    RtlRemoveVectoredContinueHandler(third);
}

int main(void)
{
    struct heap_usage before = heap_usage();
    check_order();
    check_changes_while_running();
    check_nesting();
    check_insisting();
    check_left();
    check_continue_handlers();
    raise(0);
    happened("F", "with no handler left frames are asked alone");
    ok(heap_usage().blocks == before.blocks, "removed handlers leave no memory behind");
    return tap_done();
}
