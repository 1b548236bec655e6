/* fenv.h with ucrtbase.dll's constants: exceptions as _statusfp has them, and rounding as
 * _controlfp. */
#include "win32/msvcrt/call.h"
#include "win32/msvcrt/float_control.h"

#include <float.h>

enum { ALL_EXCEPTIONS = 0x1F };

struct ucrt_environment {
    unsigned control, status;
};

CALL(int, ucrt_fegetround, void)
{
    return (int)(msvcrt_controlfp(0, 0) & _MCW_RC);
}

CALL(int, ucrt_fesetround, int rounding)
{
    if ((unsigned)rounding & ~(unsigned)_MCW_RC)
        return 1;
    msvcrt_controlfp((unsigned)rounding, _MCW_RC);
    return 0;
}

CALL(int, ucrt_fetestexcept, int exceptions)
{
    return (int)(msvcrt_statusfp() & (unsigned)exceptions & ALL_EXCEPTIONS);
}

/* Makes the flags these, in the x87 alone. Its word that has them is not written by itself. */
static void set_flags(unsigned flags)
{
    msvcrt_clearfp();
    struct {
        unsigned control, status, tags, eip, cs, data, ds;
    } x87;
    __asm__ volatile("fnstenv %0" : "=m"(x87) : : "memory");
    x87.status &= ~0x80BFu;
    x87.status |= (flags & 0x10) >> 4 | (flags & 8) >> 1 | (flags & 4) << 1 | (flags & 2) << 3 |
                  (flags & 1) << 5;
    __asm__ volatile("fldenv %0" : : "m"(x87) : "memory");
}

CALL(int, ucrt_feclearexcept, int exceptions)
{
    set_flags(msvcrt_statusfp() & ~(unsigned)exceptions & ALL_EXCEPTIONS);
    return 0;
}

CALL(int, ucrt_fegetexceptflag, unsigned *flags, int exceptions)
{
    *flags = (unsigned)ucrt_fetestexcept(exceptions);
    return 0;
}

CALL(int, ucrt_fesetexceptflag, const unsigned *flags, int exceptions)
{
    const unsigned mask = (unsigned)exceptions & ALL_EXCEPTIONS;
    set_flags((msvcrt_statusfp() & ~mask) | (*flags & mask));
    return 0;
}

CALL(int, ucrt_fegetenv, struct ucrt_environment *environment)
{
    environment->control = msvcrt_controlfp(0, 0) & (_MCW_EM | _MCW_RC | _MCW_PC);
    environment->status = msvcrt_statusfp();
    return 0;
}

CALL(int, ucrt_fesetenv, const struct ucrt_environment *environment)
{
    set_flags(environment->status & ALL_EXCEPTIONS);
    msvcrt_controlfp(environment->control, _MCW_EM | _MCW_RC | _MCW_PC);
    return 0;
}

CALL(int, ucrt_feholdexcept, struct ucrt_environment *environment)
{
    ucrt_fegetenv(environment);
    msvcrt_clearfp();
    msvcrt_controlfp(_MCW_EM, _MCW_EM);
    return 0;
}
