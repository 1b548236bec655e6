/* Complex numbers of double: programs for Windows hand over the place of the result, and take it
 * away themselves. Complex numbers of float come in registers, as they do here. */
#include "win32/msvcrt/call.h"

#include <complex.h>

extern double complex clog10(double complex z);

#define OF_ONE(function)                                                                           \
    CALL(double complex *, ucrt_##function, double complex *result, double complex z)              \
    {                                                                                              \
        *result = function(z);                                                                     \
        return result;                                                                             \
    }

OF_ONE(cacos)
OF_ONE(cacosh)
OF_ONE(casin)
OF_ONE(casinh)
OF_ONE(catan)
OF_ONE(catanh)
OF_ONE(ccos)
OF_ONE(ccosh)
OF_ONE(cexp)
OF_ONE(clog)
OF_ONE(clog10)
OF_ONE(conj)
OF_ONE(cproj)
OF_ONE(csin)
OF_ONE(csinh)
OF_ONE(csqrt)
OF_ONE(ctan)
OF_ONE(ctanh)

CALL(double complex *, ucrt_cpow, double complex *result, double complex z, double complex power)
{
    *result = cpow(z, power);
    return result;
}

/* ---------------------------------------------------------------- the compiler's */

CALL(double complex *, _Cbuild, double complex *result, double real, double imaginary)
{
    *result = CMPLX(real, imaginary);
    return result;
}

CALL(double complex *, _Cmulcc, double complex *result, double complex z, double complex by)
{
    *result = CMPLX(creal(z) * creal(by) - cimag(z) * cimag(by),
                    creal(z) * cimag(by) + cimag(z) * creal(by));
    return result;
}

CALL(double complex *, _Cmulcr, double complex *result, double complex z, double by)
{
    *result = CMPLX(creal(z) * by, cimag(z) * by);
    return result;
}

CALL(float complex, _FCbuild, float real, float imaginary)
{
    return CMPLXF(real, imaginary);
}

CALL(float complex, _FCmulcc, float complex z, float complex by)
{
    return CMPLXF(crealf(z) * crealf(by) - cimagf(z) * cimagf(by),
                  crealf(z) * cimagf(by) + cimagf(z) * crealf(by));
}

CALL(float complex, _FCmulcr, float complex z, float by)
{
    return CMPLXF(crealf(z) * by, cimagf(z) * by);
}
