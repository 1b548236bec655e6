/* Names under which clang calls the division of 64 bits. The callee takes the operands from the
 * stack. */
#define OWN(type, name, given)                                                                     \
    extern type given(type, type);                                                                 \
    extern type __stdcall name##_(type, type) __asm__("__" #name);                                 \
    type __stdcall name##_(type dividend, type divisor)                                            \
    {                                                                                              \
        return given(dividend, divisor);                                                           \
    }

OWN(long long, alldiv, __divdi3)
OWN(long long, allrem, __moddi3)
OWN(unsigned long long, aulldiv, __udivdi3)
OWN(unsigned long long, aullrem, __umoddi3)

/* Objects that use numbers with a point ask for it. */
int _fltused = 1;
