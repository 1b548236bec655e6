/* Rotations of bits, which are in Microsoft's stdlib.h and in intrin.h. */
#ifndef LIB_ROTATES_H
#define LIB_ROTATES_H

#define ROTATE_CALL(name, type, bits, out, back)                                                   \
    static __inline type name(type value, int by)                                                  \
    {                                                                                              \
        return value out(by & (bits - 1)) | value back(-by & (bits - 1));                          \
    }
#ifndef IA32INTRIN_H /* the compiler's has macros of these names */
ROTATE_CALL(_rotl, unsigned, 32, <<, >>)
ROTATE_CALL(_rotr, unsigned, 32, >>, <<)
ROTATE_CALL(_lrotl, unsigned long, 32, <<, >>)
ROTATE_CALL(_lrotr, unsigned long, 32, >>, <<)
#endif
ROTATE_CALL(_rotl64, unsigned long long, 64, <<, >>)
ROTATE_CALL(_rotr64, unsigned long long, 64, >>, <<)

#endif
