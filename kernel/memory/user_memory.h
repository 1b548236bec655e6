/* Memory of the code that called a service. The kernel never follows such a pointer: it copies.
 *
 * A copy ends early where the CPU cannot touch the memory, so no earlier look at the page tables
 * has to hold until then. For ring 3 it touches only what ring 3 may touch. A call from ring 0 is
 * trusted with all memory, but not with its being there. In the trap; ring 0.
 */
#ifndef KERNEL_MEMORY_USER_MEMORY_H
#define KERNEL_MEMORY_USER_MEMORY_H

#include "boot/layout.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Puts the instruction at label 1, which is USER_MOVE_SIZE bytes long, into the list of those that
 * may meet a page fault of a program's memory. */
#define USER_MOVE_IS_LISTED ".pushsection .user_moves, \"a\"\n\t.long 1b\n\t.popsection"
#define USER_MOVE_SIZE      2

struct service_call;
struct trap_frame;

/* Copies words between memory of the kernel and of a program. A page fault that cannot be resolved
 * continues behind the instruction (user_copy_ends), so count shows what is left. Returns false
 * then. user_move_bytes does the same with bytes. */
static inline bool user_move_words(void *to, const void *from, uint32_t count)
{
    __asm__ volatile("1: rep movsl\n\t" USER_MOVE_IS_LISTED
                     : "+D"(to), "+S"(from), "+c"(count)
                     :
                     : "memory");
    return count == 0;
}

static inline bool user_move_bytes(void *to, const void *from, uint32_t count)
{
    __asm__ volatile("1: rep movsb\n\t" USER_MOVE_IS_LISTED
                     : "+D"(to), "+S"(from), "+c"(count)
                     :
                     : "memory");
    return count == 0;
}

/* Tells whether the caller may try to read there. */
bool user_may_try_read(const struct service_call *call, uint32_t from, uint32_t size);

/* Copy size bytes from the caller's memory, or to it. Return false when that is not possible, or
 * not allowed; some bytes may be copied then. True for size 0. */
bool user_read(const struct service_call *call, void *to, uint32_t from, uint32_t size);
bool user_write(const struct service_call *call, uint32_t to, const void *from, uint32_t size);

/* Like user_read, for words, on the shortest way. */
static inline bool user_read_words(const struct service_call *call, uint32_t *to, uint32_t from,
                                   uint32_t count)
{
    uint32_t size = count * sizeof *to;
    bool own = from <= UPPER_HALF - size; /* where pages decide, and the CPU itself looks */
    return (own || user_may_try_read(call, from, size)) &&
           user_move_words(to, (const void *)from, count);
}

/* Stores a word for the caller. */
bool user_write_word(const struct service_call *call, uint32_t to, uint32_t word);

/* Like user_write_word, for an answer that the caller may not want: then `to` is 0. */
static inline bool user_answer(const struct service_call *call, uint32_t to, uint32_t word)
{
    return !to || user_write_word(call, to, word);
}

/* Tell whether a later user_read or user_write there will succeed, if the memory stays as it is. */
bool user_may_read(const struct service_call *call, uint32_t from, uint32_t size);
bool user_may_write(const struct service_call *call, uint32_t to, uint32_t size);

/* Copies a string, cut after size - 1 bytes (size > 0). Returns false when it cannot be read so
 * far. */
bool user_read_string(const struct service_call *call, char *to, uint32_t from, uint32_t size);

/* Tell whether ring 3 may read, or write, every byte of [address, address + length) now; true for
 * length 0, false for a range that wraps. */
bool user_readable(const void *address, uint32_t length);
bool user_writable(const void *address, uint32_t length);

/* Tells whether the code at eip is such a copy. */
bool user_is_copying(uint32_t eip);

/* Ends the copy that met the page fault with this frame. Returns false when it was no copy. */
bool user_copy_ends(struct trap_frame *frame);

#endif
