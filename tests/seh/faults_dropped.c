/* Code that may trap traps, though its value is dropped, cancelled, or a number that the compiler
 * knows.
 *
 * Each row is a function's body as an author writes it: nothing of it is volatile.
 *
 * run: emulator=qemu
 *
 * run: name=ring3 ring=3 compilers=gcc
 */
#include <limits.h>
#include <seh.h>
#include <string.h>

#include "tests/harness/tap.h"

#pragma GCC diagnostic ignored "-Warray-bounds"
#pragma GCC diagnostic ignored "-Wdiv-by-zero"
#pragma GCC diagnostic ignored "-Wnonnull"
#pragma GCC diagnostic ignored "-Woverflow"
#pragma GCC diagnostic ignored "-Wsequence-point"
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wunused-value"
#pragma GCC diagnostic ignored "-Wunused-variable"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Winteger-overflow"
#pragma GCC diagnostic ignored "-Wlogical-not-parentheses"
#pragma GCC diagnostic ignored "-Wself-assign"
#pragma GCC diagnostic ignored "-Wtautological-compare"
#endif

struct three {
    int first, second, third;
};

struct block {
    int words[20];
};

struct pair {
    struct three one, other;
};

struct narrow {
    int bits : 3;
};

struct calls {
    int (*call)(int);
};

enum { NONE, FOUR = 4, HALF = FOUR / 2 };

static int global_zero, *global_null, table[4];

static inline __attribute__((always_inline)) int inlined_quotient(int by) { return 1 / by; }
static inline __attribute__((always_inline)) int inlined_load(const int *from) { return *from; }
static int quotient(int by) { return 1 / by; }
static int load(const int *from) { return *from; }
static int same(int value) { return value; }
static int counted_call(void) { return ++table[0]; }
static int *place_of(int *place) { return place; }
__attribute__((const)) static int const_quotient(int by) { return 1 / by; }
__attribute__((pure)) static int pure_load(const int *from) { return *from; }

/* Numbers that the language wants constant, beside quotients that are kept. */
static const int halves[FOUR / HALF] = {FOUR / HALF, FOUR % HALF};

static int constant_places(int zero)
{
    enum { THIRD = FOUR / 3 };
    static int start = FOUR / HALF;
    int room[FOUR / HALF];
    _Static_assert(FOUR / HALF == 2, "");
    switch (start + THIRD) {
    case FOUR / HALF: return (int)sizeof room;
    default: return (start + halves[0]) / zero;
    }
}

/* ROW(name, status, body) */
#define QUOTIENTS(ROW)                                                                             \
    ROW(statement, DIVIDE, 1 / zero)                                                               \
    ROW(to_void, DIVIDE, (void)(1 / zero))                                                         \
    ROW(twice_to_void, DIVIDE, (void)(void)(1 / zero))                                             \
    ROW(remainder_statement, DIVIDE, 1 % zero)                                                     \
    ROW(remainder_to_void, DIVIDE, (void)(1 % zero))                                               \
    ROW(unsigned_to_void, DIVIDE, (void)(1u / (unsigned)zero))                                     \
    ROW(wide, DIVIDE, (void)(1ll / (long long)zero))                                               \
    ROW(wide_unsigned, DIVIDE, (void)(1ull % (unsigned long long)zero))                            \
    ROW(narrow_types, DIVIDE, short by = (short)zero; char few = (char)(7 / by))                   \
    ROW(of_zero, DIVIDE, int result = 0 / zero)                                                    \
    ROW(by_itself, DIVIDE, int result = zero / zero)                                               \
    ROW(remainder_by_itself, DIVIDE, int result = zero % zero)                                     \
    ROW(overwritten, DIVIDE, int result = 7 / zero; result = 3)                                    \
    ROW(known, DIVIDE, int none = 0; (void)(1 / none))                                             \
    ROW(known_used, DIVIDE, int none = 0; return 1 % none)                                         \
    ROW(constant, DIVIDE, return 1 / 0)                                                            \
    ROW(constant_remainder, DIVIDE, return 1 % 0)                                                  \
    ROW(constant_to_void, DIVIDE, (void)(1 / 0))                                                   \
    ROW(constant_remainder_to_void, DIVIDE, (void)(1 % 0))                                         \
    ROW(constant_unused, DIVIDE, int result = 1 / 0)                                               \
    ROW(constant_zeros, DIVIDE, return 0 / 0)                                                      \
    ROW(constant_unsigned, DIVIDE, return (int)(1u / 0u))                                          \
    ROW(constant_wide, DIVIDE, return (int)(1ll / 0ll))                                            \
    ROW(constant_asked, DIVIDE, if (1 / 0) return 2)                                               \
    ROW(constant_by_name, DIVIDE, return 1 / NONE)                                                 \
    ROW(by_constant, DIVIDE, return zero / 0)                                                      \
    ROW(assigned, DIVIDE, int seven = 7; seven /= zero)                                            \
    ROW(assigned_remainder, DIVIDE, int seven = 7; seven %= 0)                                     \
    ROW(times_zero, DIVIDE, return 7 / zero * 0)                                                   \
    ROW(masked, DIVIDE, return (7 / zero) & 0)                                                     \
    ROW(compared_with_itself, DIVIDE, return 7 / zero == 7 / zero)                                 \
    ROW(minus_itself, DIVIDE, return 7 / zero - 7 / zero)                                          \
    ROW(or_one, DIVIDE, return 7 / zero || 1)                                                      \
    ROW(before_a_comma, DIVIDE, return (7 / zero, 1))                                              \
    ROW(asked_for_nothing, DIVIDE, return 7 / zero ? 1 : 1)                                        \
    ROW(empty_if, DIVIDE, if (7 / zero){})                                                         \
    ROW(empty_loop, DIVIDE, while (7 / zero) break)                                                \
    ROW(start_of_loop, DIVIDE, for (1 / zero;;) break)                                             \
    ROW(in_an_index, DIVIDE, return table[7 / zero & 3] * 0)                                       \
    ROW(in_arithmetic, DIVIDE, (void)(1 / zero + 3))                                               \
    ROW(negated, DIVIDE, -(1 / zero))                                                              \
    ROW(converted, DIVIDE, (void)(char)(1 / zero))                                                 \
    ROW(by_a_float, DIVIDE, (void)(1 / (int)(double)zero))                                         \
    ROW(of_a_global, DIVIDE, (void)(1 / global_zero))                                              \
    ROW(sum_in_a_loop, DIVIDE, int sum = 0; for (int i = 0; i < 3; i++) sum += i / zero)           \
    ROW(in_an_inlined_function, DIVIDE, inlined_quotient(zero))                                    \
    ROW(inlined_and_constant, DIVIDE, inlined_quotient(0))                                         \
    ROW(in_a_function, DIVIDE, quotient(zero))                                                     \
    ROW(in_a_const_function, DIVIDE, const_quotient(zero))                                         \
    ROW(beside_constants, DIVIDE, constant_places(zero))                                           \
    ROW(least, OVERFLOW, int least = INT_MIN + zero; return least / -1)                            \
    ROW(least_unused, OVERFLOW, int least = INT_MIN + zero; int result = least / -1)               \
    ROW(least_by_variable, OVERFLOW, int minus = zero - 1; (void)(INT_MIN / minus))                \
    ROW(least_remainder, OVERFLOW, int least = INT_MIN + zero; return least % -1)                  \
    ROW(least_known, OVERFLOW, int least = INT_MIN, minus = -1; return least / minus)              \
    ROW(least_known_remainder, OVERFLOW, int least = INT_MIN, minus = -1; return least % minus)    \
    ROW(least_constant, OVERFLOW, return INT_MIN / -1)                                             \
    ROW(least_constant_to_void, OVERFLOW, (void)(INT_MIN / -1))                                    \
    ROW(least_constant_remainder, OVERFLOW, return INT_MIN % -1)                                   \
    ROW(least_assigned, OVERFLOW, int least = INT_MIN + zero; least /= -1)

#define ACCESSES(ROW)                                                                              \
    ROW(load_statement, ACCESS, *null)                                                             \
    ROW(load_to_void, ACCESS, (void)*null)                                                         \
    ROW(load_unused, ACCESS, int word = *null)                                                     \
    ROW(load_of_a_char, ACCESS, char letter = *(char *)null)                                       \
    ROW(load_wide, ACCESS, long long wide = *(long long *)null)                                    \
    ROW(load_of_a_double, ACCESS, double number = *(double *)null)                                 \
    ROW(load_indexed, ACCESS, (void)null[3])                                                       \
    ROW(load_field, ACCESS, (void)((struct three *)null)->second)                                  \
    ROW(load_field_statement, ACCESS, ((struct three *)null)->second)                              \
    ROW(load_bits, ACCESS, (void)((struct narrow *)null)->bits)                                    \
    ROW(load_twice, ACCESS, (void)**(int **)null)                                                  \
    ROW(load_volatile, ACCESS, (void)*(volatile int *)null)                                        \
    ROW(load_constant, ACCESS, (void)*(int *)0)                                                    \
    ROW(load_constant_used, ACCESS, return *(int *)0)                                              \
    ROW(load_known, ACCESS, int *known = NULL; (void)*known)                                       \
    ROW(load_converted, ACCESS, (void)(char)*null)                                                 \
    ROW(load_compared, ACCESS, *null == 3)                                                         \
    ROW(load_asked, ACCESS, if (*null){})                                                          \
    ROW(load_in_a_loop, ACCESS, for (int i = 0; i < 4; i++)(void) null[i])                         \
    ROW(loads_stored, ACCESS, int copy[4]; for (int i = 0; i < 4; i++) copy[i] = null[i])          \
    ROW(load_of_a_global, ACCESS, (void)*global_null)                                              \
    ROW(load_inlined, ACCESS, inlined_load(null))                                                  \
    ROW(load_inlined_known, ACCESS, inlined_load(NULL))                                            \
    ROW(load_in_a_function, ACCESS, load(null))                                                    \
    ROW(load_in_a_pure_function, ACCESS, pure_load(null))                                          \
    ROW(store, ACCESS, *null = 1)                                                                  \
    ROW(store_constant, ACCESS, *(int *)0 = 1)                                                     \
    ROW(store_dead, ACCESS, *null = 1; *null = 2)                                                  \
    ROW(store_twice, ACCESS, *null = *null = 0)                                                    \
    ROW(store_of_the_same, ACCESS, *null = *null)                                                  \
    ROW(add_nothing, ACCESS, *null += 0)                                                           \
    ROW(times_one, ACCESS, *null *= 1)                                                             \
    ROW(store_and_restore, ACCESS, int old = *null; *null = 5; *null = old)                        \
    ROW(copy_unused, ACCESS, struct three copy = *(struct three *)null)                            \
    ROW(copy_large, ACCESS, struct block copy = *(struct block *)null)                             \
    ROW(copy_to_void, ACCESS, (void)*(struct three *)null)                                         \
    ROW(copy_statement, ACCESS, *(struct block *)null)                                             \
    ROW(copy_to, ACCESS, *(struct three *)null = (struct three){1, 2, 3})                          \
    ROW(memcpy_from, ACCESS, int room[4]; memcpy(room, null, sizeof room))                         \
    ROW(memcpy_word, ACCESS, int room; memcpy(&room, NULL, sizeof room))                           \
    ROW(memcpy_large, ACCESS, char room[300]; memcpy(room, null, sizeof room))                     \
    ROW(memcpy_to, ACCESS, int room[4] = {0}; memcpy(null, room, sizeof room))                     \
    ROW(memset_to, ACCESS, memset(null, 0, 16))                                                    \
    ROW(memcmp_unused, ACCESS, (void)memcmp(null, "abc", 3))                                       \
    ROW(strlen_unused, ACCESS, (void)strlen((char *)null))                                         \
    ROW(strcpy_unused, ACCESS, char room[8]; strcpy(room, (char *)null))                           \
    ROW(call, ACCESS, ((void (*)(void))null)())                                                    \
    ROW(call_constant, ACCESS, ((void (*)(void))0)())                                              \
    ROW(call_of_a_field, ACCESS, ((struct calls *)null)->call(1))

/* gcc's arithmetic would drop these loads while it reads. */
#define CANCELLED(ROW)                                                                             \
    ROW(load_times_zero, ACCESS, return *null * 0)                                                 \
    ROW(load_minus_itself, ACCESS, return *null - *null)                                           \
    ROW(load_compared_with_itself, ACCESS, return *null == *null)                                  \
    ROW(load_or_one, ACCESS, return *null || 1)                                                    \
    ROW(load_before_a_comma, ACCESS, return (*null, 1))                                            \
    ROW(load_and_zero, ACCESS, return *null & 0)                                                   \
    ROW(zero_times_load, ACCESS, return 0 * *null)                                                 \
    ROW(zero_and_load, ACCESS, return 0 & *null)                                                   \
    ROW(zero_shifted, ACCESS, return 0 << *null)                                                   \
    ROW(load_or_all, ACCESS, return *null | -1)                                                    \
    ROW(load_of_one, ACCESS, return *null % 1)                                                     \
    ROW(load_exclusive_itself, ACCESS, return *null ^ *null)                                       \
    ROW(load_less_than_itself, ACCESS, return *null < *null)                                       \
    ROW(load_at_least_nothing, ACCESS, return *(unsigned *)null >= 0)                              \
    ROW(load_of_a_small_range, ACCESS, return *(unsigned char *)null < 300)                        \
    ROW(load_and_more, ACCESS, return *null + 1 > *null)                                           \
    ROW(load_masked_twice, ACCESS, return *null & 7 & 8)                                           \
    ROW(load_shifted_out, ACCESS, return (*null << 5) & 31)                                        \
    ROW(load_negated, ACCESS, return !*null & 0)                                                   \
    ROW(load_complemented, ACCESS, return ~*null * 0)                                              \
    ROW(load_in_brackets, ACCESS, return (*null) * 0)                                              \
    ROW(load_signed, ACCESS, return -(*null) * 0)                                                  \
    ROW(field_times_zero, ACCESS, return ((struct three *)null)->second * 0)                       \
    ROW(field_by_star, ACCESS, return (*(struct three *)null).second * 0)                          \
    ROW(bits_times_zero, ACCESS, return ((struct narrow *)null)->bits * 0)                         \
    ROW(element_and_zero, ACCESS, return null[3] & 0)                                              \
    ROW(load_of_a_double_compared, ACCESS, return *(double *)null == 1 || 1)                       \
    ROW(wide_times_zero, ACCESS, return (int)(*(long long *)null * 0))                             \
    ROW(pointer_compared_with_itself, ACCESS, return *(char **)null == *(char **)null)             \
    ROW(pointer_or_one, ACCESS, return *(char **)null || 1)                                        \
    ROW(load_and_true, ACCESS, return (*null && 1) || 1)                                           \
    ROW(load_for_two, ACCESS, return *null ? 1 : 1)                                                \
    ROW(load_for_either, ACCESS, return (zero ? 1 : *null) * 0)                                    \
    ROW(load_behind_a_comma, ACCESS, return (zero, *null) * 0)                                     \
    ROW(load_before_two, ACCESS, return (*null, zero, 1))                                          \
    ROW(load_in_a_statement, ACCESS, *null, 0)                                                     \
    ROW(load_behind_a_call, ACCESS, counted_call(), *null)                                         \
    ROW(load_with_a_call, ACCESS, counted_call() + *null)                                          \
    ROW(load_under_a_condition, ACCESS, zero ? 0 : *null)                                          \
    ROW(load_in_a_return, ACCESS, return *null, 1)                                                 \
    ROW(load_to_void_or_nothing, ACCESS, zero ? (void)0 : (void)*null)                             \
    ROW(load_in_brackets_to_void, ACCESS, ((void)*null))                                           \
    ROW(                                                                                           \
        load_switched, ACCESS, switch (*null) {                                                    \
            default: break;                                                                        \
        })                                                                                         \
    ROW(load_asked_for_a_cast, ACCESS, if (*null)(void) 0)                                         \
    ROW(load_asked_by_while, ACCESS, while (*null) break)                                          \
    ROW(load_begins_a_loop, ACCESS, for (*null;;) break)                                           \
    ROW(load_ends_a_round, ACCESS, for (int i = 0; i < 2; i++, *null){})                           \
    ROW(load_before_the_test, ACCESS, for (; *null, zero;){})                                      \
    ROW(load_as_an_argument, ACCESS, return same(*null * 0))                                       \
    ROW(load_as_an_index, ACCESS, return table[*null * 0])                                         \
    ROW(load_of_a_known_place, ACCESS, return *(int *)0 * 0)                                       \
    ROW(load_of_a_global_cancelled, ACCESS, return *global_null * 0)                               \
    ROW(block_to_itself, ACCESS, *(struct block *)null = *((struct block *)null))                  \
    ROW(field_to_itself, ACCESS, ((struct pair *)null)->one = ((struct pair *)null)->one)          \
    ROW(element_to_itself, ACCESS, ((struct three *)null)[2] = ((struct three *)null)[2])          \
    ROW(load_in_braces, ACCESS, return ({ *null, 1; }))                                            \
    ROW(load_of_a_call, ACCESS, *place_of(null))                                                   \
    ROW(load_of_a_call_times_zero, ACCESS, return *place_of(null) * 0)                             \
    ROW(load_assigned_in_a_sum, ACCESS, int sum = 0; sum += *null * 0)                             \
    ROW(load_begins_a_declaration, ACCESS, int first = *null * 0, second = 0 & null[1];            \
        return first + second)                                                                     \
    ROW(copy_to_itself, ACCESS, *(struct three *)null = *(struct three *)null)

#define ROWS(ROW) QUOTIENTS(ROW) ACCESSES(ROW) CANCELLED(ROW)

#define DIVIDE    STATUS_INTEGER_DIVIDE_BY_ZERO
#define OVERFLOW  STATUS_INTEGER_OVERFLOW
#define ACCESS    STATUS_ACCESS_VIOLATION

#define FUNCTION(name, status, ...)                                                                \
    static int body_##name(int zero, int *null)                                                    \
    {                                                                                              \
        (void)zero, (void)null;                                                                    \
        __VA_ARGS__;                                                                               \
        return 1;                                                                                  \
    }
ROWS(FUNCTION)

static const struct {
    int (*body)(int zero, int *null);
    const char *text;
    DWORD status;
} faults[] = {
#define FAULT(name, status, ...) {body_##name, #__VA_ARGS__, status},
    ROWS(FAULT)};

SEH_FUNCTION static DWORD status_of(int (*body)(int zero, int *null))
{
    DWORD status = 0;
    __try {
        body(0, NULL);
    } __except (status = GetExceptionCode(), EXCEPTION_EXECUTE_HANDLER) {
    }
    return status;
}

SEH_FUNCTION static DWORD status_in_try(int zero, const int *null, int which)
{
    DWORD status = 0;
    __try {
        if (which)
            (void)(1 / zero);
        else
            (void)*null;
    } __except (status = GetExceptionCode(), EXCEPTION_EXECUTE_HANDLER) {
    }
    return status;
}

int main(void)
{
    for (unsigned i = 0; i < sizeof faults / sizeof faults[0]; i++)
        is_hex(status_of(faults[i].body), faults[i].status, "%s", faults[i].text);
    is_hex(status_in_try(0, NULL, 1), DIVIDE, "a dropped quotient in a __try block");
    is_hex(status_in_try(0, NULL, 0), ACCESS, "a dropped load in a __try block");
    return tap_done();
}
