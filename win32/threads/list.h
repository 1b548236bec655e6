/* The threads that CreateThread has made, and the first one: a record each, for code that must
 * reach the TEB of every thread.
 *
 * The kernel gives the TEB of a thread that has ended to the next one. A record is listed only
 * while its thread has the TEB: the last thing that a thread does before its end is to leave the
 * list, and another thread ends it only together with its record, in one hold of the list's lock.
 * So a TEB names one record. */
#ifndef WIN32_THREADS_LIST_H
#define WIN32_THREADS_LIST_H

#include "kernel/threads/calls.h"

#include <minwinbase.h>
#include <stdbool.h>
#include <stdint.h>

struct thread_record {
    struct thread_record *next, **link;
    TEB *teb;
};

/* Puts a record, from malloc, into the list for a new thread; the list frees it. A thread that was
 * ended already has no TEB and is not listed. Stores what is known of the thread. Returns a status:
 * the record is freed if there is no such thread. */
uint32_t thread_list(struct thread_record *record, uint32_t handle,
                     struct thread_information *information);

/* Takes the record of the calling thread out of the list. Returns whether no thread is left. */
bool thread_unlist(void);

/* Ends another thread, and takes its record out of the list. Returns a status. */
uint32_t thread_end_other(uint32_t handle, DWORD code);

/* Calls function with every thread's TEB. No thread ends meanwhile. function must be brief and call
 * nothing of the program. */
void thread_each(void (*function)(TEB *teb, DWORD argument), DWORD argument);

#endif
