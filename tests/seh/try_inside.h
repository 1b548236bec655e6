/* Rows of try.c: exceptions and statements inside of filters and blocks, longjmp, frames by hand.
 */
#ifndef TESTS_TRY_INSIDE_H
#define TESTS_TRY_INSIDE_H

#include "tests/harness/handler.h"
#include "tests/seh/try_steps.h"

#include <seh_frames.h>

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

/* The filter continues an exception that is raised in it, and then has its own exception again. */
SEH_FUNCTION static int own_exception_after_a_nested_one(void)
{
    DWORD code = 0;
    int same = 0;
    EXCEPTION_POINTERS *pointers = NULL;
    __try {
        raise();
    } __except (GetExceptionCode() != CODE
                    ? -1
                    : (pointers = GetExceptionInformation(), RaiseException(CODE + 1, 0, 0, NULL),
                       code = GetExceptionCode(), same = pointers == GetExceptionInformation(),
                       1)) {
        return code == CODE && same && GetExceptionCode() == CODE;
    }
    return 0;
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

/* The statement in the __finally block catches an exception that is raised there while the outer
 * unwind waits.
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

/* An exception that the statement in the __finally block does not catch goes on to the outer
 * statement. */
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

static int recursions(void) { return recursion(1); }

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

static EXCEPTION_DISPOSITION HANDLER(note_unwinding)
{
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

SEH_FUNCTION static void forget_frame(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    __try {
        seh_link(&frame, note_unwinding);
        return;
    } __finally {
        note(AbnormalTermination() ? 'N' : 'n');
    }
}

SEH_FUNCTION static int forgotten_frame(void)
{
    __try {
        forget_frame();
        raise();
    } __except (answer('F', 1)) {
        note('E');
    }
    return 0;
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

#endif
