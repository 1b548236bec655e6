/* The table of a scheduler's threads, for a person. A damaged stack is not believed: nothing
 * outside of the thread's own stack is read through it. */
#include "kernel/call/report.h"
#include "kernel/call/service.h"
#include "uthread/report/ut_report.h"
#include "uthread/stacks/ut_pool.h"
#include "uthread/threads/rare_fields.h"

#include <stdio.h>
#include <string.h>

bool ut_is_alive(uThd uthread)
{
    return sys_paging_readable(uthread, sizeof *uthread) && uthread->magic == UT_MAGIC;
}

const char *ut_name_of(uThd uthread, char name[UT_NAME_SIZE])
{
    const struct utRareFields *rare = uthread->rare;
    if (rare && rare->name &&
        sys_paging_readable(rare->name, 1)) /* the program chose the address */
        snprintf(name, UT_NAME_SIZE, "%s", rare->name);
    else
        snprintf(name, UT_NAME_SIZE, "thread %08X", (unsigned)uthread);
    return name;
}

/* Describes the holder of a wait's object, also a holder that will never give it back. */
static const char *holder_of(const struct utWait *wait, char text[UT_NAME_SIZE + 32])
{
    uThd holder = wait->kind->holder ? wait->kind->holder(ut_object_of(wait)) : NULL;
    char name[UT_NAME_SIZE];
    uThd root = ut_root();
    if (!holder || wait->kind == &ut_hosts)
        return "";
    if (holder == ut_object_of(wait))
        snprintf(text, UT_NAME_SIZE + 32, " (%s)", ut_name_of(holder, name));
    else if (holder == root)
        return ", held by code outside of threads";
    else if (!ut_is_alive(holder))
        return ", held by a thread that is gone";
    else
        snprintf(text, UT_NAME_SIZE + 32, ", held by %s%s", ut_name_of(holder, name),
                 holder->status == UtStatusFinish ? ", which has ended" : "");
    return text;
}

const char *ut_describe_wait(uThd uthread, char text[UT_WAIT_SIZE])
{
    const struct utWait *wait = uthread->wait;
    char object[12] = "", held[UT_NAME_SIZE + 32], left[40] = "";
    if (wait->queue)
        snprintf(object, sizeof object, " %08X", (unsigned)ut_object_of(wait));
    if (wait->flags & UT_TIMED) {
        utTime now = GetTickCount64();
        snprintf(left, sizeof left, ", %llu ms left",
                 wait->deadline > now ? wait->deadline - now : 0);
    }
    snprintf(text, UT_WAIT_SIZE, "%s%s%s%s", wait->kind->text, object, holder_of(wait, held), left);
    return text;
}

int utSchStatistics(utSch sch, utStatistics *statistics)
{
    if (!ut_is_scheduler(sch) || !statistics)
        return ut_set_error(UtErrorInvalid);
    *statistics = (utStatistics){.woken = sch->woken, .ended = sch->ended};
    for (UT_EACH_HELD(uthread, sch)) {
        if (!ut_is_alive(uthread))
            break;
        statistics->threads++;
        statistics->ready += uthread->next != NULL;
        statistics->sleeping +=
            uthread->status == UtStatusSleep ||
            (uthread->status == UtStatusWait && uthread->wait->flags & UT_TIMED);
        statistics->waiting += uthread->status == UtStatusWait;
        statistics->finished += uthread->status == UtStatusFinish;
    }
    return UtErrorNone;
}

/* ---------------------------------------------------------------- the table */

static const char *describe(uThd uthread, char text[UT_WAIT_SIZE])
{
    const char *runs = ut_runs_others(uthread);
    if (uthread == ut_block_here())
        return "runs";
    if (runs)
        return runs;
    switch (uthread->status) {
    case UtStatusUnstart:
        return "has not begun";
    case UtStatusNormal:
        return uthread->scheduler ? "is ready" : "has yielded";
    case UtStatusSleep:
    case UtStatusWait:
        return ut_describe_wait(uthread, text);
    case UtStatusStop:
        return "is stopped by an exception";
    }
    if (uThreadExitStatus(uthread))
        snprintf(text, UT_WAIT_SIZE, "has ended with %08X", (unsigned)uThreadExitStatus(uthread));
    else
        snprintf(text, UT_WAIT_SIZE, "has ended");
    return text;
}

/* utResume has no frame. Behind its own return address lie the thread that it runs and the return
 * address of its caller. */
struct resumer {
    struct parked_stack parked;
    uThd resumed;
    DWORD eip;
};

static DWORD goes_on_at(uThd uthread, DWORD esp)
{
    const struct resumer *resumer = (const struct resumer *)esp;
    if (ut_runs_others(uthread) && (DWORD)uthread - esp >= sizeof *resumer &&
        ut_is_alive(resumer->resumed) && resumer->resumed->next == uthread)
        return resumer->eip;
    return (DWORD)resumer->parked.entry;
}

static void dump_thread(uThd uthread)
{
    char name[UT_NAME_SIZE], text[UT_WAIT_SIZE];
    DWORD esp = (DWORD)uthread->regs[1], low = (DWORD)uthread->stack, high = (DWORD)uthread;
    bool runs = uthread == ut_block_here(), ended = uthread->status == UtStatusFinish;
    bool is_sound = esp % 4 == 0 && esp >= low && esp < high &&
                    high - esp >= sizeof(struct parked_stack) &&
                    sys_paging_readable((const void *)esp, sizeof(struct parked_stack));
    if (runs)
        esp = (DWORD)__builtin_frame_address(0);
    report_print(
        "  %08X  %-16s  %4u  %9u  %6u  %6u  %s\n", (unsigned)uthread, ut_name_of(uthread, name),
        uthread->priority, ended || (!is_sound && !runs) ? 0 : (unsigned)(high - esp),
        (unsigned)ut_stack_use(uthread), (unsigned)uthread->stackSize, describe(uthread, text));
    if (pool_overflowed(uthread))
        report_print("            has overflowed its stack\n");
    if (runs || ended)
        return;
    if (uthread->status == UtStatusUnstart)
        report_print("            %s\n", report_address((uint32_t)uthread->func));
    else if (!is_sound)
        report_print("            its stack pointer is damaged: %08X\n", (unsigned)esp);
    else
        sys_report_parked(goes_on_at(uthread, esp), (DWORD)uthread->regs[0], low, high);
}

int utDump(utSch sch)
{
    utStatistics now;
    if (utSchStatistics(sch, &now))
        return UtErrorInvalid;
    bool begun = report_begin();
    report_print("scheduler %08X: %u threads, %u ready, %u sleeping, %u waiting, %u finished\n",
                 (unsigned)sch, (unsigned)now.threads, (unsigned)now.ready, (unsigned)now.sleeping,
                 (unsigned)now.waiting, (unsigned)now.finished);
    if (now.threads || sch->all)
        report_print("  thread    name              prio  stack now    most      of  state\n");
    for (UT_EACH_HELD(uthread, sch)) {
        if (!ut_is_alive(uthread)) {
            report_print("  %08X  is damaged, and those behind it\n", (unsigned)uthread);
            break;
        }
        dump_thread(uthread);
    }
    report_end(begun);
    return UtErrorNone;
}
