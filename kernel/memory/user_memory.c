/* The pages decide what ring 3 may touch, because some of the upper half are shared. In the lower
 * half all are its own, and there the CPU itself checks the rest. */
#include "kernel/memory/user_memory.h"

#include "boot/layout.h"
#include "kernel/cpu/contracts.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/views.h"
#include "kernel/trap/service_entry.h"
#include "kernel/trap/trap.h"

bool user_readable(const void *address, uint32_t length)
{
    return paging_allows(address, length, PAGING_USER);
}

bool user_writable(const void *address, uint32_t length)
{
    return paging_allows(address, length, PAGING_USER | PAGING_WRITE);
}

/* Tells whether the caller may try to touch [address, address + size). */
static inline bool is_allowed(const struct service_call *call, uint32_t address, uint32_t size,
                              unsigned rights)
{
    uint32_t end = address + size;
    if (end < address)
        return false;
    return end <= UPPER_HALF || !trap_from_ring3(call->frame) ||
           paging_allows((const void *)address, size, rights);
}

bool user_may_try_read(const struct service_call *call, uint32_t from, uint32_t size)
{
    return is_allowed(call, from, size, PAGING_USER);
}

static bool copy(void *to, const void *from, uint32_t size)
{
    uint32_t words = size / 4, bytes = size % 4;
    return user_move_words(to, from, words) &&
           user_move_bytes((char *)to + size - bytes, (const char *)from + size - bytes, bytes);
}

bool user_read(const struct service_call *call, void *to, uint32_t from, uint32_t size)
{
    must_be_in_trap();
    return user_may_try_read(call, from, size) && copy(to, (const void *)from, size);
}

bool user_write(const struct service_call *call, uint32_t to, const void *from, uint32_t size)
{
    must_be_in_trap();
    return is_allowed(call, to, size, PAGING_USER | PAGING_WRITE) && copy((void *)to, from, size);
}

bool user_write_word(const struct service_call *call, uint32_t to, uint32_t word)
{
    must_be_in_trap();
    return user_write(call, to, &word, sizeof word);
}

/* Reads a byte of each page, because that makes a stack grow, and then looks at the rights. */
static bool may_touch(const struct service_call *call, uint32_t address, uint32_t size,
                      unsigned rights)
{
    char byte;
    uint32_t last = address + size - 1;
    if (!size)
        return true;
    if (last < address)
        return false;
    if (trap_from_ring3(call->frame))
        rights |= PAGING_USER;
    for (uint32_t at = address;; at = PAGE_DOWN(at) + PAGE_SIZE) {
        if (!user_read(call, &byte, at, 1) ||
            (!paging_allows((const void *)at, 1, rights) &&
             (!(rights & PAGING_WRITE) || view_copy(at) != STATUS_SUCCESS)))
            return false;
        if (PAGE_DOWN(at) == PAGE_DOWN(last))
            return true;
    }
}

bool user_may_read(const struct service_call *call, uint32_t from, uint32_t size)
{
    must_be_in_trap();
    return may_touch(call, from, size, 0);
}

bool user_may_write(const struct service_call *call, uint32_t to, uint32_t size)
{
    must_be_in_trap();
    return may_touch(call, to, size, PAGING_WRITE);
}

bool user_read_string(const struct service_call *call, char *to, uint32_t from, uint32_t size)
{
    must_be_in_trap();
    for (uint32_t i = 0; i < size - 1; i++)
        if (!user_read(call, &to[i], from + i, 1))
            return false;
        else if (!to[i])
            return true;
    to[size - 1] = '\0';
    return true;
}

bool user_is_copying(uint32_t eip)
{
    extern const uint32_t user_moves[]; /* linker.ld ends the list with 0 */
    for (const uint32_t *move = user_moves; *move; move++)
        if (*move == eip)
            return true;
    return false;
}

bool user_copy_ends(struct trap_frame *frame)
{
    must_be_in_trap();
    if (!user_is_copying(frame->eip))
        return false;
    frame->eip += USER_MOVE_SIZE;
    return true;
}
