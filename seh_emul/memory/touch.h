/* Tells whether memory can be touched, by touching it. */
#ifndef SEH_EMUL_MEMORY_TOUCH_H
#define SEH_EMUL_MEMORY_TOUCH_H

#include <nt.h>
#include <stdbool.h>
#include <stdint.h>

/* Reads, or reads and writes back, a byte of each page of [address, address + size). Returns true
 * when that raises an exception, when the bytes wrap around the address space, or when address is
 * NULL; false for size 0. Ordinary code and handlers, any ring. */
bool touch_fails(const void *address, DWORD size, bool write);

/* Writes a byte back unchanged, so that it faults now if a later write would. */
static inline void touch_byte(uint32_t address)
{
    __asm__ volatile("orb $0, %0" : "+m"(*(char *)address) : : "cc");
}

/* touch_pages.S: touches the bytes at first, first + 4096 and so on up to last, and last. Returns
 * true unless an exception is continued at touch_failed. */
bool touch_pages(const char *first, const char *last, bool write);
extern char touch_failed[];

#endif
