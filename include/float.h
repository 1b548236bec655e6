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

/* Changes the bits of the mask, and returns the control word. */
unsigned _control87(unsigned becomes, unsigned mask);
/* Like _control87, but never changes whether denormal numbers trap. */
unsigned _controlfp(unsigned becomes, unsigned mask);
/* Returns the exceptions that have happened since they were cleared. */
unsigned _statusfp(void);
/* Like _statusfp, and clears the exceptions. Raises nothing, so it may be called while an exception
 * is pending. */
unsigned _clearfp(void);

#define _isnan(number)  __builtin_isnan(number)
#define _finite(number) __builtin_isfinite(number)
/* Not by __builtin_copysign, which a compiler may turn into a call of math.h's function. */
#define _copysign(number, sign)                                                                    \
    (__builtin_signbit(sign) ? -__builtin_fabs((double)(number)) : __builtin_fabs((double)(number)))

/* The class of a number, one of these bits. */
#define _FPCLASS_SNAN 0x0001
#define _FPCLASS_QNAN 0x0002
#define _FPCLASS_NINF 0x0004 /* below zero: infinite, normal, denormal, zero */
#define _FPCLASS_NN   0x0008
#define _FPCLASS_ND   0x0010
#define _FPCLASS_NZ   0x0020
#define _FPCLASS_PZ   0x0040 /* above */
#define _FPCLASS_PD   0x0080
#define _FPCLASS_PN   0x0100
#define _FPCLASS_PINF 0x0200
int _fpclass(double number);

#endif
