/* The kernel's record of a thread. It lies in memory of the kernel, and nothing in it is believed
 * from a program. */
#ifndef KERNEL_THREADS_THREAD_H
#define KERNEL_THREADS_THREAD_H

#include "kernel/call/calls.h"
#include "kernel/call/fpu.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpu/descriptors.h"
#include "kernel/objects/object.h"
#include "kernel/objects/wait.h"
#include "kernel/threads/deadlines.h"
#include "kernel/threads/debug_registers.h"
#include "kernel/threads/thread_memory.h"
#include "kernel/trap/trap.h"
#include "lib/list.h"

#include <nt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ums;

/* A stack that was used up inside the runtime's own trap code, noted until the trap is over. */
struct stack_trouble {
    bool used_up;
    bool lost; /* the interrupted code cannot go on, not even in a handler */
    uint32_t address;
};

/* Bytes below a ring 3 frame for the frame of a trap that comes before the CPU's own stack is in
 * use, and for one inside that. */
#define NESTED_ROOM (2 * TRAP_FRAME_ROOM)

enum thread_state {
    THREAD_NEW, /* made, and never ready yet */
    THREAD_READY,
    THREAD_RUNNING,
    THREAD_WAITING,
    THREAD_STOPPED, /* would be ready, but is suspended */
    THREAD_HELD,    /* a worker that runs when the program's schedulers let it */
    THREAD_ENDED
};

struct thread {
    struct object object;     /* signalled when it has ended */
    struct trap_frame *frame; /* of its latest trap; a thread that does not run goes on with it */
    TEB *teb;                 /* by its direct address: no program can unmap that */
    uint32_t teb_address;     /* as the program sees it */
    uint32_t id;
    struct thread_memory memory; /* its stack and TEB, given back at its end; the first has none */
    struct stack_trouble trouble;
    bool unsettled;    /* its stack got another limit, or trouble, since the last stack_settle */
    struct link by_id; /* thread_ids.c */

    /* How it is scheduled: schedule.h */
    enum thread_state state;
    struct cpu *cpu;   /* that runs it, ran it last, or has it in a queue */
    uint32_t affinity; /* bit n: it may run on CPU n */
    uint8_t ideal;     /* the CPU that it was given as the best one, which nothing looks at */
    uint8_t priority;  /* 0 to 31, the highest runs */
    uint8_t base;      /* the priority that it was given; a starved one gets more for a while */
    int8_t relative_priority; /* to the process', as SetThreadPriority says it */
    bool no_boost;            /* it never gets more */
    union {
        struct {
            uint8_t suspended; /* how often */
            bool worker;       /* no CPU runs it: kernel/ums/kernel_ums.h */
        };
        uint16_t suspended_or_worker;
    };
    bool halting; /* it runs, but only to halt until halts_until, as idle threads do */
    union {
        struct {
            bool decided; /* something was while it ran: its suspension, its end, or its CPUs */
            bool given;   /* it runs by a schedule that was asked for: given_schedule.h */
        };
        uint16_t decided_or_given;
    };
    bool ending;     /* it ends with end_code at the end of its next trap */
    bool serving;    /* the program may end without it */
    uint8_t unusual; /* enum unusual: what the CPU's word is while it runs */
    uint32_t end_code;
    uint64_t halts_until;     /* in ticks */
    uint32_t ready_since;     /* the tick at which it became ready, its lower half */
    uint32_t ran;             /* ticks in slices that are over */
    uint64_t ended;           /* in ticks */
    struct link queue;        /* in the one list that it waits in, or is ready in */
    struct deadline deadline; /* of its wait */

    /* The objects that it waits for: wait.h */
    struct waiting waiting;
    uint32_t address; /* what it is parked for; or the key of a keyed event */
    uint32_t result;  /* of the service that it waited in */
    bool has_result;  /* which is still to be told */

    uint32_t failed_page; /* that could not be brought in, or 0: kernel/memory/supply.h */

    struct ums *ums;                    /* what it is for User-Mode Scheduling, or NULL */
    struct debug_registers breakpoints; /* all zero while none is armed */
    struct piece *piece;                /* what it runs in ring 3: ring3_pieces.c */
    char fpu[FXSAVE_SIZE] __attribute__((aligned(FXSAVE_ALIGNMENT))); /* while it does not run */

    /* From fpu on nothing is cleared, because it is set when the thread is made, or before it is
     * looked at. */
    struct descriptor fs[2];        /* of its TEB, for ring 0 and ring 3 */
    struct link all;                /* in the list of all threads that have not ended */
    struct link apcs;               /* of struct apc: apc.h */
    struct link mutexes;            /* that it owns: mutex.c */
    struct link timers;             /* that call it: timer.c */
    uint64_t made;                  /* in ticks */
    uint32_t exit_code;             /* STATUS_PENDING until it ends */
    uint32_t failed_status;         /* why the page could not be brought in */
    uint32_t failed_at;             /* supply.c's count of changes then */
    const char *parked_for;         /* in words; in a list that is no object's */
    wchar_t name[THREAD_NAME_SIZE]; /* for people; empty at first */
    char nested[NESTED_ROOM];
    struct trap_frame frame3; /* the CPU lays the frames of its traps from ring 3 here */
};

extern const struct object_type thread_type;

/* Makes this CPU run the thread: FS, once it is loaded, reaches its TEB in both rings. Any context;
 * interrupts off. */
static inline void thread_set_running(struct cpu *cpu, struct thread *thread)
{
    interrupts_must_be_off();
    cpu->thread = thread;
    cpu->teb = (uint32_t)thread->teb;
    cpu->main_task.esp0 = (uint32_t)(&thread->frame3 + 1);
    cpu->gdt[SELECTOR_TIB0 / 8] = thread->fs[0];
    cpu->gdt[SELECTOR_TIB3 / 8] = thread->fs[1];
}

/* Returns the thread whose code runs, also outside of traps, where a scheduler thread is the CPU's
 * thread while a worker runs in its place: FS tells them apart. Interrupts off. */
struct thread *thread_by_fs(void);

/* Gives FS a TEB before any code can trace or fault. The code that brings this CPU up is a thread
 * until schedule_start; then it is the CPU's idle thread. Interrupts off. */
void thread_begin_idle(void);

/* Makes a thread that has this TEB, the first FPU state, and no place to start. It has one
 * reference, which it keeps until it ends. NULL when memory is exhausted. */
struct thread *thread_make(TEB *teb, uint32_t teb_address, bool serving);

/* Ends a thread that has not ended. If it is the running thread, the trap leaves to another. A
 * thread that runs on another CPU ends there at the end of its next trap, very soon. */
void thread_end(struct thread *thread, uint32_t exit_code);

/* Like thread_end, for a worker that is to end, and that no scheduler has: it goes to no list. */
void thread_end_held(struct thread *worker);

/* Returns the next one of the threads that have not ended, the first for NULL; NULL behind the
 * last. */
struct thread *thread_after(const struct thread *before);

/* Begins the program's end with this status: no other thread can suspend or end the calling one any
 * more, because all others end, but for the scheduler of a calling worker. No thread is made from
 * now on. When the calling thread can never go on, because it waits for one that has ended, say,
 * the run ends with the status. A service: program_end_others. */
extern struct program_ending {
    bool begun;
    uint32_t status;
} program_ending;

/* Ends all threads but the running one, and its scheduler if it is a worker. Returns whether all
 * have ended; otherwise some still run on other CPUs, and begin no service any more. */
bool threads_end_others(uint32_t exit_code);

/* Gives back what a thread that has ended, and runs no more, has had for itself. */
void thread_bury(struct thread *thread);

/* Makes the thread start at eip with this stack pointer, interrupts on, every other register 0. In
 * ring 0 the frame for that lies on the stack. */
void thread_set_start(struct thread *thread, unsigned ring, uint32_t eip, uint32_t esp);

#endif
