/* What the C library needs from whatever it runs on.
 *
 * lib/ stands under everything and includes nothing above it: the machine hands these functions
 * over once, before the first call that needs one of them.
 */
#ifndef LIB_HOST_H
#define LIB_HOST_H

#include <stddef.h>

struct lib_host {
    /* Writes length bytes to the console; returns when they are queued, never fails. */
    void (*write)(const char *bytes, size_t length);

    /* Reads at least one byte from the console and at most size (> 0); waits for it.
     * Returns how many, or 0 once the input has ended. */
    size_t (*read)(char *buffer, size_t size);

    /* A new range of size bytes (a multiple of 64 KiB), readable and writable, zeroed, aligned to
     * 64 KiB; NULL when memory or addresses are exhausted. */
    void *(*range_alloc)(size_t size);

    /* Gives back a whole range as range_alloc returned it. */
    void (*range_free)(void *base);

    /* Ends the program with this status. */
    __attribute__((noreturn)) void (*exit)(int status);

    /* Reports a fault of the program against the library's rules (a double free, an overrun) and
     * stops the machine. Worded like printf. */
    __attribute__((noreturn, format(printf, 1, 2))) void (*panic)(const char *reason, ...);
};

extern struct lib_host lib_host;

#endif
