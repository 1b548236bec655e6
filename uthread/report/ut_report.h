/* Reports about threads, for a person: dump.c and ut_deadlock.c. */
#ifndef UTHREAD_REPORT_UT_REPORT_H
#define UTHREAD_REPORT_UT_REPORT_H

#include "uthread/schedule/scheduler.h"

/* Prints the waits of sch's threads, and of schedulers inside, and the circles in which threads
 * wait for each other. */
void ut_report_deadlock(utSch sch);

/* Whether this address has memory, and a thread. */
bool ut_is_alive(uThd uthread);

/* Returns a thread's name, or "thread 100AFFA0". */
#define UT_NAME_SIZE 32
const char *ut_name_of(uThd uthread, char name[UT_NAME_SIZE]);

/* Describes a sleep or a wait: "waits for a mutex 8011A040, held by b, 20 ms left". */
#define UT_WAIT_SIZE 160
const char *ut_describe_wait(uThd uthread, char text[UT_WAIT_SIZE]);

/* uThreadStackUse of a block that may be damaged; 0 if its stack is unknown. */
DWORD ut_stack_use(uThd uthread);

/* ---------------------------------------------------------------- call_on.S */

/* Calls function(uthread) on the stack that ends below top, a multiple of four. */
void ut_call_on(void *top, void (*function)(uThd uthread), uThd uthread);

#endif
