/* The compiler's own header, found behind this one. Names that intrin.h has defined before stay. */
#ifdef INTRIN_H
#define __readeflags  ia32intrin_readeflags
#define __writeeflags ia32intrin_writeeflags
#define __rdtsc       ia32intrin_rdtsc
#endif

#include_next <ia32intrin.h>

#ifdef INTRIN_H
#undef __readeflags
#undef __writeeflags
#undef __rdtsc
#endif

#ifndef IA32INTRIN_H
#define IA32INTRIN_H
#endif
