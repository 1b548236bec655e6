/* The Test Anything Protocol for images: one claim a line on the console.
 *
 *     int main(void)
 *     {
 *         ok(1 + 1 == 2, "addition adds");
 *         is_hex(record.code, 0xC0000094, "%s raises a division by zero", name);
 *         return tap_done();
 *     }
 *
 * Calls are allowed from ordinary code, from handlers and from user-level threads; not from
 * interrupts.
 */
#ifndef TESTS_TAP_H
#define TESTS_TAP_H

#include <stdbool.h>
#include <stdint.h>

/* One claim, worded like printf. Returns whether it held. */
bool tap_ok(bool held, const char *file, int line, const char *claim, ...)
    __attribute__((format(printf, 4, 5)));

/* One claim that two values are equal; a failure shows both, in hexadecimal or decimal. */
bool tap_is(uint32_t got, uint32_t expected, bool hex, const char *file, int line,
            const char *claim, ...) __attribute__((format(printf, 6, 7)));

/* One claim that cannot be tried here, and why. */
void tap_skip(const char *reason, const char *claim, ...) __attribute__((format(printf, 2, 3)));

/* A remark that the harness shows only on demand. */
void tap_note(const char *text, ...) __attribute__((format(printf, 1, 2)));

/* Prints the plan. Returns the exit status of the image: 0 when every claim held, else 1. */
int tap_done(void);

#define ok(held, ...)              tap_ok((held), __FILE__, __LINE__, __VA_ARGS__)
#define is_hex(got, expected, ...) tap_is((got), (expected), true, __FILE__, __LINE__, __VA_ARGS__)
#define is_dec(got, expected, ...) tap_is((got), (expected), false, __FILE__, __LINE__, __VA_ARGS__)

#endif
