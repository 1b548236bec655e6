/* The places between which threads are measured, and what lies between the last two stamps. See
 * uthread_points.S for what each does.
 */
#ifndef BENCH_UTHREAD_POINTS_H
#define BENCH_UTHREAD_POINTS_H

#include <stdint.h>
#include <uthread.h>

enum { TRIES = 5, STAMPING = 2, VALUES = 16 /* that receive_values has between its stamps */ };

extern uint32_t stamp_before, stamp_after;
extern void *tick_gate;
void yield_before(void);
void yield_after(void);
void resume_and_back(uThd uthread);
void yield_for_ever(void);
void sleep_before(DWORD ms);
void take_and_give(utSemaphore semaphore);
void lock_and_unlock(utMutex mutex);
void give_and_take(utSemaphore theirs, utSemaphore ours);
void take_and_answer(utSemaphore ours, utSemaphore theirs);
void receive_values(utChannel channel, void *value);
void send_values(utChannel channel, const void *value);
void live_scheduled(utSch scheduler, utPool pool, utBody body);
void live_resumed(utPool pool, utBody body);
void stamping_tick(void);
void wait_for_tick(void);
void sleep_for_tick(void);

/* Instructions between the last two stamps. */
static inline uint32_t path_length(void)
{
    return stamp_after - stamp_before - STAMPING;
}

#endif
