/* Signals, as Microsoft's C library has them.
 *
 * A signal comes from raise, SIGABRT from abort, too, and the signals of exceptions (SIGSEGV,
 * SIGILL, SIGFPE) from an exception that no handler has taken; a division of integers by zero has
 * none. Nothing outside the program sends any. The functions for exceptions belong to the thread of
 * the machine, the others to the program.
 *
 * Before a function is called its signal gets SIG_DFL again. When the function for an exception
 * returns, the instruction is executed once more. longjmp out of it is allowed.
 */
#ifndef LIB_SIGNAL_H
#define LIB_SIGNAL_H

#ifdef __cplusplus
extern "C" {
#endif

#define SIGINT         2
#define SIGILL         4
#define SIGABRT_COMPAT 6
#define SIGFPE         8
#define SIGSEGV        11
#define SIGTERM        15
#define SIGBREAK       21
#define SIGABRT        22
#define NSIG           23

typedef int sig_atomic_t;
typedef void (*_crt_signal_t)(int number);

#define SIG_DFL                                                                                    \
    ((_crt_signal_t)0) /* an exception goes on as if there were no signals; raise                  \
                        * ends the program with status 3 */
#define SIG_IGN ((_crt_signal_t)1)
#define SIG_GET ((_crt_signal_t)2) /* only asks */
#define SIG_SGE ((_crt_signal_t)3)
#define SIG_ACK ((_crt_signal_t)4)
#define SIG_ERR ((_crt_signal_t)-1)

/* The kinds that a function for SIGFPE gets as its second argument; EXPLICITGEN is raise's. */
#ifndef _FPE_INVALID
#define _FPE_INVALID       0x81
#define _FPE_DENORMAL      0x82
#define _FPE_ZERODIVIDE    0x83
#define _FPE_OVERFLOW      0x84
#define _FPE_UNDERFLOW     0x85
#define _FPE_INEXACT       0x86
#define _FPE_STACKOVERFLOW 0x8A
#define _FPE_EXPLICITGEN   0x8C
#endif

/* Returns the function or word that the signal had; SIG_ERR, with errno EINVAL, for other numbers.
 */
_crt_signal_t signal(int number, _crt_signal_t function);

/* Returns 0; -1, with errno EINVAL, for other numbers. */
int raise(int number);

/* The place of the running thread's EXCEPTION_POINTERS, while a function for an exception runs. */
void **__pxcptinfoptrs(void);
#define _pxcptinfoptrs (*__pxcptinfoptrs())

#ifdef __cplusplus
}
#endif

#endif
