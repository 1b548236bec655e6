/* Windows' heap over malloc. A word before each block has the size that was asked for, which malloc
 * does not keep. */
#include <errhandlingapi.h>
#include <heapapi.h>
#include <seh.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct block {
    SIZE_T size;
    uint32_t unused; /* keeps the program's bytes aligned to 8 */
    char bytes[];
};

static char process_heap; /* its address is the handle */

HANDLE WINAPI GetProcessHeap(void)
{
    return &process_heap;
}

static struct block *block_of(LPCVOID bytes)
{
    return (struct block *)((const char *)bytes - offsetof(struct block, bytes));
}

static LPVOID fail(DWORD flags)
{
    if (flags & HEAP_GENERATE_EXCEPTIONS)
        RaiseException(STATUS_NO_MEMORY, 0, 0, NULL);
    return NULL;
}

LPVOID WINAPI HeapAlloc(HANDLE heap, DWORD flags, SIZE_T size)
{
    struct block *block = NULL;
    if (heap == GetProcessHeap() && size <= SIZE_MAX - sizeof *block)
        block = flags & HEAP_ZERO_MEMORY ? calloc(1, sizeof *block + size)
                                         : malloc(sizeof *block + size);
    if (!block)
        return fail(flags);
    block->size = size;
    return block->bytes;
}

LPVOID WINAPI HeapReAlloc(HANDLE heap, DWORD flags, LPVOID bytes, SIZE_T size)
{
    if (heap != GetProcessHeap() || !bytes || size > SIZE_MAX - sizeof(struct block))
        return fail(flags);
    struct block *block = block_of(bytes);
    SIZE_T before = block->size;
    bool stays = flags & HEAP_REALLOC_IN_PLACE_ONLY; /* malloc may move what grows */
    if (!stays || size > before)
        block = stays ? NULL : realloc(block, sizeof *block + size);
    if (!block)
        return fail(flags);
    block->size = size;
    if (flags & HEAP_ZERO_MEMORY && size > before)
        memset(block->bytes + before, 0, size - before);
    return block->bytes;
}

BOOL WINAPI HeapFree(HANDLE heap, DWORD flags, LPVOID bytes)
{
    (void)flags;
    if (heap != GetProcessHeap()) {
        SetLastError(ERROR_INVALID_HANDLE);
        return FALSE;
    }
    if (bytes)
        free(block_of(bytes));
    return TRUE;
}

SIZE_T WINAPI HeapSize(HANDLE heap, DWORD flags, LPCVOID bytes)
{
    (void)flags;
    return heap == GetProcessHeap() && bytes ? block_of(bytes)->size : (SIZE_T)-1;
}
