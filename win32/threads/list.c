/* The list of threads, under a lock. */
#include "win32/threads/list.h"

#include "boot/layout.h"
#include "kernel/services/service.h"
#include "kernel/threads/tib.h"
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

static void link(struct thread_record *record, TEB *teb)
{
    record->teb = teb;
    record->next = all;
    record->link = &all;
    if (all)
        all->link = &record->next;
    all = record;
}

/* Returns the record that was unlinked, or NULL: the thread has none. */
static struct thread_record *unlink(const TEB *teb)
{
    struct thread_record *record = all;
    while (record && record->teb != teb)
        record = record->next;
    if (record) {
        *record->link = record->next;
        if (record->next)
            record->next->link = record->link;
    }
    return record;
}

static void free_record(struct thread_record *record)
{
    if (record != &first)
        free(record);
}

uint32_t thread_list(struct thread_record *record, uint32_t handle,
                     struct thread_information *information)
{
    need_stack();
    lock_take(&lock);
    uint32_t status = sys_thread_query(handle, information);
    bool lives = status == STATUS_SUCCESS && !information->ended;
    if (lives)
        link(record, (TEB *)information->teb);
    lock_release(&lock);
    if (!lives)
        free(record);
    return status;
}

bool thread_unlist(void)
{
    need_stack();
    lock_take(&lock);
    struct thread_record *record = unlink(tib_current());
    bool none_left = !all;
    lock_release(&lock);
    free_record(record);
    return none_left;
}

/* As long as the lock is held, no thread of the list can end and no new one can get into it. */
uint32_t thread_end_other(uint32_t handle, DWORD code)
{
    struct thread_information information;
    struct thread_record *record = NULL;
    need_stack();
    lock_take(&lock);
    uint32_t status = sys_thread_query(handle, &information);
    if (status == STATUS_SUCCESS)
        status = sys_thread_terminate(handle, code);
    if (status == STATUS_SUCCESS)
        record = unlink((TEB *)information.teb);
    lock_release(&lock);
    free_record(record);
    return status;
}

void thread_each(void (*function)(TEB *teb, DWORD argument), DWORD argument)
{
    need_stack();
    lock_take(&lock);
    for (struct thread_record *record = all; record; record = record->next)
        function(record->teb, argument);
    lock_release(&lock);
}
