/* Vectored handlers come and go on some CPUs while others walk the list: each walk asks those that
 * stay, once and in their order, and none that had gone before it began.
 *
 * run: args="rounds=3000"
 * run: name=ring3 ring=3 args="rounds=3000"
 * run: name=2 smp=2 args="rounds=20000"
 * run: name=4 smp=4 args="rounds=20000"
 * run: name=4-ring3 smp=4 ring=3 args="rounds=3000" compilers=gcc
 * run: name=4-checked smp=4 checked=1 args="rounds=1000" compilers=gcc
 * run: name=long smp=2 compilers=gcc timeout=900 args="rounds=300000"
 */
#include "lib/heap.h"
#include "tests/harness/arguments.h"
#include "tests/harness/tap.h"

#include <seh.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

enum { RAISERS = 4, CHANGERS = 4, CODE = (int)0xE0000001 };
enum { FIRST, MIDDLE, LAST, STAYING }; /* those that stay, in their order */

static unsigned rounds = 3000;
static volatile LONG raising = RAISERS, changed_once;

/* A thread that raises, and the handlers that its walk has met. The exception names it. */
struct walk {
    unsigned met, wrong;
    LONG changed; /* calls of handlers that come and go */
};

static struct walk *walk_of(PEXCEPTION_POINTERS pointers)
{
    const EXCEPTION_RECORD *record = pointers->ExceptionRecord;
    return record->ExceptionCode == (DWORD)CODE ? (struct walk *)record->ExceptionInformation[0]
                                                : NULL;
}

static LONG meet(PEXCEPTION_POINTERS pointers, unsigned number)
{
    struct walk *walk = walk_of(pointers);
    if (!walk)
        return EXCEPTION_CONTINUE_SEARCH;
    walk->wrong += walk->met++ != number;
    return number == LAST ? EXCEPTION_CONTINUE_EXECUTION : EXCEPTION_CONTINUE_SEARCH;
}

static LONG CALLBACK first(PEXCEPTION_POINTERS pointers) { return meet(pointers, FIRST); }
static LONG CALLBACK middle(PEXCEPTION_POINTERS pointers) { return meet(pointers, MIDDLE); }
static LONG CALLBACK last(PEXCEPTION_POINTERS pointers) { return meet(pointers, LAST); }

/* The handlers of the changing threads. Each thread has one, so that it can tell when its own is
 * asked. */
static LONG change_met(PEXCEPTION_POINTERS pointers, unsigned changer)
{
    struct walk *walk = walk_of(pointers);
    if (walk)
        walk->changed |= 1 << changer;
    return EXCEPTION_CONTINUE_SEARCH;
}

#define CHANGING(number)                                                                           \
    static LONG CALLBACK changing##number(PEXCEPTION_POINTERS pointers)                            \
    {                                                                                              \
        return change_met(pointers, number);                                                       \
    }
CHANGING(0)
CHANGING(1)
CHANGING(2)
CHANGING(3)
static const PVECTORED_EXCEPTION_HANDLER changing[CHANGERS] = {changing0, changing1, changing2,
                                                               changing3};

/* Raises an exception. Returns which changing handlers were asked. */
static LONG raise_one(struct walk *walk)
{
    ULONG_PTR argument = (ULONG_PTR)walk;
    walk->met = 0;
    walk->changed = 0;
    RaiseException((DWORD)CODE, 0, 1, &argument);
    walk->wrong += walk->met != STAYING;
    return walk->changed;
}

static DWORD CALLBACK raises(void *seen)
{
    struct walk walk = {0};
    while (changed_once < CHANGERS)
        SwitchToThread();
    for (unsigned i = 0; i < rounds; i++)
        if (raise_one(&walk))
            InterlockedIncrement(seen);
    InterlockedDecrement(&raising);
    return walk.wrong;
}

static DWORD CALLBACK changes(void *number)
{
    struct walk walk = {0};
    unsigned mine = (unsigned)number, wrong = 0;
    for (unsigned i = 1; raising; i++) {
        PVOID handle = AddVectoredExceptionHandler(i % 2, changing[mine]);
        /* Half of them come behind the last one, which ends the walk. */
        LONG asked = raise_one(&walk) >> mine & 1;
        wrong += asked != (LONG)(i % 2);
        if (i == 1)
            InterlockedIncrement(&changed_once);
        SwitchToThread(); /* one CPU, too, has walks that meet it */
        wrong += !RemoveVectoredExceptionHandler(handle);
        wrong += raise_one(&walk) >> mine & 1;
    }
    return wrong + walk.wrong;
}

int main(int argc, char **argv)
{
    HANDLE threads[RAISERS + CHANGERS];
    LONG seen = 0;
    DWORD wrong = 0;
    rounds = argument(argc, argv, "rounds=", rounds);
    size_t before = heap_usage().blocks;
    PVOID handles[STAYING] = {AddVectoredExceptionHandler(0, first),
                              AddVectoredExceptionHandler(0, middle),
                              AddVectoredExceptionHandler(0, last)};
    for (unsigned i = 0; i < RAISERS + CHANGERS; i++)
        threads[i] = i < RAISERS ? CreateThread(NULL, 0, raises, &seen, 0, NULL)
                                 : CreateThread(NULL, 0, changes, (void *)(i - RAISERS), 0, NULL);
    DWORD result = WaitForMultipleObjects(RAISERS + CHANGERS, threads, TRUE, INFINITE);
    is_hex(result, WAIT_OBJECT_0, "all threads end");
    for (unsigned i = 0; i < RAISERS + CHANGERS; i++) {
        DWORD code = 1;
        GetExitCodeThread(threads[i], &code);
        wrong += code;
        CloseHandle(threads[i]);
    }
    is_dec(wrong, 0, "every walk of %u asks those that stay in their order, none that has gone",
           RAISERS * rounds);
    ok(seen > 0, "and met others that come and go");
    tap_note("%u times", (unsigned)seen);
    for (unsigned i = 0; i < STAYING; i++)
        RemoveVectoredExceptionHandler(handles[i]);
    is_dec(heap_usage().blocks, before, "all memory is back");
    return tap_done();
}
