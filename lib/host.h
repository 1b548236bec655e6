/* The functions that the C library needs from the machine.
 *
 * lib/ stands under everything and includes nothing above it. The machine hands these functions
 * over once, before the first call that needs one of them.
 */
#ifndef LIB_HOST_H
#define LIB_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How a terminal sends what is typed: a key at once instead of lines; without showing it; Ctrl-C as
 * a key like others. */
enum typing { TYPING_KEYS = 1, TYPING_HIDDEN = 2, TYPING_CONTROL_C = 4 };

struct lib_host {
    /* Writes length bytes to the console; returns when they are queued, never fails. */
    void (*write)(const char *bytes, size_t length);

    /* Writes length bytes to the standard error, by the same rules. */
    void (*write_error)(const char *bytes, size_t length);

    /* Waits for the console and reads at least one byte, at most size. Returns the number of
     * bytes, or 0 once the input has ended. With size 0 it does not wait: it returns 1 if there are
     * bytes, else 0. */
    size_t (*read)(char *buffer, size_t size);

    /* Tells the host's terminal how it sends what is typed: bits of enum typing. At first 0. */
    void (*typing)(unsigned typing);

    /* Whether what is read are any bytes, as a pipe has them, and no lines that end in LF. */
    bool input_is_pipe;

    /* Whether what is written goes to a pipe or a file of the host, and to no console. */
    bool output_is_pipe, error_is_pipe;

    /* Whether escape sequences of ANSI colour what is written. */
    bool output_is_terminal;

    /* Waits while the word is `expected`; may also return without a reason. wake lets one thread go
     * on that waits for the word. Any number of words, each aligned. */
    void (*wait)(const uint32_t *address, uint32_t expected);
    void (*wake)(const uint32_t *address);

    /* Returns a new range of size bytes (a multiple of 64 KiB), readable and writable, zeroed,
     * aligned to 64 KiB; NULL when memory or addresses are exhausted. */
    void *(*range_alloc)(size_t size);

    /* Gives back a whole range as range_alloc returned it. */
    void (*range_free)(void *base);

    /* Returns the time now, in 100 ns since 1 January 1601, UTC; and what it was at boot. */
    uint64_t (*system_time)(void);
    uint64_t start_time;

    /* Calls what the program's objects have in tables for its end, after the functions of atexit.
     */
    void (*end_tables)(void);

    /* Ends the program with this status. */
    __attribute__((noreturn)) void (*exit)(int status);

    /* Reports that the program has broken a rule of the library (a double free, an overrun), and
     * stops the machine. The arguments are printf's. */
    __attribute__((noreturn, format(printf, 1, 2))) void (*panic)(const char *reason, ...);

    /* Like panic, for a program that ends itself (assert, abort). */
    __attribute__((noreturn, format(printf, 1, 2))) void (*give_up)(const char *reason, ...);
};

extern struct lib_host lib_host;

#endif
