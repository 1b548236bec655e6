/* A helper's handle is kept to its end, because the end of the program waits for that. */
#include "win32/pool/helpers.h"

#include "lib/list.h"
#include "win32/pool/alarm.h"
#include "win32/pool/pool.h"
#include "win32/pool/waiter.h"

#include <handleapi.h>
#include <processthreadsapi.h>
#include <stdlib.h>

enum { END_MS = 200 /* that busy helpers hold up the program's end */ };

struct helper {
    struct link link;
    HANDLE thread;
    void (*function)(void *argument);
    void *argument;
};

bool helpers_end;

static struct link running = {&running, &running}, ended = {&ended, &ended};
static CONDITION_VARIABLE one_ended;

static void helpers_forget(struct helper *helper)
{
    list_remove(&helper->link);
    CloseHandle(helper->thread);
    free(helper);
}

/* At the program's end the record stays for helpers_end_all, which waits for the thread itself. */
static DWORD CALLBACK helpers_begin(PVOID parameter)
{
    struct helper *helper = parameter;
    pool_enter();
    helper->function(helper->argument);
    if (helpers_end) {
        list_remove(&helper->link);
        list_append(&ended, &helper->link);
        WakeAllConditionVariable(&one_ended);
    } else {
        helpers_forget(helper);
    }
    pool_leave();
    return 0;
}

bool helper_start(void (*function)(void *argument), void *argument, SIZE_T stack_size)
{
    struct helper *helper = malloc(sizeof *helper);
    if (!helper)
        return false;
    *helper = (struct helper){.function = function, .argument = argument};
    helper->thread = CreateThread(NULL, stack_size, helpers_begin, helper, 0, NULL);
    if (!helper->thread) {
        free(helper);
        return false;
    }
    list_append(&running, &helper->link);
    return true;
}

void helpers_end_all(void)
{
    uint64_t until = wait_deadline(END_MS);
    if (list_is_empty(&running))
        return;
    pool_enter();
    helpers_end = true;
    pools_wake();
    alarms_wake();
    waiters_wake();
    while (!list_is_empty(&running) && GetTickCount64() < until)
        pool_wait(&one_ended, until);
    while (!list_is_empty(&ended)) {
        struct helper *helper = list_record(struct helper, link, ended.next);
        pool_leave();
        WaitForSingleObject(helper->thread, INFINITE);
        pool_enter();
        helpers_forget(helper);
    }
    pool_leave();
}
