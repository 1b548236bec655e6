/* Checks page by page. */
#include "kernel/trap/user_memory.h"

#include "boot/layout.h"
#include "kernel/memory/paging.h"

bool user_readable(const void *address, uint32_t length)
{
    return paging_allows(address, length, PAGING_USER);
}

bool user_writable(const void *address, uint32_t length)
{
    return paging_allows(address, length, PAGING_USER | PAGING_WRITE);
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
