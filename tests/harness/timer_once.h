/* The timer's interrupt at an instruction of one's choice. Ring 0, and QEMU's virtual time. */
#ifndef TESTS_TIMER_ONCE_H
#define TESTS_TIMER_ONCE_H

#include <stdint.h>

/* Instructions in one of the timer's periods. */
#define TIMER_ONCE_PERIOD 839

/* Has the timer interrupt once, count of its periods from now less padding instructions (at most
 * 1024), leaves the time stamp counter in timer_once_start, and calls work. There are no other
 * ticks from then on. */
void timer_once(uint32_t count, uint32_t padding, void (*work)(void));
extern volatile uint32_t timer_once_start;

#endif
