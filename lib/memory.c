/* memcpy and its family. Compilers put calls of these functions in the place of loops, so no loop
 * here may become a call of its own function. Copying and filling are string instructions; a loop
 * that a compiler could replace has keep_loop in it.
 *
 * Words are handled first, then at most three bytes. From the 486 on this is as fast as anything
 * without SSE. Under an emulator it is one counted instruction for four bytes.
 */
#include <string.h>

#include "lib/string_instructions.h"

#define WORD sizeof(uint32_t)

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    copy_bytes(to, from, size);
    return to;
}

/* Copies from the last byte to the first. Moving downward with the direction flag set would be one
 * instruction, but every processor does that slowly, byte by byte. */
static void copy_downward(char *to, const char *from, size_t size)
{
    for (; size % WORD != 0; size--) {
        to[size - 1] = from[size - 1];
        keep_loop();
    }
    for (; size != 0; size -= WORD) {
        *(uint32_t *)(to + size - WORD) = *(const uint32_t *)(from + size - WORD);
        keep_loop();
    }
}

void *memmove(void *to, const void *from, size_t size)
{
    /* Copying upward is right unless the target begins inside the source. The subtraction wraps
     * when the target begins before the source. */
    if ((uintptr_t)to - (uintptr_t)from >= size)
        return memcpy(to, from, size); /* this memcpy copies upward */
    copy_downward(to, from, size);
    return to;
}

void *memset(void *to, int byte, size_t size)
{
    void *target = to;
    uint32_t value = (uint8_t)byte * 0x01010101u;
    rep_stosl(&target, value, size / WORD);
    rep_stosb(&target, value, size % WORD);
    return to;
}

int memcmp(const void *left, const void *right, size_t size)
{
    const unsigned char *a = left, *b = right;
    for (; size >= WORD && *(const uint32_t *)a == *(const uint32_t *)b; size -= WORD) {
        a += WORD;
        b += WORD;
    }
    for (; size != 0; size--, a++, b++) {
        if (*a != *b)
            return *a - *b;
    }
    return 0;
}

void *memchr(const void *block, int byte, size_t size)
{
    for (const unsigned char *p = block; size != 0; size--, p++) {
        if (*p == (unsigned char)byte)
            return (void *)p;
    }
    return NULL;
}
