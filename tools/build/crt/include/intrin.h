/* Microsoft's intrinsic functions: MinGW's, because the compiler's own header does not go with
 * MinGW's <setjmp.h>, and what MinGW has not. */
#pragma once

#include <setjmp.h>
#include <stdlib.h>
#include <x86intrin.h>

#include <psdk_inc/intrin-impl.h>

#ifdef __cplusplus
extern "C" {
#endif

void *_AddressOfReturnAddress(void);
long long __emul(int one, int other);
unsigned long long __emulu(unsigned one, unsigned other);

static __inline void __nop(void)
{
    __asm__ volatile("nop");
}

static __inline void __cpuidex(int registers[4], int leaf, int part)
{
    __asm__ volatile("cpuid"
                     : "=a"(registers[0]), "=b"(registers[1]), "=c"(registers[2]),
                       "=d"(registers[3])
                     : "a"(leaf), "c"(part));
}

#ifdef __cplusplus
}
#endif
