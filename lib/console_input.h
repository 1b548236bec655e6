/* The program's input: the console's, or a pipe's. All functions but those that say so: with
 * input_lock. */
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

/* Waits for a key, with all bytes of its character. Returns how many bytes may be read. */
size_t input_wait_character(void);

/* Leaves bytes behind. */
void input_pass(size_t length);

/* Whether KEY_MARK may begin three bytes: the program has asked for keys before
 * (lib/terminal_keys.h). */
bool input_has_marks(void);

/* Waits for a key that is typed from now on, and leaves it behind. Earlier bytes stay. */
void input_skip_key(void);

/* From now on reads of text take lines, which the host's terminal shows as they are typed, or what
 * is typed at once: then the enter key is CR. control_c: it is a key. Without the lock. */
void input_set_typing(bool lines, bool shown, bool control_c);

/* Whether there is a key that no caller has taken yet. Waits for nothing, not for the lock either,
 * which it takes. */
bool input_has_key(void);

/* Hears of bytes when they come from a terminal; with the lock. NULL: nobody. */
extern void (*input_listener)(const char *bytes, size_t length);

/* Lets it hear of what has come. The oldest bytes go where too many wait. Waits for nothing, and
 * takes no byte of a pipe. Without the lock. */
void input_look(void);

#endif
