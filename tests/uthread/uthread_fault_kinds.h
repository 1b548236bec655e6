/* Every kind of exception that no handler takes, for threads to end by. */
#ifndef TESTS_UTHREAD_FAULT_KINDS_H
#define TESTS_UTHREAD_FAULT_KINDS_H

#include "kernel/call/tib.h"
#include "tests/harness/handler.h"
#include "tests/uthread/uthread_scene.h"

#include <seh.h>

#define OWN_CODE 0xE0123456u

static void divide(void)
{
    volatile int five = 5, zero = 0;
    enter("%d", five / zero);
}

static void write_to_null(void) { *(volatile int *)0 = 1; }
static void read_kernel_gap(void) { enter("%d", *(volatile int *)0xFFFFE000); }
static void call_null(void) { ((utFunction volatile)0)(); }
static void breakpoint(void) { __asm__ volatile("int3"); }
static void illegal(void) { __asm__ volatile("ud2"); }
static void raise_own(void) { RaiseException(OWN_CODE, 0, 0, NULL); }
static void raise_status(void) { RtlRaiseStatus((NTSTATUS)STATUS_NO_MEMORY); }

static EXCEPTION_DISPOSITION HANDLER(bad_answer)
{
    return record->ExceptionCode == OWN_CODE ? (EXCEPTION_DISPOSITION)77 : ExceptionContinueSearch;
}

static EXCEPTION_DISPOSITION HANDLER(stubborn)
{
    return record->ExceptionCode == STATUS_NO_MEMORY ? ExceptionContinueExecution
                                                     : ExceptionContinueSearch;
}

static EXCEPTION_DISPOSITION HANDLER(faulty)
{
    if (record->ExceptionCode == OWN_CODE)
        divide();
    return ExceptionContinueSearch;
}

static EXCEPTION_DISPOSITION HANDLER(faulty_in_unwind)
{
    if (record->ExceptionFlags & EXCEPTION_UNWIND)
        divide();
    return ExceptionContinueSearch;
}

static void raise_under(PEXCEPTION_ROUTINE handler, utFunction raise)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, handler);
    raise();
    seh_unlink(&frame);
}

static void bad_disposition(void) { raise_under(bad_answer, raise_own); }
static void continue_noncontinuable(void) { raise_under(stubborn, raise_status); }
static void fault_in_handler(void) { raise_under(faulty, raise_own); }
static void fault_in_unwind(void) { raise_under(faulty_in_unwind, raise_own); }

static void broken_head(void)
{
    __asm__ volatile("movl %0, %%fs:0" : : "r"(0x1234) : "memory");
    divide();
}

static void broken_link(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, faulty);
    frame.Next = (EXCEPTION_REGISTRATION_RECORD *)((char *)&frame + 2);
    write_to_null();
    seh_unlink(&frame);
}

static EXCEPTION_DISPOSITION HANDLER(unwinds_too_far)
{
    if (record->ExceptionCode == OWN_CODE && !(record->ExceptionFlags & EXCEPTION_UNWIND)) {
        frame->Next = (EXCEPTION_REGISTRATION_RECORD *)0x1234;
        _global_unwind2((EXCEPTION_REGISTRATION_RECORD *)tib_current()->NtTib.StackBase - 1);
    }
    return ExceptionContinueSearch;
}

static void broken_unwind(void) { raise_under(unwinds_too_far, raise_own); }

static const struct kind {
    const char *what;
    utFunction func;
    DWORD status;
} kinds[] = {
    {"a division by zero", divide, STATUS_INTEGER_DIVIDE_BY_ZERO},
    {"a write to address 0", write_to_null, STATUS_ACCESS_VIOLATION},
    {"a read of nothing", read_kernel_gap, STATUS_ACCESS_VIOLATION},
    {"a call of address 0", call_null, STATUS_ACCESS_VIOLATION},
    {"a breakpoint", breakpoint, STATUS_BREAKPOINT},
    {"an illegal instruction", illegal, STATUS_ILLEGAL_INSTRUCTION},
    {"an exception of one's own", raise_own, OWN_CODE},
    {"a noncontinuable status", raise_status, STATUS_NO_MEMORY},
    {"an invalid disposition", bad_disposition, STATUS_INVALID_DISPOSITION},
    {"continuing a noncontinuable exception", continue_noncontinuable,
     STATUS_NONCONTINUABLE_EXCEPTION},
    {"a fault in a handler", fault_in_handler, STATUS_INTEGER_DIVIDE_BY_ZERO},
    {"a fault under a broken chain", broken_head, STATUS_INTEGER_DIVIDE_BY_ZERO},
    {"a fault under a broken link", broken_link, STATUS_ACCESS_VIOLATION},
    {"an unwind of a broken chain", broken_unwind, STATUS_BAD_STACK},
    {"a fault in an unwind handler", fault_in_unwind, STATUS_INTEGER_DIVIDE_BY_ZERO},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

#endif
