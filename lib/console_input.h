/* The program's input: the console's, or a pipe's. All functions but the last: with input_lock. */
#ifndef LIB_CONSOLE_INPUT_H
#define LIB_CONSOLE_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/lock.h"
#include "lib/stdio_impl.h"

extern struct lock input_lock;

/* Waits until a read of at most so many bytes can have what it wishes; STDIO_SOME: any byte.
 * Returns how many bytes it may read from input_here on: fewer when the input has ended, or has no
 * room for more; 0 at the end. text: ^Z ends it. */
size_t input_wait(size_t most, enum stdio_wish wish, bool text);
const char *input_here(void);

/* Leaves bytes behind. */
void input_pass(size_t length);

/* Whether there is a key that no caller has taken yet. Waits for nothing, not for the lock either.
 */
bool input_has_key(void);

#endif
