/* Microsoft's intrinsics for 32-bit x86, as far as programs that handle exceptions use them.
 *
 * The Interlocked ones return the value before, except _InterlockedIncrement and
 * _InterlockedDecrement, of any size, which return the new one. Each is one instruction or a loop
 * around one, and a barrier for memory. All run on a 486, but for those that end in 64, __cpuid,
 * __cpuidex and __rdtsc, which need the CPU that has the instruction.
 */
#ifndef INTRIN_H
#define INTRIN_H

#include <rotates.h>
#include <stddef.h>
#include <stdint.h>

/* ---------------------------------------------------------------- Interlocked */

static __inline long _InterlockedIncrement(volatile long *value)
{
    return __sync_add_and_fetch(value, 1);
}

static __inline long _InterlockedDecrement(volatile long *value)
{
    return __sync_sub_and_fetch(value, 1);
}

static __inline long _InterlockedExchange(volatile long *value, long becomes)
{
    return __atomic_exchange_n(value, becomes, __ATOMIC_SEQ_CST);
}

static __inline long _InterlockedExchangeAdd(volatile long *value, long more)
{
    return __sync_fetch_and_add(value, more);
}

/* Returns the sum. */
static __inline long _InterlockedAdd(volatile long *value, long more)
{
    return __sync_add_and_fetch(value, more);
}

/* The value becomes `becomes` only if it is `expected`. */
static __inline long _InterlockedCompareExchange(volatile long *value, long becomes, long expected)
{
    return __sync_val_compare_and_swap(value, expected, becomes);
}

static __inline long _InterlockedAnd(volatile long *value, long mask)
{
    return __sync_fetch_and_and(value, mask);
}

static __inline long _InterlockedOr(volatile long *value, long mask)
{
    return __sync_fetch_and_or(value, mask);
}

static __inline long _InterlockedXor(volatile long *value, long mask)
{
    return __sync_fetch_and_xor(value, mask);
}

static __inline void *_InterlockedExchangePointer(void *volatile *value, void *becomes)
{
    return __atomic_exchange_n(value, becomes, __ATOMIC_SEQ_CST);
}

static __inline void *_InterlockedCompareExchangePointer(void *volatile *value, void *becomes,
                                                         void *expected)
{
    return __sync_val_compare_and_swap(value, expected, becomes);
}

static __inline long long _InterlockedCompareExchange64(volatile long long *value,
                                                        long long becomes, long long expected)
{
    __asm__ volatile("lock cmpxchg8b %1"
                     : "+A"(expected), "+m"(*value)
                     : "b"((uint32_t)becomes), "c"((uint32_t)(becomes >> 32))
                     : "cc", "memory");
    return expected;
}

/* The calls on longs, for values of 8 and 16 bits. */
#define INTRIN_NARROW(type, bits)                                                                  \
    static __inline type _InterlockedAnd##bits(volatile type *value, type mask)                    \
    {                                                                                              \
        return __sync_fetch_and_and(value, mask);                                                  \
    }                                                                                              \
    static __inline type _InterlockedOr##bits(volatile type *value, type mask)                     \
    {                                                                                              \
        return __sync_fetch_and_or(value, mask);                                                   \
    }                                                                                              \
    static __inline type _InterlockedXor##bits(volatile type *value, type mask)                    \
    {                                                                                              \
        return __sync_fetch_and_xor(value, mask);                                                  \
    }                                                                                              \
    static __inline type _InterlockedExchange##bits(volatile type *value, type becomes)            \
    {                                                                                              \
        return __atomic_exchange_n(value, becomes, __ATOMIC_SEQ_CST);                              \
    }                                                                                              \
    static __inline type _InterlockedExchangeAdd##bits(volatile type *value, type more)            \
    {                                                                                              \
        return __sync_fetch_and_add(value, more);                                                  \
    }                                                                                              \
    static __inline type _InterlockedCompareExchange##bits(volatile type *value, type becomes,     \
                                                           type expected)                          \
    {                                                                                              \
        return __sync_val_compare_and_swap(value, expected, becomes);                              \
    }
INTRIN_NARROW(char, 8)
INTRIN_NARROW(short, 16)

static __inline short _InterlockedIncrement16(volatile short *value)
{
    return __sync_add_and_fetch(value, 1);
}

static __inline short _InterlockedDecrement16(volatile short *value)
{
    return __sync_sub_and_fetch(value, 1);
}

/* Return the bit before, and change it. */
static __inline unsigned char _interlockedbittestandset(volatile long *bits, long bit)
{
    return __sync_fetch_and_or(bits, 1l << bit) >> bit & 1;
}

static __inline unsigned char _interlockedbittestandreset(volatile long *bits, long bit)
{
    return __sync_fetch_and_and(bits, ~(1l << bit)) >> bit & 1;
}

static __inline unsigned char _interlockedbittestandcomplement(volatile long *bits, long bit)
{
    return __sync_fetch_and_xor(bits, 1l << bit) >> bit & 1;
}

/* 64 bits, by a loop around _InterlockedCompareExchange64. */
#define INTRIN_WIDE(name, parameter, new_value, result)                                            \
    static __inline long long name(volatile long long *value parameter)                            \
    {                                                                                              \
        long long before = *value, found, after;                                                   \
        while (after = (new_value),                                                                \
               (found = _InterlockedCompareExchange64(value, after, before)) != before)            \
            before = found;                                                                        \
        return result;                                                                             \
    }
#define INTRIN_MORE , long long operand
INTRIN_WIDE(_InterlockedIncrement64, , before + 1, after)
INTRIN_WIDE(_InterlockedDecrement64, , before - 1, after)
INTRIN_WIDE(_InterlockedExchange64, INTRIN_MORE, operand, before)
INTRIN_WIDE(_InterlockedExchangeAdd64, INTRIN_MORE, before + operand, before)
INTRIN_WIDE(_InterlockedAdd64, INTRIN_MORE, before + operand, before + operand)
INTRIN_WIDE(_InterlockedAnd64, INTRIN_MORE, before &operand, before)
INTRIN_WIDE(_InterlockedOr64, INTRIN_MORE, before | operand, before)
INTRIN_WIDE(_InterlockedXor64, INTRIN_MORE, before ^ operand, before)

/* ---------------------------------------------------------------- bits */

/* The number of the lowest or highest bit that is set. They return 0 where none is. */
static __inline unsigned char _BitScanForward(unsigned long *bit, unsigned long bits)
{
    if (bits)
        *bit = (unsigned long)__builtin_ctzl(bits);
    return bits != 0;
}

static __inline unsigned char _BitScanReverse(unsigned long *bit, unsigned long bits)
{
    if (bits)
        *bit = 31 - (unsigned long)__builtin_clzl(bits);
    return bits != 0;
}

/* The bit that lies so far from the first one; bit may be negative. These are no barriers. */
static __inline unsigned char _bittest(const long *bits, long bit)
{
    return bits[(bit - (bit & 31)) / 32] >> (bit & 31) & 1;
}

/* Return the bit before, and change it. */
#define INTRIN_BITTEST(name, change)                                                               \
    static __inline unsigned char name(long *bits, long bit)                                       \
    {                                                                                              \
        unsigned char before = _bittest(bits, bit);                                                \
        bits[(bit - (bit & 31)) / 32] change(1ul << (bit & 31));                                   \
        return before;                                                                             \
    }
INTRIN_BITTEST(_bittestandset, |=)
INTRIN_BITTEST(_bittestandreset, &= ~)
INTRIN_BITTEST(_bittestandcomplement, ^=)

/* How many bits are set, or lie above the highest one that is. Any CPU counts them. */
static __inline unsigned __popcnt(unsigned value)
{
    unsigned count = 0;
    for (; value; value &= value - 1)
        count++;
    return count;
}

static __inline unsigned short __popcnt16(unsigned short value)
{
    return (unsigned short)__popcnt(value);
}

static __inline unsigned __lzcnt(unsigned value)
{
    return value ? (unsigned)__builtin_clz(value) : 32;
}

/* Products of twice the size. */
static __inline long long __emul(int left, int right)
{
    return (long long)left * right;
}

static __inline unsigned long long __emulu(unsigned left, unsigned right)
{
    return (unsigned long long)left * right;
}

#define _byteswap_ushort __builtin_bswap16
#define _byteswap_ulong  __builtin_bswap32
#define _byteswap_uint64 __builtin_bswap64

/* ---------------------------------------------------------------- the thread's block */

static __inline unsigned long __readfsdword(unsigned long offset)
{
    unsigned long value;
    __asm__ volatile("movl %%fs:(%1), %0" : "=r"(value) : "r"(offset) : "memory");
    return value;
}

static __inline void __writefsdword(unsigned long offset, unsigned long value)
{
    __asm__ volatile("movl %1, %%fs:(%0)" : : "r"(offset), "r"(value) : "memory");
}

/* ---------------------------------------------------------------- repeated instructions */

/* Copy or store `count` bytes, words or dwords, upwards. */
#define INTRIN_REPEAT(letter, suffix, type)                                                        \
    static __inline void __movs##letter(type *to, const type *from, size_t count)                  \
    {                                                                                              \
        __asm__ volatile("cld; rep movs" suffix : "+D"(to), "+S"(from), "+c"(count) : : "memory"); \
    }                                                                                              \
    static __inline void __stos##letter(type *to, type value, size_t count)                        \
    {                                                                                              \
        __asm__ volatile("cld; rep stos" suffix : "+D"(to), "+c"(count) : "a"(value) : "memory");  \
    }
INTRIN_REPEAT(b, "b", unsigned char)
INTRIN_REPEAT(w, "w", unsigned short)
INTRIN_REPEAT(d, "l", unsigned long)

/* ---------------------------------------------------------------- instructions */

/* int3, in the calling function itself. A program goes on behind it when a handler adds 1 to Eip.
 */
#define __debugbreak() __asm__ volatile("int3" : : : "memory")

/* int 29h: ends the program at once with STATUS_STACK_BUFFER_OVERRUN; code says why. */
#define __fastfail(code)                                                                           \
    do {                                                                                           \
        __asm__ volatile("int $0x29" : : "c"((unsigned)(code)) : "memory");                        \
        __builtin_unreachable();                                                                   \
    } while (0)

#define __ud2()                   __asm__ volatile("ud2" : : : "memory")
#define __int2c()                 __asm__ volatile("int $0x2C" : : : "memory")
#define __nop()                   __asm__ volatile("nop")
/* They are privileged in ring 3. In ring 0 the CPU takes no interrupts between them. */
#define _disable()                __asm__ volatile("cli" : : : "memory")
#define _enable()                 __asm__ volatile("sti" : : : "memory")
#define __halt()                  __asm__ volatile("hlt" : : : "memory")
#define __faststorefence()        __sync_synchronize()
#define _ReadWriteBarrier()       __asm__ volatile("" : : : "memory")
#define _ReadBarrier()            _ReadWriteBarrier()
#define _WriteBarrier()           _ReadWriteBarrier()
#define _ReturnAddress()          __builtin_return_address(0)
#define _AddressOfReturnAddress() ((void *)((char *)__builtin_frame_address(0) + 4))

/* The compiler's header of SSE has a function of this name, and may come before or behind. As a
 * macro this leaves `_mm_pause(void)` as it is. */
#ifndef _XMMINTRIN_H_INCLUDED /* gcc's */
#ifndef __EMMINTRIN_H         /* clang's */
#define _mm_pause(nothing) INTRIN_PAUSE_##nothing
#define INTRIN_PAUSE_      __asm__ volatile("pause" : : : "memory")
#define INTRIN_PAUSE_void  _mm_pause(void)
#endif
#endif

#ifndef IA32INTRIN_H /* include/compiler/ia32intrin.h has taken in the compiler's */
static __inline unsigned __readeflags(void)
{
    unsigned flags;
    __asm__ volatile("pushfl; popl %0" : "=r"(flags) : : "memory");
    return flags;
}

static __inline void __writeeflags(unsigned flags)
{
    __asm__ volatile("pushl %0; popfl" : : "r"(flags) : "cc", "memory");
}

static __inline unsigned long long __rdtsc(void)
{
    unsigned long long count;
    __asm__ volatile("rdtsc" : "=A"(count));
    return count;
}
#endif

/* words: eax, ebx, ecx, edx. leaf is in eax before, part in ecx. */
static __inline void __cpuidex(int words[4], int leaf, int part)
{
    __asm__ volatile("cpuid"
                     : "=a"(words[0]), "=b"(words[1]), "=c"(words[2]), "=d"(words[3])
                     : "a"(leaf), "c"(part));
}

static __inline void __cpuid(int words[4], int leaf)
{
    __asm__ volatile("cpuid"
                     : "=a"(words[0]), "=b"(words[1]), "=c"(words[2]), "=d"(words[3])
                     : "a"(leaf), "c"(0));
}

#endif
