/* The threads that CreateThread has made, and the first one: a record each, for code that must
 * reach the TEB of every thread. */
#ifndef WIN32_THREADS_LIST_H
#define WIN32_THREADS_LIST_H

#include <minwinbase.h>
#include <stdbool.h>

struct thread_record {
    struct thread_record *next, **link;
    TEB *teb;
    LPTHREAD_START_ROUTINE function;
    LPVOID parameter;
};

/* Makes a record, which is in no list yet; NULL: no memory. thread_unlist frees it. */
struct thread_record *thread_record(LPTHREAD_START_ROUTINE function, LPVOID parameter);

/* Puts a record into the list, with its thread's TEB. */
void thread_list(struct thread_record *record, TEB *teb);

/* Takes the record of a thread that ends or has ended out of the list, and frees it. Returns
 * whether no thread is left. */
bool thread_unlist(const TEB *teb);

/* Calls function with every thread's TEB. No thread ends meanwhile. function must be brief and call
 * nothing of the program. */
void thread_each(void (*function)(TEB *teb, DWORD argument), DWORD argument);

#endif
