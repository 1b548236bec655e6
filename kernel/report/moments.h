/* With `trapline:moments`, events in a program's own code are recorded with their moments: the
 * registers, the chain's head, and the changes of the stack since the last moment. A reader that
 * keeps all of these records has each thread's stack at each of its events; and of code that the
 * image has not, what lies at eip and where the event's arguments lead.
 */
#ifndef KERNEL_REPORT_MOMENTS_H
#define KERNEL_REPORT_MOMENTS_H

#include <stdbool.h>
#include <stdint.h>

/* Registers as they are at eip: those that a function leaves unchanged. trace_write.S pushes them
 * in this order. */
struct moment_registers {
    uint32_t eip, esp, ebp, ebx, esi, edi;
};

/* Registers that a call may change, and a trap does not. */
struct moment_scratch {
    uint32_t eax, ecx, edx, eflags;
};

/* Set once, before the program runs. */
extern bool moments_on;

/* Turns the moments on; without is_whole only what moment_put_code needs. Returns false when there
 * is no memory. */
bool moments_start(bool is_whole);

/* Puts the records of the running thread's moment (trace_put), in which an event with these
 * arguments happens. scratch: NULL where nobody knows them. Ring 0, interrupts off, not inside of
 * itself. */
void moment_put(uint64_t time, const struct moment_registers *registers,
                const struct moment_scratch *scratch, const uint32_t arg[4]);

/* In a trace without moments: puts the records of the code that an event with these arguments leads
 * to, if the image has it not. Callable as moment_put, once moments_start was called. */
void moment_put_code(uint64_t time, uint32_t event, const uint32_t arg[4]);

#endif
