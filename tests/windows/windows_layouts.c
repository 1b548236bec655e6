/* Structures as compilers for 32-bit Windows lay them out: members of eight bytes lie at multiples
 * of eight, and bit-fields of different types share no unit. layouts.h has what such a compiler
 * says; layouts.py remakes it.
 *
 * run: emulator=qemu
 * run: name=ring3 ring=3
 */
#include <windows.h>

#include <stddef.h>
#include <string.h>

#include "tests/harness/tap.h"
#include "tests/windows/layouts.h"

#define MEMBER(member, offset) &&offsetof(checked, member) == (offset)
#define FIELD(member, bit)                                                                         \
    &&__extension__({                                                                              \
        checked value;                                                                             \
        memset(&value, 0, sizeof value);                                                           \
        value.member--;                                                                            \
        first_bit(&value, sizeof value) == (bit);                                                  \
    })
#define STRUCTURE(type, size, alignment, members)                                                  \
    {                                                                                              \
        typedef type checked;                                                                      \
        ok(sizeof(checked) == (size) && _Alignof(checked) == (alignment)members,                   \
           #type ": %u bytes, and each member at its place", (size));                              \
    }

static size_t first_bit(const void *value, size_t size)
{
    const unsigned char *bytes = value;
    size_t bit = 0;
    while (bit < 8 * size && !(bytes[bit / 8] & 1 << bit % 8))
        bit++;
    return bit;
}

int main(void)
{
    LAYOUTS(STRUCTURE, MEMBER, FIELD)
    return tap_done();
}
