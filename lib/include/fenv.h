/* The x87's flags of exceptions, its rounding and its environment, with its own bits. A program
 * that computes with SSE has flags in mxcsr, too, which these calls do not see.
 *
 * Each thread has its own. The calls return 0; another value than 0 means that the argument has
 * bits that do not exist.
 */
#ifndef LIB_FENV_H
#define LIB_FENV_H

#ifdef __cplusplus
extern "C" {
#endif

#define FE_INVALID    0x01
#define FE_DENORMAL   0x02
#define FE_DIVBYZERO  0x04
#define FE_OVERFLOW   0x08
#define FE_UNDERFLOW  0x10
#define FE_INEXACT    0x20
#define FE_ALL_EXCEPT 0x3F
#define FE_TONEAREST  0x000
#define FE_DOWNWARD   0x400
#define FE_UPWARD     0x800
#define FE_TOWARDZERO 0xC00

typedef struct {
    unsigned control, status, tags, eip, cs, data, ds; /* as fnstenv stores them */
} fenv_t;
typedef unsigned fexcept_t;

#define FE_DFL_ENV ((const fenv_t *)0) /* that of a thread's start */

int feclearexcept(int exceptions);
int fegetexceptflag(fexcept_t *flags, int exceptions);
int fesetexceptflag(const fexcept_t *flags, int exceptions);
int fetestexcept(int exceptions); /* returns those that have happened */

/* Sets the flags. An exception that is not masked comes at once. */
int feraiseexcept(int exceptions);

int fegetround(void);
int fesetround(int rounding);
int fegetenv(fenv_t *environment);
int fesetenv(const fenv_t *environment);

/* feholdexcept stores the environment, clears the flags and masks all exceptions. feupdateenv sets
 * an environment, and raises the exceptions whose flags were set. */
int feholdexcept(fenv_t *environment);
int feupdateenv(const fenv_t *environment);

#ifdef __cplusplus
}
#endif

#endif
