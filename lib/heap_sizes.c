/* Calls of Microsoft's library for the sizes of the heap's blocks. */
#include <errno.h>
#include <malloc.h>
#include <string.h>

#include "lib/heap.h"
#include "lib/heap_impl.h"
#include "lib/invalid_parameter.h"

/* The bytes that the program may use. */
static size_t room(void *block)
{
    const struct heap_block *own = heap_block_of(block);
#if CHECKED
    return own->requested;
#else
    return heap_capacity(own);
#endif
}

size_t _msize(void *block)
{
    if (block)
        return room(block);
    invalid_parameter(EINVAL, "_msize");
    return (size_t)-1;
}

void *_expand(void *block, size_t size)
{
    if (!block) {
        invalid_parameter(EINVAL, "_expand");
        return NULL;
    }
    if (size <= room(block))
        return block;
    errno = ENOMEM;
    return NULL;
}

void *_recalloc(void *block, size_t count, size_t size)
{
    size_t bytes, before = block ? room(block) : 0;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    char *larger = realloc(block, bytes);
    size_t after = larger ? room(larger) : 0;
    if (after > before)
        memset(larger + before, 0, after - before);
    return larger;
}

int _heapchk(void)
{
    heap_check();
    return _HEAPOK;
}
