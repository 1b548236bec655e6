/* Arguments and results of the services of threads and objects (kernel/call/services.h), for code
 * of either ring.
 *
 * Handles are Windows'. A deadline is a value of the tick count (GetTickCount64), WAIT_FOREVER for
 * none; a deadline that has passed makes a wait look once. A result is a status; where a call
 * writes to an address, NULL is allowed for the previous values (before) and names alone.
 */
#ifndef KERNEL_CALL_CALLS_H
#define KERNEL_CALL_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#define WAIT_FOREVER   UINT64_MAX

/* wait_for's how: for all of them, or for any. A user APC ends an alertable wait with
 * STATUS_USER_APC; the caller then calls apc_take until that returns false. */
#define WAIT_ALL       1u
#define WAIT_ALERTABLE 2u

/* A new thread calls eip with both arguments, in the creator's ring. They are in eax and ebx, too,
 * where a CONTEXT of Windows shows a thread's function and parameter. eip never returns: it ends by
 * thread_exit. stack_size is rounded up as Windows does. thread_exit returns in the last thread,
 * which must end the program; serving threads do not count. */
struct thread_creation {
    uint32_t eip, argument[2], stack_size;
    bool suspended, serving;
    uint8_t affinity; /* bit n: it may run on CPU n; 0: on those of the process */
    uint8_t ideal;    /* the number of its best CPU plus 1; 0: its turn's */
    uint32_t worker;  /* where a worker's UMS_CREATE_THREAD_ATTRIBUTES are (kernel_ums.h), else 0 */
};

/* The units of a thread's name, with the zero behind it. */
#define THREAD_NAME_SIZE 64

struct thread_information {
    uint32_t id, exit_code;
    int32_t relative_priority; /* as SetThreadPriority says it */
    bool ended, no_boost;
    uint8_t ideal;       /* the CPU that it was given as the best one */
    uint8_t ums;         /* UMS_WORKER, UMS_SCHEDULER (kernel/call/ums_context.h) or 0 */
    uint8_t priority;    /* 0 to 31, what it runs by */
    uint32_t affinity;   /* bit n: it may run on CPU n */
    uint32_t teb;        /* where the program sees it; 0 behind its end */
    uint32_t ran;        /* ticks that it had a CPU */
    uint64_t made, over; /* ticks at its beginning and its end */
};

/* Classes of the process' priority, by Windows' numbers for the kernel. */
enum process_class {
    PROCESS_IDLE = 1,
    PROCESS_NORMAL,
    PROCESS_HIGH,
    PROCESS_REAL_TIME,
    PROCESS_BELOW_NORMAL,
    PROCESS_ABOVE_NORMAL
};

struct process_information {
    uint32_t priority_class; /* enum process_class */
    uint32_t affinity;       /* bit n: its threads may run on CPU n */
    uint32_t base;           /* the priority of threads that were given no other */
    uint32_t pages;          /* of the machine's memory, without what the image has */
    uint32_t free_pages;
    uint32_t ran; /* ticks that all its threads together had a CPU */
};

/* The range that supply_create has made. Its number is never another range's, unlike its base. */
struct supply_made {
    uint32_t base, number;
};

/* The view that view_map makes. Sizes and addresses are in bytes. */
struct view_wanted {
    uint32_t base;    /* 0: anywhere; becomes the view's */
    uint32_t size;    /* is rounded up to pages */
    uint32_t source;  /* where the pages lie, in a range of space_alloc or space_reserve */
    uint32_t protect; /* PAGE_* */
    uint32_t of_file; /* not 0: all pages have memory, and no call commits them */
};

/* event_change's change. */
enum { EVENT_SET, EVENT_RESET, EVENT_PULSE };

/* handle_close's success for the last handle of a file: this, and the number of file_create, which
 * has 16 bits. */
#define FILE_ENDED       0x20000000u

/* object_query's answer: facts about an object, and about the handle that it was given. */
#define OBJECT_NAME_SIZE 260 /* bytes, with the end of a text: Windows' MAX_PATH */

struct object_state {
    char type[16];               /* "event", "semaphore", "mutex", "timer", "thread" and so on */
    char name[OBJECT_NAME_SIZE]; /* "": it has none */
    uint32_t access;             /* the handle's rights */
    uint32_t handles, references;
    int32_t signal;  /* above 0: signalled. A semaphore's count; a mutex's, which is 1 while it is
                        free, and one less for each time that its owner has taken it */
    int32_t maximum; /* of a semaphore */
    bool stays;      /* signalled, when a wait ends */
    bool is_own, is_abandoned; /* a mutex: the caller owns it, its last owner has ended */
    uint64_t due;              /* of a timer, as a deadline; WAIT_FOREVER: it is not set */
};

/* object_open's kind. OBJECT_OTHER: not to be opened by a name. */
enum object_kind { OBJECT_EVENT, OBJECT_SEMAPHORE, OBJECT_MUTEX, OBJECT_TIMER, OBJECT_OTHER };

#endif
