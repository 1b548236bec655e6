/* Measures one contender by the time that Linux has spent on this process. So other processes on
 * the machine do not count.
 */
#include "bench/native/native.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define SAMPLE_SECONDS 0.06 /* a sample should take so long, */
#define MOST_SECONDS   3.0  /* and neither it nor the making of its threads longer */

unsigned left;
unsigned turn_bytes, turn_frames;
bool clock_started;
char too_slow[128];

static double started, stopped, making_since;
static uintptr_t lives_begun, lives_ended, lives_wrong;
static bool has_stopped;
static unsigned nap;
static char *memory; /* of the threads that take turns, turn_bytes for each */
static unsigned turns_begun;

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void clock_start(void)
{
    clock_started = true;
    started = seconds(CLOCK_PROCESS_CPUTIME_ID);
}

void clock_stop(void)
{
    if (!has_stopped)
        stopped = seconds(CLOCK_PROCESS_CPUTIME_ID);
    has_stopped = true;
}

void *life_body(void *argument)
{
    return argument;
}

void *life_argument(void)
{
    return (void *)++lives_begun;
}

void life_result(void *result)
{
    lives_ended++;
    lives_wrong += (uintptr_t)result != lives_ended;
}

char *turn_memory(void)
{
    return turn_bytes ? memory + (size_t)turns_begun++ * turn_bytes : NULL;
}

unsigned nap_length(void)
{
    nap = nap * 1664525 + 1013904223;
    return 1 + (nap >> 16) % 100;
}

bool is_in_time(unsigned made)
{
    if (seconds(CLOCK_PROCESS_CPUTIME_ID) - making_since < MOST_SECONDS)
        return true;
    snprintf(too_slow, sizeof too_slow, "made %u threads in %g seconds", made, MOST_SECONDS);
    return false;
}

const char *no_more(unsigned made, const char *why)
{
    static char text[128];
    snprintf(text, sizeof text, "made %u threads: %s", made, why);
    return text;
}

double measure(measurement *way, unsigned threads, unsigned amount, const char **why)
{
    left = amount;
    nap = 1;
    turns_begun = lives_begun = lives_ended = lives_wrong = 0;
    clock_started = has_stopped = false;
    *too_slow = 0;
    if (turn_bytes && !memory && !(memory = calloc(threads, turn_bytes))) {
        *why = "no memory";
        return 0;
    }
    making_since = seconds(CLOCK_PROCESS_CPUTIME_ID);
    *why = way(threads, amount);
    if (lives_wrong || lives_begun != lives_ended)
        *why = "a thread returned something else than its argument";
    return *why ? 0 : (stopped - started) / amount * 1e9;
}

unsigned enough(measurement *way, unsigned threads, const char **why)
{
    double amount = 2.0 * threads;
    for (;;) {
        double begun = seconds(CLOCK_MONOTONIC);
        double each = measure(way, threads, (unsigned)amount, why);
        double took = seconds(CLOCK_MONOTONIC) - begun;
        if (*why)
            return 0;
        if (each * amount > MOST_SECONDS * 1e9) {
            snprintf(too_slow, sizeof too_slow, "%.0f ns each, too slow for so many", each);
            *why = too_slow;
            return 0;
        }
        /* Sleepers take longer than they cost. */
        if (each * amount > SAMPLE_SECONDS * 1e9 / 2 || took > SAMPLE_SECONDS * 10)
            return (unsigned)amount;
        double times = SAMPLE_SECONDS * 1e9 / (each * amount + 1);
        amount *= times < 16 ? times : 16;
    }
}
