/* Windows' calls for the x87's control and status words. The calls for the status raise no pending
 * exception. */
#include <float.h>
#include <stdbool.h>
#include <stdint.h>

/* The six exceptions stand in the opposite order, and the denormal one apart. */
static unsigned from_x87(unsigned bits)
{
    return (bits & 0x20) >> 5 | (bits & 0x10) >> 3 | (bits & 8) >> 1 | (bits & 4) << 1 |
           (bits & 1) << 4 | (bits & 2) << 18;
}

unsigned _control87(unsigned becomes, unsigned mask)
{
    unsigned short word;
    __asm__ volatile("fnstcw %0" : "=m"(word));
    unsigned precision = word >> 8 & 3; /* 0: 24 bits, 2: 53, 3: 64 */
    unsigned now = from_x87(word & 0x3Fu) | (word >> 10 & 3u) << 8 |
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

unsigned _controlfp(unsigned becomes, unsigned mask)
{
    return _control87(becomes, mask & ~_EM_DENORMAL);
}

unsigned _statusfp(void)
{
    unsigned short word;
    __asm__ volatile("fnstsw %0" : "=m"(word));
    return from_x87(word & 0x3Fu);
}

unsigned _clearfp(void)
{
    unsigned was = _statusfp();
    __asm__ volatile("fnclex" : : : "memory");
    return was;
}

/* A double on the stack is its bits. The x87 would make a NaN that signals a quiet one. */
int fpclass_of_bits(uint64_t bits) __asm__("_fpclass");

int fpclass_of_bits(uint64_t bits)
{
    enum { EXPONENT_MOST = 0x7FF, FRACTION_BITS = 52 };
    uint64_t fraction = bits << (64 - FRACTION_BITS);
    unsigned exponent = (unsigned)(bits >> FRACTION_BITS) & EXPONENT_MOST;
    bool negative = bits >> 63;
    if (exponent == EXPONENT_MOST && fraction)
        return fraction >> 63 ? _FPCLASS_QNAN : _FPCLASS_SNAN;
    if (exponent == EXPONENT_MOST)
        return negative ? _FPCLASS_NINF : _FPCLASS_PINF;
    if (exponent)
        return negative ? _FPCLASS_NN : _FPCLASS_PN;
    if (fraction)
        return negative ? _FPCLASS_ND : _FPCLASS_PD;
    return negative ? _FPCLASS_NZ : _FPCLASS_PZ;
}
