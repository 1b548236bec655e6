/* The compilers' calls for changes of eight bytes, by names of our own (atomics_names.S). A place
 * is aligned to eight where the CPU has cmpxchg8b; memory must be writable even for a load. The
 * compilers pass orders of memory behind these parameters, and each call has the strictest. Either
 * ring. */
#ifndef WIN32_LOCKS_ATOMICS_H
#define WIN32_LOCKS_ATOMICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Put `becomes` at place if `expected` is there. The first returns the value before, the second
 * whether that was `expected`. */
uint64_t atomics_exchange_if(volatile uint64_t *place, uint64_t expected, uint64_t becomes);
bool atomics_changed(volatile uint64_t *place, uint64_t expected, uint64_t becomes);

/* Like atomics_changed. If the value is another one, *expected becomes that value. */
bool atomics_exchange_or_tell(volatile uint64_t *place, uint64_t *expected, uint64_t becomes);

/* Return the value at place; atomics_exchange puts another one there. */
uint64_t atomics_load(volatile uint64_t *place);
uint64_t atomics_exchange(volatile uint64_t *place, uint64_t value);

/* Change the value, and return the value before. */
uint64_t atomics_fetch_add(volatile uint64_t *place, uint64_t value);
uint64_t atomics_fetch_sub(volatile uint64_t *place, uint64_t value);
uint64_t atomics_fetch_and(volatile uint64_t *place, uint64_t value);
uint64_t atomics_fetch_or(volatile uint64_t *place, uint64_t value);
uint64_t atomics_fetch_xor(volatile uint64_t *place, uint64_t value);
uint64_t atomics_fetch_nand(volatile uint64_t *place, uint64_t value);

/* Change the value, and return the new one. */
uint64_t atomics_add_fetch(volatile uint64_t *place, uint64_t value);
uint64_t atomics_sub_fetch(volatile uint64_t *place, uint64_t value);
uint64_t atomics_and_fetch(volatile uint64_t *place, uint64_t value);
uint64_t atomics_or_fetch(volatile uint64_t *place, uint64_t value);
uint64_t atomics_xor_fetch(volatile uint64_t *place, uint64_t value);
uint64_t atomics_nand_fetch(volatile uint64_t *place, uint64_t value);

/* The calls with a size, which clang makes for eight bytes, too. Another size ends the program: a
 * structure of more bytes needs a lock. */
void atomics_load_sized(size_t size, volatile uint64_t *place, uint64_t *result);
void atomics_store_sized(size_t size, volatile uint64_t *place, const uint64_t *value);
void atomics_exchange_sized(size_t size, volatile uint64_t *place, const uint64_t *value,
                            uint64_t *result);
bool atomics_exchange_or_tell_sized(size_t size, volatile uint64_t *place, uint64_t *expected,
                                    const uint64_t *becomes);

#endif
