/* Blocks of the heap with any alignment, which free does not take. The word below a block has the
 * address that malloc gave. */
#include "lib/invalid_parameter.h"
#include "win32/msvcrt/call.h"

#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void **word_below(void *block)
{
    return (void **)(((uintptr_t)block & ~(uintptr_t)(sizeof(void *) - 1)) - sizeof(void *));
}

/* The byte `offset` of the block is aligned. No alignment at all is that of a pointer. */
CALL(void *, _aligned_offset_malloc, size_t size, size_t alignment, size_t offset)
{
    size_t whole;
    if (alignment & (alignment - 1) || (offset && offset >= size)) {
        errno = EINVAL;
        return NULL;
    }
    if (alignment < sizeof(void *))
        alignment = sizeof(void *);
    char *base =
        __builtin_add_overflow(size, alignment + 2 * sizeof(void *), &whole) ? NULL : malloc(whole);
    if (!base) {
        errno = ENOMEM;
        return NULL;
    }
    uintptr_t least = (uintptr_t)base + 2 * sizeof(void *) + offset;
    void *block = (void *)(((least + alignment - 1) & ~(alignment - 1)) - offset);
    *word_below(block) = base;
    return block;
}

CALL(void *, msvcrt_aligned_malloc, size_t size, size_t alignment)
{
    return _aligned_offset_malloc(size, alignment, 0);
}

CALL(void, msvcrt_aligned_free, void *block)
{
    if (block)
        free(*word_below(block));
}

/* The bytes that a block has room for. */
static size_t room(void *block)
{
    char *base = *word_below(block);
    return _msize(base) - (size_t)((char *)block - base);
}

/* The bytes that the block has, if the alignment and the offset are those of then. Without a block
 * the parameter is invalid, and the answer all bits. */
CALL(size_t, _aligned_msize, void *block, size_t alignment, size_t offset)
{
    (void)offset;
    if (!block) {
        invalid_parameter(EINVAL, "_aligned_msize");
        return (size_t)-1;
    }
    if (alignment < sizeof(void *))
        alignment = sizeof(void *);
    return _msize(*word_below(block)) - alignment - 2 * sizeof(void *);
}

CALL(void *, _aligned_offset_realloc, void *block, size_t size, size_t alignment, size_t offset)
{
    if (!block)
        return _aligned_offset_malloc(size, alignment, offset);
    if (!size) {
        msvcrt_aligned_free(block);
        return NULL;
    }
    void *moved = _aligned_offset_malloc(size, alignment, offset);
    if (moved) {
        size_t old = room(block);
        memcpy(moved, block, old < size ? old : size);
        msvcrt_aligned_free(block);
    }
    return moved;
}

CALL(void *, _aligned_realloc, void *block, size_t size, size_t alignment)
{
    return _aligned_offset_realloc(block, size, alignment, 0);
}
