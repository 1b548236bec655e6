/* Wrappers of the string instructions, and a guard for loops that are library functions.
 *
 * The ABI keeps the direction flag clear at every call, so all of these go upward.
 */
#ifndef LIB_STRING_INSTRUCTIONS_H
#define LIB_STRING_INSTRUCTIONS_H

#include <stddef.h>
#include <stdint.h>

static inline void rep_movsl(void **to, const void **from, size_t words)
{
    __asm__ volatile("rep movsl" : "+D"(*to), "+S"(*from), "+c"(words) : : "memory");
}

static inline void rep_movsb(void **to, const void **from, size_t bytes)
{
    __asm__ volatile("rep movsb" : "+D"(*to), "+S"(*from), "+c"(bytes) : : "memory");
}

static inline void rep_stosl(void **to, uint32_t value, size_t words)
{
    __asm__ volatile("rep stosl" : "+D"(*to), "+c"(words) : "a"(value) : "memory");
}

static inline void rep_stosb(void **to, uint32_t value, size_t bytes)
{
    __asm__ volatile("rep stosb" : "+D"(*to), "+c"(bytes) : "a"(value) : "memory");
}

/* Copies bytes as memcpy does, without a call. */
static inline void copy_bytes(void *to, const void *from, size_t size)
{
    rep_movsl(&to, &from, size / sizeof(uint32_t));
    rep_movsb(&to, &from, size % sizeof(uint32_t));
}

/* Inside a loop, keeps the compiler from replacing the loop by a library call. In memmove that
 * would be a call of memmove by itself. Makes no code. */
static inline void keep_loop(void)
{
    __asm__ volatile("" : : : "memory");
}

#endif
