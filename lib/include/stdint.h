/* The compiler's own <stdint.h> includes this file in a program with a C library. Types are those
 * of the compiler, but the fast ones of 16 bits have 32, as Microsoft's. */
#ifndef LIB_STDINT_H
#define LIB_STDINT_H

#ifdef __cplusplus
extern "C" {
#endif

typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;

typedef signed char int_least8_t;
typedef short int_least16_t;
typedef int int_least32_t;
typedef long long int_least64_t;
typedef unsigned char uint_least8_t;
typedef unsigned short uint_least16_t;
typedef unsigned int uint_least32_t;
typedef unsigned long long uint_least64_t;

typedef signed char int_fast8_t;
typedef int int_fast16_t;
typedef int int_fast32_t;
typedef long long int_fast64_t;
typedef unsigned char uint_fast8_t;
typedef unsigned int uint_fast16_t;
typedef unsigned int uint_fast32_t;
typedef unsigned long long uint_fast64_t;

typedef int intptr_t;
typedef unsigned uintptr_t;
typedef long long intmax_t;
typedef unsigned long long uintmax_t;

#define INT8_MIN         (-INT8_MAX - 1)
#define INT8_MAX         __INT8_MAX__
#define UINT8_MAX        __UINT8_MAX__
#define INT16_MIN        (-INT16_MAX - 1)
#define INT16_MAX        __INT16_MAX__
#define UINT16_MAX       __UINT16_MAX__
#define INT32_MIN        (-INT32_MAX - 1)
#define INT32_MAX        __INT32_MAX__
#define UINT32_MAX       __UINT32_MAX__
#define INT64_MIN        (-INT64_MAX - 1)
#define INT64_MAX        __INT64_MAX__
#define UINT64_MAX       __UINT64_MAX__

#define INT_LEAST8_MIN   (-INT_LEAST8_MAX - 1)
#define INT_LEAST8_MAX   __INT_LEAST8_MAX__
#define UINT_LEAST8_MAX  __UINT_LEAST8_MAX__
#define INT_LEAST16_MIN  (-INT_LEAST16_MAX - 1)
#define INT_LEAST16_MAX  __INT_LEAST16_MAX__
#define UINT_LEAST16_MAX __UINT_LEAST16_MAX__
#define INT_LEAST32_MIN  (-INT_LEAST32_MAX - 1)
#define INT_LEAST32_MAX  __INT_LEAST32_MAX__
#define UINT_LEAST32_MAX __UINT_LEAST32_MAX__
#define INT_LEAST64_MIN  (-INT_LEAST64_MAX - 1)
#define INT_LEAST64_MAX  __INT_LEAST64_MAX__
#define UINT_LEAST64_MAX __UINT_LEAST64_MAX__

#define INT_FAST8_MIN    (-INT_FAST8_MAX - 1)
#define INT_FAST8_MAX    __INT_FAST8_MAX__
#define UINT_FAST8_MAX   __UINT_FAST8_MAX__
#define INT_FAST16_MIN   (-INT_FAST16_MAX - 1)
#define INT_FAST16_MAX   __INT32_MAX__
#define UINT_FAST16_MAX  __UINT32_MAX__
#define INT_FAST32_MIN   (-INT_FAST32_MAX - 1)
#define INT_FAST32_MAX   __INT_FAST32_MAX__
#define UINT_FAST32_MAX  __UINT_FAST32_MAX__
#define INT_FAST64_MIN   (-INT_FAST64_MAX - 1)
#define INT_FAST64_MAX   __INT_FAST64_MAX__
#define UINT_FAST64_MAX  __UINT_FAST64_MAX__

#define INTPTR_MIN       (-INTPTR_MAX - 1)
#define INTPTR_MAX       __INTPTR_MAX__
#define UINTPTR_MAX      __UINTPTR_MAX__
#define INTMAX_MIN       (-INTMAX_MAX - 1)
#define INTMAX_MAX       __INTMAX_MAX__
#define UINTMAX_MAX      __UINTMAX_MAX__
#define PTRDIFF_MIN      (-PTRDIFF_MAX - 1)
#define PTRDIFF_MAX      __PTRDIFF_MAX__
#define SIG_ATOMIC_MIN   (-SIG_ATOMIC_MAX - 1)
#define SIG_ATOMIC_MAX   __SIG_ATOMIC_MAX__
#define SIZE_MAX         __SIZE_MAX__
#define WCHAR_MIN        0
#define WCHAR_MAX        0xFFFF
#define WINT_MIN         0u
#define WINT_MAX         __WINT_MAX__

#define INT8_C(value)    value
#define INT16_C(value)   value
#define INT32_C(value)   value
#define INT64_C(value)   value##ll
#define UINT8_C(value)   value
#define UINT16_C(value)  value
#define UINT32_C(value)  value##u
#define UINT64_C(value)  value##ull
#define INTMAX_C(value)  value##ll
#define UINTMAX_C(value) value##ull

#ifdef __cplusplus
}
#endif

#endif
