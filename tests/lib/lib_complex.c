/* Complex numbers: each function at 0.5 - 0.75i, beside the values of another library (Python's);
 * one name for all types; the x87's environment.
 *
 * run: emulator=qemu
 *
 * run: name=486 cpu=486
 *
 * run: name=ring3 ring=3
 */
#include <fenv.h>
#include <seh.h>
#include <tgmath.h>

#include "tests/harness/tap.h"

static bool is_near(double complex value, double real, double imaginary, double most)
{
    return fabs(creal(value) - real) <= most && fabs(cimag(value) - imaginary) <= most;
}

static const struct row {
    const char *name;
    double complex (*function)(double complex z);
    float complex (*small)(float complex z);
    double real, imaginary;
} rows[] = {
    {"cacos", cacos, cacosf, 1.1725184532565882, 0.7433204263252785},
    {"cacosh", cacosh, cacoshf, 0.7433204263252785, -1.1725184532565882},
    {"casin", casin, casinf, 0.39827787353830835, -0.7433204263252785},
    {"casinh", casinh, casinhf, 0.6063349998873513, -0.6822039655834322},
    {"catan", catan, catanf, 0.6927241883996009, -0.5902135002795054},
    {"catanh", catanh, catanhf, 0.3104282830771958, -0.7232206661240675},
    {"ccos", ccos, ccosf, 1.1361914738033483, 0.3942396421115833},
    {"ccosh", ccosh, ccoshf, 0.8250713669946073, -0.35519875789073846},
    {"cexp", cexp, cexpf, 1.2063510016467855, -1.1238323225841311},
    {"clog", clog, clogf, -0.10381968238912226, -0.982793723247329},
    {"csin", csin, csinf, 0.6207042310780551, -0.7216508242975646},
    {"csinh", csinh, csinhf, 0.3812796346521782, -0.7686335646933926},
    {"csqrt", csqrt, csqrtf, 0.8370746140177701, -0.44798873806491907},
    {"ctan", ctan, ctanf, 0.290893461829618, -0.7360841705511909},
    {"ctanh", ctanh, ctanhf, 0.7282118012804724, -0.6180963948062024},
};

static void check_functions(void)
{
    const double complex z = CMPLX(0.5, -0.75);
    for (const struct row *row = rows; row < rows + sizeof rows / sizeof rows[0]; row++) {
        ok(is_near(row->function(z), row->real, row->imaginary, 1e-15), "%s", row->name);
        ok(is_near(row->small(CMPLXF(0.5f, -0.75f)), row->real, row->imaginary, 1e-6), "%sf",
           row->name);
    }
    ok(is_near(cpow(z, 2.0), -0.3125, -0.75, 1e-15) &&
           is_near(cpowf(CMPLXF(0.5f, -0.75f), 2.0f), -0.3125, -0.75, 1e-6),
       "cpow");
    ok((cabs)(CMPLX(3, -4)) == 5 && (cabsf)(CMPLXF(3, -4)) == 5 && (carg)(CMPLX(0, 1)) > 1.57 &&
           (cargf)(CMPLXF(0, 1)) > 1.57f && (creal)(z) == 0.5 && (crealf)(CMPLXF(1, 2)) == 1 &&
           (cimag)(z) == -0.75 && (cimagf)(CMPLXF(1, 2)) == 2 && (conj)(z) == CMPLX(0.5, 0.75) &&
           (conjf)(CMPLXF(1, 2)) == CMPLXF(1, -2),
       "parts of numbers");
    ok(cproj(CMPLX(1, INFINITY)) == INFINITY && crealf(cprojf(CMPLXF(1, 2))) == 1, "cproj");
    ok(I * I == -1 && z / z == 1, "the compiler multiplies and divides them");
}

/* Operands that the compiler does not know, so that it calls its functions. */
static bool gives(double complex first, double complex second, double complex product,
                  double complex quotient)
{
    volatile double complex a = first, b = second;
    volatile float complex as = (float complex)first, bs = (float complex)second;
    double complex m = a * b, d = a / b;
    float complex ms = as * bs, ds = as / bs;
    return is_near(m, creal(product), cimag(product), 1e-15) &&
           is_near(d, creal(quotient), cimag(quotient), 1e-15) &&
           is_near(ms, creal(product), cimag(product), 1e-6) &&
           is_near(ds, creal(quotient), cimag(quotient), 1e-6);
}

static bool is_infinite(double complex z) { return isinf(creal(z)) || isinf(cimag(z)); }

static void check_arithmetic(void)
{
    volatile double complex infinite = CMPLX(INFINITY, NAN), half = CMPLX(0.5, -0.75), none = 0,
                            huge = CMPLX(1e300, -1e300), tiny = CMPLX(3e-310, 4e-310),
                            nothing = CMPLX(NAN, NAN), down = CMPLX(-0.0, 0);
    volatile float complex infinite_small = CMPLXF(INFINITY, INFINITY), half_small = half;
    ok(gives(CMPLX(1, 2), CMPLX(3, -4), CMPLX(11, 2), CMPLX(-0.2, 0.4)) &&
           gives(CMPLX(0, 1), CMPLX(0, 1), -1, 1) &&
           gives(CMPLX(-6, 8), 2, CMPLX(-12, 16), CMPLX(-3, 4)),
       "products and quotients");
    ok(is_near(huge / huge, 1, 0, 1e-15) && is_near(tiny / tiny, 1, 0, 1e-12) &&
           is_near(tiny / (tiny * 2), 0.5, 0, 1e-12) && is_near((huge / 4) / huge, 0.25, 0, 1e-15),
       "quotients of very large and very small numbers");
    double complex product = infinite * half, both = infinite * infinite, many = huge * huge;
    ok(is_infinite(product) && is_infinite(both) && is_infinite(many) &&
           is_infinite(infinite_small * half_small),
       "an infinite number stays infinite when it is multiplied, though a part is NaN");
    double complex by_none = half / none, by_down = half / down, of_infinite = infinite / half,
                   by_infinite = half / infinite;
    ok(creal(by_none) == INFINITY && cimag(by_none) == -INFINITY && creal(by_down) == -INFINITY &&
           is_infinite(of_infinite) && is_infinite(infinite_small / half_small),
       "a number divided by 0, and an infinite one divided, are infinite");
    ok(by_infinite == 0, "a number divided by an infinite one is 0");
    double complex unknown = nothing * half, by_itself = none / none, by_unknown = half / nothing;
    ok(isnan(creal(unknown)) && isnan(cimag(unknown)) && isnan(creal(by_itself)) &&
           isnan(cimag(by_itself)) && isnan(creal(by_unknown)),
       "what is unknown stays so");
}

static void check_one_name(void)
{
    float f = 4;
    double d = 4;
    int i = 4;
    float complex fc = CMPLXF(0, 2);
    double complex dc = CMPLX(0, 2);
    ok(sizeof sqrt(f) == 4 && sizeof sqrt(d) == 8 && sizeof sqrt(i) == 8 && sqrt(i) == 2,
       "sqrt has the type of its argument, and an integer is a double");
    ok(sizeof sqrt(fc) == 8 && sizeof sqrt(dc) == 16 && is_near(sqrt(dc), 1, 1, 1e-15),
       "so have complex numbers");
    ok(sizeof pow(f, f) == 4 && sizeof pow(f, i) == 8 && sizeof pow(f, fc) == 8 &&
           sizeof pow(d, fc) == 16 && pow(i, 2) == 16,
       "of two arguments the larger type counts");
    ok(sizeof fabs(fc) == 4 && fabs(dc) == 2 && sizeof carg(f) == 4 && creal(d) == 4 &&
           sizeof fmax(f, f) == 4 && fmax(f, 5) == 5 && sizeof floor(f) == 4 && ldexp(f, 1) == 8 &&
           sizeof nexttoward(f, d) == 4 && fma(f, d, i) == 20,
       "functions of real numbers, and of complex ones alone");
}

static volatile double zero, one = 1, three = 3;

static void check_environment(void)
{
    fenv_t environment;
    fexcept_t flags;
    feclearexcept(FE_ALL_EXCEPT);
    ok(fetestexcept(FE_ALL_EXCEPT) == 0, "no exception has happened");
    volatile double result = one / zero;
    ok(fetestexcept(FE_ALL_EXCEPT) == FE_DIVBYZERO, "a division by zero is noted");
    result = one / three;
    ok(fetestexcept(FE_INEXACT | FE_INVALID) == FE_INEXACT, "and an inexact result");
    ok(fegetexceptflag(&flags, FE_ALL_EXCEPT) == 0 && feclearexcept(FE_INEXACT) == 0 &&
           fetestexcept(FE_ALL_EXCEPT) == FE_DIVBYZERO &&
           fesetexceptflag(&flags, FE_INEXACT) == 0 && fetestexcept(FE_INEXACT) == FE_INEXACT,
       "flags are cleared and set again one by one");
    ok(feraiseexcept(FE_OVERFLOW) == 0 && fetestexcept(FE_OVERFLOW) && feraiseexcept(0x100),
       "flags are raised");
    ok(fegetround() == FE_TONEAREST && fesetround(FE_UPWARD) == 0 && fegetround() == FE_UPWARD,
       "the rounding is set");
    volatile double up = one / three;
    fesetround(FE_DOWNWARD);
    volatile double down = one / three;
    ok(down < up && fesetround(1) != 0, "and counts");
    ok(fegetenv(&environment) == 0 && fesetenv(FE_DFL_ENV) == 0 && fegetround() == FE_TONEAREST &&
           fetestexcept(FE_ALL_EXCEPT) == 0 && fesetenv(&environment) == 0 &&
           fegetround() == FE_DOWNWARD && fetestexcept(FE_OVERFLOW),
       "the environment is that of the start, and what it was");
    feholdexcept(&environment);
    bool held = fetestexcept(FE_ALL_EXCEPT) == 0;
    result = zero / zero;
    ok(held && feupdateenv(&environment) == 0 && fetestexcept(FE_INVALID) &&
           fetestexcept(FE_OVERFLOW),
       "exceptions of a held environment are raised in the one behind it");
    (void)result;
    fesetenv(FE_DFL_ENV);
}

static DWORD raised;

/* Goes on with no flag set. */
static EXCEPTION_DISPOSITION note(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame,
                                  CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)frame, (void)dispatcher;
    raised = record->ExceptionCode;
    context->FloatSave.StatusWord &= ~0x80FFu;
    return ExceptionContinueExecution;
}

/* Returns the exception that the call raises for an overflow, which is not masked; 0 if it raises
 * none. */
static DWORD overflow_by(int (*call)(int))
{
    static const unsigned short control = 0x27F & ~FE_OVERFLOW;
    EXCEPTION_REGISTRATION_RECORD frame;
    raised = 0;
    seh_link(&frame, note);
    __asm__ volatile("fninit\n\tfldcw %0" : : "m"(control));
    call(FE_OVERFLOW);
    __asm__ volatile("fwait");
    seh_unlink(&frame);
    fesetenv(FE_DFL_ENV);
    return raised;
}

/* Makes an overflow wait for the next instruction, and takes it away. In one piece, because clang
 * puts fwait between two. */
static int clear_pending(int exceptions)
{
    static float large = 1e38f, result;
    int wrong;
    __asm__ volatile("flds %2\n\tfmuls %2\n\tfstps %1\n\t"
                     "pushl %3\n\tcall feclearexcept\n\tpopl %%ecx"
                     : "=&a"(wrong), "=m"(result)
                     : "m"(large), "r"(exceptions)
                     : "ecx", "edx", "memory", "cc");
    return wrong;
}

static void check_unmasked(void)
{
    ok(overflow_by(feraiseexcept) == (DWORD)STATUS_FLOAT_OVERFLOW,
       "an exception that is not masked is raised");
    ok(overflow_by(clear_pending) == 0, "one that was pending and is cleared is not");
}

int main(void)
{
    check_functions();
    check_arithmetic();
    check_one_name();
    check_environment();
    check_unmasked();
    return tap_done();
}
