/* Page by page. */
#include "kernel/trap/user_memory.h"

#include "boot/layout.h"
#include "kernel/memory/paging.h"

static bool allowed(const void *address, uint32_t length, unsigned rights)
{
    uint32_t first = (uint32_t)address, last = first + length - 1;
    if (length == 0)
        return true;
    if (last < first)
        return false;
    for (uint32_t page = first / PAGE_SIZE; page <= last / PAGE_SIZE; page++) {
        struct page found = paging_look((void *)(page * PAGE_SIZE));
        if (!found.present || (found.rights & rights) != rights)
            return false;
    }
    return true;
}

bool user_readable(const void *address, uint32_t length)
{
    return allowed(address, length, PAGING_USER);
}

bool user_writable(const void *address, uint32_t length)
{
    return allowed(address, length, PAGING_USER | PAGING_WRITE);
}

int user_string_length(const char *string, size_t most)
{
    for (size_t length = 0; length < most; length++) {
        if ((length == 0 || (uint32_t)(string + length) % PAGE_SIZE == 0) &&
            !user_readable(string + length, 1))
            return -1;
        if (!string[length])
            return (int)length;
    }
    return -1;
}
