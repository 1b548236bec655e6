/* A schedule of several CPUs that was asked for (trapline:schedule=TEXT): threads that it holds.
 *
 *	text	"@" [hold {"," hold}]
 *	hold	"h" place {">" place}
 *	place	ADDRESS ["." TIMES]
 *
 * ADDRESS is an instruction of the program, in hexadecimal digits. The first thread that comes to
 * it while others go on, or the one that does at the time of this number, stands before it until
 * all others wait or have ended, or HELD_TICKS are over. With a second place, it stands until a
 * thread comes there, which stands instead of it then. One hold follows the other.
 *
 * A thread that stands keeps its CPU as one that computes does: interrupts come, and at the end of
 * its slice others run. A machine may be so slow at any instruction.
 *
 * The addresses are in the debug registers of all CPUs, so no program that uses these is held.
 */
#ifndef KERNEL_THREADS_GIVEN_HOLDS_H
#define KERNEL_THREADS_GIVEN_HOLDS_H

#include <stdbool.h>

/* Takes the clock's interrupt and the debug traps over. Returns false for a text that is no such
 * list. At the start, behind the layers above and the start of all CPUs; interrupts off. */
bool given_holds_start(const char *text);

/* Tells whether there is such a list. */
extern bool holds_are_given;

/* Has this CPU trap at what is held. With each thread that begins to run on it. */
void given_holds_arm(void);

/* Tells what of the list was not reached. At the end of the run, interrupts off. */
void given_holds_end(void);

#endif
