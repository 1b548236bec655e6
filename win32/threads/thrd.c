/* C11's threads over Windows' calls. A record keeps the facts about a thread that are needed until
 * it is joined or detached. The thread's number leads to it. */
#include "lib/lock.h"
#include "lib/need_stack.h"

#include <errhandlingapi.h>
#include <handleapi.h>
#include <limits.h>
#include <processthreadsapi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <synchapi.h>
#include <threads.h>

enum { LISTS = 64, NUMBERS_APART = 4 };

struct record {
    struct record *next;
    thrd_t number;
    HANDLE thread;
    bool claimed;  /* another thread joins it */
    bool returned; /* with the result */
    int result;
};

static struct lock lock; /* of the lists, and what is in them */
static struct record *lists[LISTS];

/* With the lock. Returns the place of the pointer to the record, where NULL is if there is none. */
static struct record **thrd_find(thrd_t number)
{
    struct record **place = &lists[number / NUMBERS_APART % LISTS];
    while (*place && (*place)->number != number)
        place = &(*place)->next;
    return place;
}

static void list(struct record *record)
{
    need_stack(STACK_OF_STEPS);
    lock_take(&lock);
    *thrd_find(record->number) = record;
    lock_release(&lock);
}

/* Returns the thread's record, which nobody else joins or detaches then; NULL: there is none. It is
 * taken out of its list for a caller that does not wait. */
static struct record *thrd_claim(thrd_t number, bool waits)
{
    need_stack(STACK_OF_STEPS);
    lock_take(&lock);
    struct record **place = thrd_find(number), *record = *place;
    if (record && record->claimed)
        record = NULL;
    if (record)
        record->claimed = true;
    if (record && !waits)
        *place = record->next;
    lock_release(&lock);
    return record;
}

static void unlist(const struct record *record)
{
    need_stack(STACK_OF_STEPS);
    lock_take(&lock);
    *thrd_find(record->number) = record->next;
    lock_release(&lock);
}

static void give_up(struct record *record)
{
    CloseHandle(record->thread);
    free(record);
}

/* ---------------------------------------------------------------- beginning and end */

/* The record that a thread begins with. The thread frees it. */
struct beginning {
    thrd_start_t function;
    void *argument;
};

/* The thread's exit code is that of the program if the thread is the last one, so it is not the
 * result. */
_Noreturn void thrd_exit(int result)
{
    need_stack(STACK_OF_STEPS);
    lock_take(&lock);
    struct record *record = *thrd_find(thrd_current());
    if (record) {
        record->returned = true;
        record->result = result;
    }
    lock_release(&lock);
    ExitThread(EXIT_SUCCESS);
}

static DWORD CALLBACK thrd_begin(PVOID parameter)
{
    struct beginning beginning = *(struct beginning *)parameter;
    free(parameter);
    thrd_exit(beginning.function(beginning.argument));
}

int thrd_create(thrd_t *thread, thrd_start_t function, void *argument)
{
    struct record *record = calloc(1, sizeof *record);
    struct beginning *beginning = malloc(sizeof *beginning);
    if (record && beginning)
        record->thread =
            CreateThread(NULL, 0, thrd_begin, beginning, CREATE_SUSPENDED, &record->number);
    if (!record || !record->thread) {
        free(record);
        free(beginning);
        return thrd_nomem;
    }
    *beginning = (struct beginning){function, argument};
    *thread = record->number;
    HANDLE made = record->thread;
    list(record);
    ResumeThread(made);
    return thrd_success;
}

/* ---------------------------------------------------------------- the others */

int thrd_join(thrd_t thread, int *result)
{
    DWORD code = 0;
    struct record *record = thread == thrd_current() ? NULL : thrd_claim(thread, true);
    if (!record)
        return thrd_error;
    WaitForSingleObject(record->thread, INFINITE);
    unlist(record);
    GetExitCodeThread(record->thread, &code);
    if (result)
        *result = record->returned ? record->result : (int)code;
    give_up(record);
    return thrd_success;
}

int thrd_detach(thrd_t thread)
{
    struct record *record = thrd_claim(thread, false);
    if (!record)
        return thrd_error;
    give_up(record);
    return thrd_success;
}

thrd_t thrd_current(void)
{
    return GetCurrentThreadId();
}

int thrd_equal(thrd_t left, thrd_t right)
{
    return left == right;
}

int thrd_sleep(const struct timespec *duration, struct timespec *remaining)
{
    enum { NS = 1000000000, NS_A_MS = 1000000, MS = 1000, MOST = INT_MAX };
    time_t seconds = duration->tv_sec;
    (void)remaining;
    if (seconds < 0 || duration->tv_nsec < 0 || duration->tv_nsec >= NS)
        return -2;
    for (; seconds > MOST / MS; seconds -= MOST / MS)
        Sleep(MOST / MS * MS);
    Sleep((DWORD)seconds * MS + (DWORD)((duration->tv_nsec + NS_A_MS - 1) / NS_A_MS));
    return 0;
}

void thrd_yield(void)
{
    Sleep(0);
}
