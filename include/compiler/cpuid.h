/* The compiler's own header, found behind this one. Newer compilers' has a function that intrin.h
 * has, too. */
#ifdef INTRIN_H
#define __cpuidex cpuid_cpuidex
#endif

#include_next <cpuid.h>

#ifdef INTRIN_H
#undef __cpuidex
#endif
