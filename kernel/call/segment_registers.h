/* The values of the segment registers, and the meaning of their selectors. */
#ifndef KERNEL_CALL_SEGMENT_REGISTERS_H
#define KERNEL_CALL_SEGMENT_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

#define SEGMENT_READ(register)                                                                     \
    static inline uint16_t register##_read(void)                                                   \
    {                                                                                              \
        uint16_t value;                                                                            \
        __asm__ volatile("movw %%" #register ", %0" : "=r"(value));                                \
        return value;                                                                              \
    }
SEGMENT_READ(cs)
SEGMENT_READ(ds)
SEGMENT_READ(es)
SEGMENT_READ(fs)
SEGMENT_READ(gs)
SEGMENT_READ(ss)
#undef SEGMENT_READ

/* Tells whether a selector names a segment that can be read at this privilege level. */
static inline bool selector_readable(uint16_t selector)
{
    bool readable;
    __asm__("verr %1; setz %0" : "=q"(readable) : "m"(selector) : "cc");
    return readable;
}

/* Returns the access bits of the selector's descriptor at their places in it. Returns 0 when this
 * privilege level may not look at it. */
static inline uint32_t selector_access(uint16_t selector)
{
    uint32_t access = 0;
    __asm__("larl %1, %0" : "+r"(access) : "r"((uint32_t)selector) : "cc");
    return access;
}

#endif
