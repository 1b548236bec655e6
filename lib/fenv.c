/* The x87's environment by C's names. fnstenv masks all exceptions, so each is followed by a load.
 */
#include <fenv.h>
#include <stdbool.h>

static void store(fenv_t *environment)
{
    __asm__ volatile("fnstenv %0\n\tfldenv %0" : "=m"(*environment) : : "memory");
}

static void load(const fenv_t *environment)
{
    __asm__ volatile("fldenv %0" : : "m"(*environment) : "memory");
}

enum { SUMMARY = 0x8080 }; /* of the status: a flag is set whose exception is not masked */

/* Puts the flags of the mask into a status that is to be loaded. An emulator believes the summary
 * there, which a processor computes. */
static void put_flags(fenv_t *environment, unsigned flags, unsigned mask)
{
    unsigned status = (environment->status & ~mask & ~(unsigned)SUMMARY) | (flags & mask);
    bool is_pending = status & ~environment->control & FE_ALL_EXCEPT;
    environment->status = status | (is_pending ? SUMMARY : 0);
}

/* Gives the flags of the mask these values. An exception that is not masked waits for the next
 * instruction. */
static void set_flags(unsigned flags, unsigned mask)
{
    fenv_t environment;
    store(&environment);
    put_flags(&environment, flags, mask);
    load(&environment);
}

static int is_wrong(int exceptions)
{
    return (exceptions & ~FE_ALL_EXCEPT) != 0;
}

int feclearexcept(int exceptions)
{
    fenv_t environment;
    __asm__ volatile("fnstenv %0" : "=m"(environment) : : "memory"); /* no pending one comes */
    put_flags(&environment, 0, (unsigned)exceptions & FE_ALL_EXCEPT);
    load(&environment);
    return is_wrong(exceptions);
}

int fegetexceptflag(fexcept_t *flags, int exceptions)
{
    *flags = (fexcept_t)fetestexcept(exceptions);
    return is_wrong(exceptions);
}

int fesetexceptflag(const fexcept_t *flags, int exceptions)
{
    set_flags(*flags, (unsigned)exceptions & FE_ALL_EXCEPT);
    return is_wrong(exceptions);
}

int fetestexcept(int exceptions)
{
    unsigned short status;
    __asm__ volatile("fnstsw %0" : "=m"(status));
    return status & exceptions & FE_ALL_EXCEPT;
}

int feraiseexcept(int exceptions)
{
    unsigned flags = (unsigned)exceptions & FE_ALL_EXCEPT;
    set_flags(flags, flags);
    __asm__ volatile("fwait");
    return is_wrong(exceptions);
}

int fegetround(void)
{
    unsigned short control;
    __asm__ volatile("fnstcw %0" : "=m"(control));
    return control & FE_TOWARDZERO;
}

int fesetround(int rounding)
{
    unsigned short control;
    if (rounding & ~FE_TOWARDZERO)
        return -1;
    __asm__ volatile("fnstcw %0" : "=m"(control));
    control = (unsigned short)((control & ~FE_TOWARDZERO) | rounding);
    __asm__ volatile("fldcw %0" : : "m"(control) : "memory");
    return 0;
}

int fegetenv(fenv_t *environment)
{
    store(environment);
    return 0;
}

int fesetenv(const fenv_t *environment)
{
    static const unsigned short start = 0x27F;
    if (environment)
        load(environment);
    else
        __asm__ volatile("fninit\n\tfldcw %0" : : "m"(start) : "memory");
    return 0;
}

int feholdexcept(fenv_t *environment)
{
    store(environment);
    unsigned short control = (unsigned short)(environment->control | FE_ALL_EXCEPT);
    __asm__ volatile("fnclex\n\tfldcw %0" : : "m"(control) : "memory");
    return 0;
}

int feupdateenv(const fenv_t *environment)
{
    int flags = fetestexcept(FE_ALL_EXCEPT);
    fesetenv(environment);
    return feraiseexcept(flags);
}
