/* Constants that assembly shares with C: a list has a row for each,
 *
 *	row(name, expression, value)
 *
 * OFFSETS(list) makes the constants. For C it also asserts that each expression has its value.
 * Serves C and assembly.
 */
#ifndef KERNEL_SHARED_OFFSETS_H
#define KERNEL_SHARED_OFFSETS_H

#ifdef __ASSEMBLER__
#define OFFSET_CONSTANT(name, expression, value) .set name, value;
#define OFFSETS(list)                            list(OFFSET_CONSTANT)
#else
#include <stddef.h>
#define OFFSET_CONSTANT(name, expression, value)  name = (value),
#define OFFSET_ASSERTION(name, expression, value) _Static_assert((expression) == (value), #name);
#define OFFSETS(list)                                                                              \
    enum { list(OFFSET_CONSTANT) };                                                                \
    list(OFFSET_ASSERTION)
#endif

#endif
