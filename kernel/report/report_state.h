/* Reports of the machine's state and of single addresses. Ring 0. */
#ifndef KERNEL_REPORT_REPORT_STATE_H
#define KERNEL_REPORT_REPORT_STATE_H

#include "kernel/call/report.h"

#include <stddef.h>

/* Reports registers, handler chain and backtrace, a few lines each. For a state in ring 3 it reads
 * only memory that ring 3 may read. A service. */
void report_state(const struct machine_state *state);

/* Reports the backtrace of code that does not run: its next instruction, eip, which is a return
 * address, and its callers by their frames from ebp on, which must lie in [low, high). A
 * service. */
void report_parked(uint32_t eip, uint32_t ebp, uint32_t low, uint32_t high);

/* Writes the text of report_address into a buffer. The function that contains the byte back bytes
 * before the address gives the name. A service. */
void report_describe(uint32_t address, uint32_t back, char *text, size_t size);

#endif
