/* The program of this image: its first thread, its start and its end. */
#ifndef KERNEL_PROGRAM_H
#define KERNEL_PROGRAM_H

#include "kernel/memory/stacks.h"
#include "kernel/threads/tib.h"

#include <nt.h>
#include <stddef.h>
#include <stdint.h>

/* Tells whether the code at this address is the program's own, not the runtime's. Either ring. */
static inline bool program_has_code(uint32_t address)
{
    extern char program_text_start[], shared_text_end[]; /* linker.ld */
    return address >= (uint32_t)program_text_start && address < (uint32_t)shared_text_end;
}

/* Sets the handler and the scope table of the outermost frame, which threads link at the
 * stack's upper end. Once, before program_make_thread. */
void program_set_final_handler(PEXCEPTION_ROUTINE handler, const void *scope_table);

/* Makes teb describe this stack. The outermost frame at its upper end has that handler, and the
 * chain ends behind it. Returns the frame: the thread begins below it. */
struct final_frame *program_set_stack(TEB *teb, const struct stack *of);

/* Makes the thread that runs main in this ring (0 or 3), on a stack of its own in the lower half,
 * and then ends the run with main's result. */
void program_make_thread(unsigned ring, int count, char **words);

/* Calls main and ends the run with its result. The program's ring. */
_Noreturn void program_main(int count, char **words);

/* Begins the program's end with this status: no other thread can suspend or end the calling one any
 * more, because all others end, but for the scheduler of a calling worker. None is made from now
 * on. When the calling thread can never go on, because it waits for one that has ended, say, the
 * run ends with the status. A service: program_end_others. Either ring. */
extern struct program_ending {
    bool begun;
    uint32_t status;
} program_ending;

/* Ends the run with this status, from any depth. Checking builds report a leak first: the service
 * program_end gets the blocks and bytes that the program's heap still holds. Either ring, not from
 * interrupts. */
__attribute__((noreturn)) void program_exit(int status);

/* Sets the function that program_exit calls first with the status, in the program's ring, on the
 * stack of the code that ends the program. It may end the program itself. At the start. */
void program_set_end(void (*function)(int status));

/* Panics at the caller's place with a reason worded like printf. The C library calls it where a
 * program has broken one of its rules. Either ring. */
__attribute__((noreturn, format(printf, 1, 2))) void program_panic(const char *reason, ...);

/* The library's wait for a word and its wake. The one thread of the machine never waits for itself,
 * because a lock's owner takes it again. Either ring. */
void program_wait(const uint32_t *address, uint32_t expected);
void program_wake(const uint32_t *address);

/* Takes a lock of the library. A thread that was ended or suspended may have it for ever, so the
 * call gives up after LONGEST_FOR_LOCK milliseconds. Returns whether the lock was taken. Either
 * ring, outside of traps. */
#define LONGEST_FOR_LOCK 5000
struct lock;
bool program_take_lock(struct lock *lock);

/* The same report for a program that gives up by itself, by assert or abort: a sentence about the
 * program instead of a panic. */
__attribute__((noreturn, format(printf, 1, 2))) void program_give_up(const char *reason, ...);

#endif
