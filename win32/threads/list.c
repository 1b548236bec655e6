/* The list of threads, under a lock. */
#include "win32/threads/list.h"

#include "boot/layout.h"
#include "lib/lock.h"

#include <stdlib.h>

static struct lock lock;
static struct thread_record *all;
static struct thread_record first = {.link = &all, .teb = (TEB *)TEB_PAGE};
static struct thread_record *all = &first;

/* A stack overflow must come before the lock is taken. */
static inline void need_stack(void)
{
    enum { STACK_OF_CALLS = 256 };
    __asm__ volatile("testl %%esp, -%c0(%%esp)" : : "i"(STACK_OF_CALLS) : "cc");
}

struct thread_record *thread_record(LPTHREAD_START_ROUTINE function, LPVOID parameter)
{
    struct thread_record *record = calloc(1, sizeof *record);
    if (record) {
        record->function = function;
        record->parameter = parameter;
    }
    return record;
}

void thread_list(struct thread_record *record, TEB *teb)
{
    need_stack();
    lock_take(&lock);
    record->teb = teb;
    record->next = all;
    record->link = &all;
    if (all)
        all->link = &record->next;
    all = record;
    lock_release(&lock);
}

bool thread_unlist(const TEB *teb)
{
    need_stack();
    lock_take(&lock);
    struct thread_record *record = all;
    while (record && record->teb != teb)
        record = record->next;
    if (record) {
        *record->link = record->next;
        if (record->next)
            record->next->link = record->link;
    }
    bool none_left = !all;
    lock_release(&lock);
    if (record != &first)
        free(record);
    return none_left;
}

void thread_each(void (*function)(TEB *teb, DWORD argument), DWORD argument)
{
    need_stack();
    lock_take(&lock);
    for (struct thread_record *record = all; record; record = record->next)
        function(record->teb, argument);
    lock_release(&lock);
}
