/* Limits of floating point (the compiler's own float.h), and Windows' calls for the x87's control
 * and status words. Words have Windows' layout, not the x87's. */
#ifndef TRAPLINE_FLOAT_H
#define TRAPLINE_FLOAT_H

#include_next <float.h>

#define _MCW_EM        0x0008001Fu /* exceptions: 1 masks */
#define _EM_INEXACT    0x00000001u
#define _EM_UNDERFLOW  0x00000002u
#define _EM_OVERFLOW   0x00000004u
#define _EM_ZERODIVIDE 0x00000008u
#define _EM_INVALID    0x00000010u
#define _EM_DENORMAL   0x00080000u
#define _MCW_RC        0x00000300u /* rounding */
#define _RC_NEAR       0x00000000u
#define _RC_DOWN       0x00000100u
#define _RC_UP         0x00000200u
#define _RC_CHOP       0x00000300u
#define _MCW_PC        0x00030000u /* precision */
#define _PC_64         0x00000000u
#define _PC_53         0x00010000u
#define _PC_24         0x00020000u
#define _SW_INEXACT    _EM_INEXACT
#define _SW_UNDERFLOW  _EM_UNDERFLOW
#define _SW_OVERFLOW   _EM_OVERFLOW
#define _SW_ZERODIVIDE _EM_ZERODIVIDE
#define _SW_INVALID    _EM_INVALID
#define _SW_DENORMAL   _EM_DENORMAL

/* The six exceptions stand in the opposite order, and the denormal one apart. */
static inline unsigned float_from_x87(unsigned bits)
{
    return (bits & 0x20) >> 5 | (bits & 0x10) >> 3 | (bits & 8) >> 1 | (bits & 4) << 1 |
           (bits & 1) << 4 | (bits & 2) << 18;
}

/* Changes the bits of the mask, and returns the control word. */
static inline unsigned _control87(unsigned becomes, unsigned mask)
{
    unsigned short word;
    __asm__ volatile("fnstcw %0" : "=m"(word));
    unsigned precision = word >> 8 & 3; /* 0: 24 bits, 2: 53, 3: 64 */
    unsigned now = float_from_x87(word & 0x3Fu) | (word >> 10 & 3u) << 8 |
                   (precision == 3   ? _PC_64
                    : precision == 2 ? _PC_53
                                     : _PC_24);
    if (mask == 0)
        return now;
    now = (now & ~mask) | (becomes & mask);
    unsigned masks = (now & 1) << 5 | (now & 2) << 3 | (now & 4) << 1 | (now & 8) >> 1 |
                     (now & 0x10) >> 4 | (now & _EM_DENORMAL) >> 18;
    precision = (now & _MCW_PC) == _PC_64 ? 3 : (now & _MCW_PC) == _PC_53 ? 2 : 0;
    word = (unsigned short)((word & 0xF0C0u) | masks | precision << 8 | (now & _MCW_RC) << 2);
    __asm__ volatile("fldcw %0" : : "m"(word) : "memory");
    return now;
}

/* The same, but never changes whether denormal numbers trap. */
static inline unsigned _controlfp(unsigned becomes, unsigned mask)
{
    return _control87(becomes, mask & ~_EM_DENORMAL);
}

/* Returns the exceptions that have happened since they were cleared. */
static inline unsigned _statusfp(void)
{
    unsigned short word;
    __asm__ volatile("fnstsw %0" : "=m"(word));
    return float_from_x87(word & 0x3Fu);
}

/* The same, and clears them. */
static inline unsigned _clearfp(void)
{
    unsigned was = _statusfp();
    __asm__ volatile("fnclex" : : : "memory");
    return was;
}

#endif
