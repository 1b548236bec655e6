/* Telling a person what state the machine is in: registers, the handler chain, a backtrace.
 *
 * Everything goes to the console, addresses with their function's name. Nothing here trusts what it
 * walks: each address is looked up before it is read. Any context.
 */
#ifndef KERNEL_REPORT_REPORT_H
#define KERNEL_REPORT_REPORT_H

#include "kernel/trap/trap.h"

#include <stdint.h>

#define STATE_GENERAL 1u /* eax to edi */
#define STATE_CR2     2u

struct machine_state {
    uint32_t eax, ebx, ecx, edx, esi, edi, ebp, esp;
    uint32_t eip, eflags;
    uint32_t cs, ss, ds, es, fs, gs;
    uint32_t cr2;
    unsigned known; /* STATE_*: what of it is shown beyond ebp, esp, eip, eflags and selectors */
};

/* Fills state with what a trap interrupted. cr2 is the CPU's present one: call before another
 * fault. */
void report_state_of_trap(const struct trap_frame *frame, struct machine_state *state);

/* A piece of a line, worded like printf; cut after 239 characters. Either ring. */
void report_print(const char *text, ...) __attribute__((format(printf, 1, 2)));

/* One line, worded like printf, with the runtime's name before it; cut after 239 characters.
 * Either ring. */
void report_line(const char *text, ...) __attribute__((format(printf, 1, 2)));

/* Registers, handler chain and backtrace, a few lines each. Ring 0; a service. */
void report_state(const struct machine_state *state);

/* The backtrace of code that does not run: where it will go on, eip, a return address, and its
 * callers by their frames from ebp on, which must lie in [low, high). Ring 0; a service. */
void report_parked(uint32_t eip, uint32_t ebp, uint32_t low, uint32_t high);

/* An address as "80101234 name+0x1C", or the bare number where no function is known. The text lies
 * in one of four buffers that take turns. Either ring. */
const char *report_address(uint32_t address);

/* The same text into a buffer, named by the function that contains the byte back bytes before the
 * address. Ring 0; a service. */
#define REPORT_ADDRESS_SIZE 64
void report_describe(uint32_t address, uint32_t back, char *text, size_t size);

#endif
