/* Tells a person the machine's state: registers, the handler chain, a backtrace.
 *
 * All output goes to the console, addresses with their function's name. Frames and records are
 * never trusted: each address is looked up before it is read. Any context.
 */
#ifndef KERNEL_CALL_REPORT_H
#define KERNEL_CALL_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#define STATE_GENERAL 1u /* eax to edi */
#define STATE_CR2     2u

struct machine_state {
    uint32_t eax, ebx, ecx, edx, esi, edi, ebp, esp;
    uint32_t eip, eflags;
    uint32_t cs, ss, ds, es, fs, gs;
    uint32_t cr2;
    unsigned known; /* STATE_*: registers shown beside ebp, esp, eip, eflags and selectors */
};

/* Prints a piece of a line, worded like printf and cut after 239 characters. Without the sizes hh,
 * j, z and t, which a program for msvcrt.dll does not know (lib/format_rules.h). Either ring. */
void report_print(const char *text, ...) __attribute__((format(printf, 1, 2)));

/* Prints one line with the runtime's name before it, in the same words and as long. Either ring. */
void report_line(const char *text, ...) __attribute__((format(printf, 1, 2)));

/* Between the two, no other thread's output comes: no report, and no line of the program. A thread
 * that ends the run does not end its report. A thread that was ended or suspended in the middle of
 * its output may hold the console for ever; after LONGEST_FOR_LOCK milliseconds report_begin
 * returns all the same, and report_end undoes only what it says. Either ring, outside of traps;
 * calls nest. */
bool report_begin(void);
void report_end(bool begun);

#define REPORT_ADDRESS_SIZE 64
struct report_text {
    char text[REPORT_ADDRESS_SIZE];
};

/* Returns an address as "80101234 name+0x1C", or the bare number where no function is known. The
 * text lasts to the end of the expression. Either ring. */
struct report_text report_address_text(uint32_t address);
#define report_address(address) (report_address_text(address).text)

#endif
