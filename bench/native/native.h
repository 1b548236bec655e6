/* Shared by the contenders of the native comparison. The program is an ordinary 32-bit one of
 * Linux; each contender is a way to switch between threads of user level, in a file of its own.
 */
#ifndef BENCH_NATIVE_NATIVE_H
#define BENCH_NATIVE_NATIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One measurement: sets threads up, lets them run, takes them down; only the running is timed, by
 * clock_start and clock_stop. amount: yields, lives or sleeps, of all threads together. Returns
 * NULL, or the reason why it cannot be done, as text. */
typedef const char *measurement(unsigned threads, unsigned amount);

/* A member that a contender cannot do is NULL. */
struct contender {
    const char *name;
    measurement *yield;  /* threads switch to each other in turns */
    measurement *pairs;  /* each wakes another one of two, and waits for that one */
    measurement *life;   /* one life after the other, by hand: see below */
    measurement *joined; /* the same under the contender's own scheduler */
    measurement *sleep;  /* threads sleep some milliseconds each; by the CPU's time */
    bool maps_stacks;    /* its threads are on its own stacks: slots_are_guarded changes nothing */
};

/* In the order of the table. Contenders of packages are weak: NULL where the package is not
 * there. */
extern const struct contender floor_contender, trapline_contender;
extern const struct contender boost_contender __attribute__((weak));
extern const struct contender pcl_contender __attribute__((weak));
extern const struct contender swapcontext_contender;
extern const struct contender state_threads_contender __attribute__((weak));
extern const struct contender pth_contender __attribute__((weak));

/* ---------------------------------------------------------------- lives */

/* A life is the same work for all. The stack is one that was used before, from a list of free ones,
 * the contender's own if it has one. The thread is made, with an argument; it runs life_body, which
 * returns the argument; it ends; the maker reads the result and destroys the thread, by which the
 * stack is free again. By hand: the maker switches to the thread, and the thread's end switches
 * back. Under a scheduler: the maker waits in the contender's join. */
void *life_body(void *argument);

/* The argument for the next life, and the check of its result: measure gives a reason when one was
 * wrong. */
void *life_argument(void);
void life_result(void *result);

/* ---------------------------------------------------------------- the clock */

extern unsigned left;      /* how often it is still to be done */
extern bool clock_started; /* since left was set */

/* The time between the two calls counts. A second clock_stop changes nothing. */
void clock_start(void);
void clock_stop(void);

/* The nanoseconds of one of `amount`, or 0 with the reason in *why. */
double measure(measurement *way, unsigned threads, unsigned amount, const char **why);

/* Returns the amount that makes a sample: enough for the clock, and for two turns of each thread.
 * 0: the contender is too slow for that, and *why is the reason. */
unsigned enough(measurement *way, unsigned threads, const char **why);

/* In each turn a thread does this beside its yield: it writes to each cache line of so many bytes
 * of its own, and it yields so many calls deeper. */
extern unsigned turn_bytes, turn_frames;
char *turn_memory(void); /* of the next thread; NULL for no bytes */

static inline void turn_write(char *memory)
{
    for (unsigned at = 0; at < turn_bytes; at += 64)
        memory[at]++;
}

/* Defines the body of every thread that takes turns, name(self); `yield` may name self. The first
 * round is not timed: after it all threads have begun. Then they take turns until left is used up.
 */
#define TAKES_TURNS(name, type, yield)                                                             \
    static __attribute__((noinline, noclone)) void name##_below(type self, unsigned frames)        \
    {                                                                                              \
        if (frames == 0) {                                                                         \
            yield;                                                                                 \
            return;                                                                                \
        }                                                                                          \
        name##_below(self, frames - 1);                                                            \
        __asm__ volatile("" ::: "memory"); /* or the call were a jump */                           \
    }                                                                                              \
    static void name(type self)                                                                    \
    {                                                                                              \
        (void)self;                                                                                \
        char *memory = turn_memory();                                                              \
        yield;                                                                                     \
        if (!clock_started)                                                                        \
            clock_start();                                                                         \
        if (!turn_bytes && !turn_frames) {                                                         \
            while (left) {                                                                         \
                left--;                                                                            \
                yield;                                                                             \
            }                                                                                      \
        }                                                                                          \
        while (left) {                                                                             \
            left--;                                                                                \
            turn_write(memory);                                                                    \
            name##_below(self, turn_frames);                                                       \
        }                                                                                          \
        clock_stop();                                                                              \
    }

/* The body of every thread that sleeps. sleep gets a number of milliseconds. */
#define TAKE_NAPS(sleep)                                                                           \
    do {                                                                                           \
        if (!clock_started)                                                                        \
            clock_start();                                                                         \
        while (left) {                                                                             \
            left--;                                                                                \
            sleep(nap_length());                                                                   \
        }                                                                                          \
        clock_stop();                                                                              \
    } while (0)

unsigned nap_length(void); /* 1 to 100, the same row of them for every contender */

/* For contenders that make threads one by one: they call it now and then, with the number made so
 * far. False: making them has taken too long, and too_slow is the reason. */
bool is_in_time(unsigned made);
extern char too_slow[];

/* Returns a reason for `measurement`: the number of threads made, and why there are no more. */
const char *no_more(unsigned made, const char *why);

/* ---------------------------------------------------------------- a TIB behind FS */

/* Makes FS lead to a page that begins as a TEB does; its own address stands at 18h. Returns false
 * where Linux does not let it. */
bool tib_open(void);

/* Makes the words of it those of the plain stack: chain and limits; and running the word at 10h,
 * TIB_NO_FIBER for NULL. */
void tib_set_running(void *running);

/* ---------------------------------------------------------------- memory for stacks */

/* Contenders that take the caller's memory get the same: slots, each a stack and above it room for
 * a block of BLOCK_SIZE bytes. Packed ones lie in a row; stride: bytes from one to the next. With
 * slots_are_guarded each is a guarded stack instead. False when there is no memory for so many. The
 * slots of the last call are gone. */
enum { BLOCK_SIZE = 128 };
bool slots(unsigned count, unsigned stride);
void *slot(unsigned i);   /* where the i-th stack ends, and the room for a block begins */
unsigned slot_size(void); /* bytes of a stack */
extern bool slots_are_guarded;

/* A stack in GUARDED_SIZE bytes of addresses, BLOCK_SIZE of them above the place that this returns,
 * and a page at the lower end that cannot be touched; or NULL. Stacks that were given back are used
 * again, the last one first. */
enum { GUARDED_SIZE = 64 << 10, GUARDED_SPACING = 128 << 10 };
char *guarded_stack(void);
void guarded_stack_free(char *top);

/* Memory in large pages where Linux has some, as slots are; or NULL. */
void *slots_map(size_t size);
void slots_unmap(void *start);

/* The stride for contenders whose stacks hold nothing but a few calls. */
extern unsigned slot_stride;
extern bool slots_are_huge; /* whether Linux is asked for large pages */

#endif
