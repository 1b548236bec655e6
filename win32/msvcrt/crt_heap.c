/* The heap as msvcrt.dll shows it: one heap of the process, which has no small blocks apart. */
#include "win32/msvcrt/call.h"

#include <errno.h>
#include <heapapi.h>
#include <malloc.h>
#include <stdint.h>

CALL(intptr_t, _get_heap_handle, void)
{
    return (intptr_t)GetProcessHeap();
}

/* Memory goes back by itself. */
CALL(int, _heapmin, void)
{
    return 0;
}

/* Free memory is not filled. */
CALL(int, _heapset, unsigned fill)
{
    (void)fill;
    return _heapchk();
}

CALL(int, _heapadd, void *block, size_t size)
{
    (void)block, (void)size;
    errno = ENOSYS;
    return -1;
}

CALL(size_t, _get_sbh_threshold, void)
{
    return 0;
}

/* Returns whether blocks up to this size are small ones. */
CALL(int, _set_sbh_threshold, size_t size)
{
    return size == 0;
}

/* No version tells how much of the heap is used. */
CALL(size_t, _heapused, size_t *used, size_t *committed)
{
    if (used)
        *used = 0;
    if (committed)
        *committed = 0;
    errno = ENOSYS;
    return 0;
}
