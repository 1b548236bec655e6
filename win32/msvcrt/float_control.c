#include "win32/msvcrt/float_control.h"

#include "win32/msvcrt/call.h"

#include <float.h>
#include <processthreadsapi.h>
#include <stdbool.h>

/* Bits of MXCSR: exceptions that have happened, what is left out where they are, and rounding. */
enum {
    HAPPENED = 0x3F,
    ZERO_OPERANDS = 0x40,
    MASKS_AT = 7,
    ROUNDING_AT = 13,
    ZERO_RESULTS = 0x8000
};

/* The treatment of denormal numbers. */
#define MCW_DN          0x03000000u
#define DN_ZERO         0x01000000u
#define DN_ZERO_OPERAND 0x02000000u
#define DN_ZERO_RESULT  0x03000000u

static bool has_sse(void)
{
    enum { SSE2 = 10 };
    return IsProcessorFeaturePresent(SSE2);
}

static unsigned read_mxcsr(void)
{
    unsigned word;
    __asm__ volatile("stmxcsr %0" : "=m"(word));
    return word;
}

static void write_mxcsr(unsigned word)
{
    __asm__ volatile("ldmxcsr %0" : : "m"(word) : "memory");
}

/* A row for each exception: its bit in the units, and Windows'. */
static const struct pair {
    unsigned unit, windows;
} exceptions[] = {{1, _EM_INVALID},  {2, _EM_DENORMAL},     {4, _EM_ZERODIVIDE},
                  {8, _EM_OVERFLOW}, {0x10, _EM_UNDERFLOW}, {0x20, _EM_INEXACT}};

static unsigned to_windows(unsigned bits)
{
    unsigned result = 0;
    for (unsigned i = 0; i < sizeof exceptions / sizeof *exceptions; i++)
        result |= bits & exceptions[i].unit ? exceptions[i].windows : 0;
    return result;
}

static unsigned to_unit(unsigned bits)
{
    unsigned result = 0;
    for (unsigned i = 0; i < sizeof exceptions / sizeof *exceptions; i++)
        result |= bits & exceptions[i].windows ? exceptions[i].unit : 0;
    return result;
}

static unsigned control_sse(unsigned becomes, unsigned mask)
{
    static const unsigned denormals[] = {0, DN_ZERO_OPERAND, DN_ZERO_RESULT, DN_ZERO};
    unsigned word = read_mxcsr();
    unsigned now = to_windows(word >> MASKS_AT & HAPPENED) | (word >> ROUNDING_AT & 3) << 8 |
                   denormals[(word & ZERO_OPERANDS ? 1 : 0) | (word & ZERO_RESULTS ? 2 : 0)];
    if (!mask)
        return now;
    mask &= _MCW_EM | _MCW_RC | MCW_DN;
    now = (now & ~mask) | (becomes & mask);
    const unsigned zero = now & MCW_DN;
    word &= HAPPENED;
    word |= to_unit(now) << MASKS_AT | (now & _MCW_RC) << (ROUNDING_AT - 8);
    word |= zero == DN_ZERO || zero == DN_ZERO_OPERAND ? ZERO_OPERANDS : 0;
    word |= zero == DN_ZERO || zero == DN_ZERO_RESULT ? ZERO_RESULTS : 0;
    write_mxcsr(word);
    return now;
}

/* The units each for itself: one without a place for its word stays as it is. Returns 1. */
CALL(int, __control87_2, unsigned becomes, unsigned mask, unsigned *x87, unsigned *sse)
{
    if (x87)
        *x87 = _control87(becomes, mask);
    if (sse)
        *sse = has_sse() ? control_sse(becomes, mask) : 0;
    return 1;
}

unsigned msvcrt_control87(unsigned becomes, unsigned mask)
{
    unsigned x87 = _control87(becomes, mask);
    if (!has_sse())
        return x87;
    unsigned sse = control_sse(becomes, mask);
    return x87 | sse | ((x87 ^ sse) & (_MCW_EM | _MCW_RC) ? _EM_AMBIGUOUS : 0);
}

unsigned msvcrt_controlfp(unsigned becomes, unsigned mask)
{
    return msvcrt_control87(becomes, mask & ~_EM_DENORMAL);
}

CALL(void, _statusfp2, unsigned *x87, unsigned *sse)
{
    if (x87)
        *x87 = _statusfp();
    if (sse)
        *sse = has_sse() ? to_windows(read_mxcsr() & HAPPENED) : 0;
}

unsigned msvcrt_statusfp(void)
{
    unsigned x87, sse;
    _statusfp2(&x87, &sse);
    return x87 | sse;
}

unsigned msvcrt_clearfp(void)
{
    unsigned before = msvcrt_statusfp();
    _clearfp();
    if (has_sse())
        write_mxcsr(read_mxcsr() & ~(unsigned)HAPPENED);
    return before;
}

/* Both as a thread begins with them: all exceptions masked, 53 bits. */
CALL(void, _fpreset, void)
{
    static const unsigned short start = 0x27F;
    enum { START_SSE = 0x1F80 };
    __asm__ volatile("fninit\n\tfldcw %0" : : "m"(start));
    if (has_sse())
        write_mxcsr(START_SSE);
}
