/* The program of this image: its code, its start and its end. */
#ifndef KERNEL_CALL_PROGRAM_H
#define KERNEL_CALL_PROGRAM_H

#include <nt.h>
#include <stdbool.h>
#include <stdint.h>

/* Tells whether the code at this address is the program's own, not the runtime's. Either ring. */
static inline bool program_has_code(uint32_t address)
{
    extern char program_text_start[], shared_text_end[]; /* linker.ld */
    return address >= (uint32_t)program_text_start && address < (uint32_t)shared_text_end;
}

/* Calls the program's initializers and main, and ends the run with its result. The program's ring.
 */
_Noreturn void program_main(int count, char **words);

/* Whether a program that is a file of Windows begins although something that it imports is missing
 * (trapline:missing=late). Set at the start. */
extern bool program_missing_is_late;

/* The words of main. */
char *const *program_words(int *count);

/* Call the functions that the program's objects have in tables. The initializers are .CRT$XI,
 * .CRT$XC and .init_array, before main; one of .CRT$XI that returns another value than 0 ends the
 * program. The terminators are .fini_array, .CRT$XP and .CRT$XT, after the functions of atexit. The
 * callbacks of .CRT$XL get the program's module and a reason (nt.h). The program's ring. */
void program_call_initializers(void);
void program_call_terminators(void);
void program_call_all_tls_callbacks(uint32_t reason);

/* Nearly all programs have none. */
extern const PIMAGE_TLS_CALLBACK tls_callbacks[], tls_callbacks_end[]; /* linker.ld */
static inline void program_call_tls_callbacks(uint32_t reason)
{
    if (&tls_callbacks[0] != &tls_callbacks_end[0])
        program_call_all_tls_callbacks(reason);
}

/* Bytes of a stack that each thread needs for its own variables (_Thread_local); most programs have
 * none. */
#define PROGRAM_LOCALS_ROOM ((uint32_t)locals_room)
extern char locals_room[] __attribute__((weak)); /* linker.ld; a number, which may be 0 */

/* Gives the calling thread its own variables as they are at the begin, and calls a function that
 * never returns. Not in a program that has none. The program's ring. */
typedef void program_begin(void *first, void *second);
_Noreturn void program_call_with_locals(program_begin *begin, void *first, void *second);

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

/* Like program_panic, for a program that gives up by itself, by assert or abort: the report has a
 * sentence about the program instead of a panic. */
__attribute__((noreturn, format(printf, 1, 2))) void program_give_up(const char *reason, ...);

#endif
