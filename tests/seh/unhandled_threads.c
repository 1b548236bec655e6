/* A thread's outermost frame asks the program's unhandled filter, too. After each of its answers
 * the other threads go on.
 *
 * run: emulator=qemu
 * run: name=checked-chains args="trapline:safeseh trapline:sehop" compilers=gcc
 * run: name=ring3 ring=3 compilers=gcc
 * run: emulator=bochs compilers=gcc
 */
#include "tests/harness/handler.h"
#include "tests/harness/tap.h"

#include <seh.h>
#include <seh_frames.h>
#include <uthread.h>

#define CODE 0xE0000055u

static LONG answer;
static unsigned asked, cleaned_up, went_on;
static DWORD flags_seen;

static LONG WINAPI filter(EXCEPTION_POINTERS *pointers)
{
    asked++;
    flags_seen = pointers->ExceptionRecord->ExceptionFlags;
    return answer;
}

static LONG WINAPI faulty_filter(EXCEPTION_POINTERS *pointers)
{
    filter(pointers);
    __asm__ volatile("ud2");
    return EXCEPTION_CONTINUE_EXECUTION;
}

static EXCEPTION_DISPOSITION HANDLER(cleans_up)
{
    cleaned_up += (record->ExceptionFlags & EXCEPTION_UNWIND) != 0;
    return ExceptionContinueSearch;
}

static void raises(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, cleans_up);
    RaiseException(CODE, 0, 0, NULL);
    went_on++;
    seh_unlink(&frame);
}

/* The thread's frame is sound, the next one is not: no frame can be unwound. */
static void raises_on_broken_chain(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, cleans_up);
    frame.Next = NULL;
    RaiseException(CODE, 0, 0, NULL);
}

static void ends_normally(void) { utYield(); }

static const struct row {
    const char *what;
    void (*function)(void);
    LPTOP_LEVEL_EXCEPTION_FILTER filter;
    LONG answer;
    const char *name; /* of the thread */
    unsigned asked, cleaned_up, went_on;
    DWORD status;
} rows[] = {
    {"without a filter", raises, NULL, 0, "t", 0, 1, 0, CODE},
    {"a filter that continues", raises, filter, -1, "t", 1, 0, 1, 0},
    {"a filter that executes", raises, filter, 1, "t", 1, 1, 0, CODE},
    {"a filter that searches", raises, filter, 0, "t", 1, 1, 0, CODE},
    {"a filter that answers 7", raises, filter, 7, "t", 1, 1, 0, CODE},
    {"a filter that faults", raises, faulty_filter, 0, "t", 1, 0, 0, STATUS_ILLEGAL_INSTRUCTION},
    {"a broken chain", raises_on_broken_chain, filter, -1, "t", 0, 0, 0, CODE},
    {"a name that cannot be read", raises, NULL, 0, (const char *)0x10, 0, 0, 0,
     STATUS_ACCESS_VIOLATION},
};

static void check(const struct row *row)
{
    asked = cleaned_up = went_on = 0;
    flags_seen = 0;
    answer = row->answer;
    SetUnhandledExceptionFilter(row->filter);
    utSch sch = utSchedulerCreate();
    uThd other = uThreadCreate(ends_normally), faulting = uThreadCreate(row->function);
    uThreadSetName(faulting, row->name);
    utSchAddUthd(sch, other);
    utSchAddUthd(sch, faulting);
    utSchStart(sch);

    is_dec(asked, row->asked, "%s: the filter is asked", row->what);
    is_hex(flags_seen, 0, "%s: it sees no flag", row->what);
    is_dec(cleaned_up, row->cleaned_up, "%s: the thread's frames are unwound", row->what);
    is_dec(went_on, row->went_on, "%s: the thread goes on", row->what);
    is_hex(uThreadExitStatus(faulting), row->status, "%s: the thread's status", row->what);
    is_hex(uThreadExitStatus(other), 0, "%s: the other thread ends well", row->what);
    utSchedulerDestroy(sch);
}

static _JUMP_BUFFER jump;

static void jumps(void)
{
    if (_setjmp3(&jump, 0) == 0)
        longjmp(&jump, 1);
    went_on++;
}

/* The one frame there is was not laid out by a compiler, and has no try level. */
static void check_jump(void)
{
    went_on = 0;
    uThd thread = uThreadCreate(jumps);
    utResume(thread);
    is_dec(went_on, 1, "_setjmp3 and longjmp under the outermost frame alone");
    uThreadDestroy(thread);
}

int main(void)
{
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check(&rows[i]);
    check_jump();
    return tap_done();
}
