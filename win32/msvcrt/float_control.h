/* Floating point's control and status words of both units, the x87 and SSE, in Windows' layout
 * (float.h). Without SSE the x87's are all. */
#ifndef WIN32_MSVCRT_FLOAT_CONTROL_H
#define WIN32_MSVCRT_FLOAT_CONTROL_H

#define _EM_AMBIGUOUS 0x80000000u /* the units differ in exceptions or rounding */

/* Changes the bits of the mask in both units. Returns the words together. */
unsigned msvcrt_control87(unsigned becomes, unsigned mask);
/* Changes the bits, but not the bit for the denormal exception. */
unsigned msvcrt_controlfp(unsigned becomes, unsigned mask);
/* Return the exceptions that have happened in either unit; the second clears them. */
unsigned msvcrt_statusfp(void);
unsigned msvcrt_clearfp(void);

#endif
