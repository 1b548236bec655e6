/* Names, numbers and values of threads. A part of uthread.h. */
#ifndef UTHREAD_VALUES_H
#define UTHREAD_VALUES_H

#include <uthread.h>

/* Names a thread in messages. The text is not copied: it must stay as long as the thread. NULL
 * takes the name away. UtErrorInvalid, UtErrorNoMemory. */
void uThreadSetName(uThd uthread, const char *name);

/* The name, or "thread" for a thread without one. "thread" is also the answer to UtErrorInvalid. */
const char *uThreadName(uThd uthread);

/* A thread's number. The threads of one thread of the machine are numbered from 1 on, in the order
 * in which they were made. A number comes back after 2^32 - 1 threads. 0: UtErrorInvalid. */
DWORD uThreadNumber(uThd uthread);

/* keep: every switch saves all x87 and SSE registers for the thread, not only the control words.
 * UtErrorInvalid, UtErrorNoMemory. */
int uThreadKeepFpu(uThd uthread, BOOL keep);

/* The most bytes of its stack that a thread has used so far. A stack of the library that grows
 * counts its memory, one or two pages at the start. Any other stack was zeroed at the start, and
 * counts down to its lowest word that is not zero. Earlier threads on a kept stack, or in the room
 * of a pool, count, too. 0: UtErrorInvalid. */
DWORD uThreadStackUse(uThd uthread);

/* A key gives each thread a value of its own. It is for the threads of one thread of the machine.
 * destructor may be NULL. A thread that ends calls destructor(value) for each of its values that is
 * not NULL, in no order that a program can rely on. A thread that has lost its stack calls none.
 * utKeyDestroy calls no destructors, and threads must not use the key any more. NULL:
 * UtErrorNoMemory. utKeyDestroy: UtErrorInvalid. */
typedef struct utKeyObject *utKey;
utKey utKeyCreate(void (*destructor)(void *value));
int utKeyDestroy(utKey key);

/* The running thread's value; NULL at the start. UtErrorInvalid, UtErrorOutside; utKeySet also
 * UtErrorNoMemory (only when a thread sets its first value for a key). */
int utKeySet(utKey key, void *value);
void *utKeyGet(utKey key);

#endif
