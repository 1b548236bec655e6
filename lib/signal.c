/* Signals, as Microsoft's C library has them: raise, abort and exceptions that nobody takes. */
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "lib/console_signals.h"
#include "lib/exception_signals.h"
#include "lib/host.h"
#include "lib/thread_words.h"

enum { EXIT_BY_SIGNAL = 3 };

/* The handlers of the whole program. */
static _crt_signal_t interrupt, terminate, breaks, aborts;

/* Returns the signal's place, or NULL if there is no such signal. */
static _crt_signal_t *signal_place(int number)
{
    struct lib_thread *thread = lib_thread();
    switch (number) {
    case SIGINT:
        return &interrupt;
    case SIGTERM:
        return &terminate;
    case SIGBREAK:
        return &breaks;
    case SIGABRT:
    case SIGABRT_COMPAT:
        return &aborts;
    case SIGILL:
        return &thread->illegal;
    case SIGFPE:
        return &thread->floating;
    case SIGSEGV:
        return &thread->segment;
    default:
        return NULL;
    }
}

void (*signal_begin_interrupts)(void);

_crt_signal_t signal(int number, _crt_signal_t function)
{
    _crt_signal_t *place = signal_place(number);
    if (!place || function == SIG_SGE || function == SIG_ACK) {
        errno = EINVAL;
        return SIG_ERR;
    }
    if (number == SIGINT && function != SIG_GET && function != SIG_DFL && signal_begin_interrupts)
        signal_begin_interrupts();
    return function == SIG_GET ? *place : __atomic_exchange_n(place, function, __ATOMIC_ACQ_REL);
}

bool signal_console(int number)
{
    if (*signal_place(number) == SIG_DFL)
        return false;
    raise(number);
    return true;
}

/* The function of SIGFPE is handed the kind of exception, too. While the function of a signal that
 * exceptions raise runs, it finds the exception, or NULL if there was none. */
static void call(_crt_signal_t function, int number, int kind, void *pointers)
{
    void *before = _pxcptinfoptrs;
    if (number == SIGFPE || number == SIGSEGV || number == SIGILL)
        _pxcptinfoptrs = pointers;
    if (number == SIGFPE)
        ((void (*)(int, int))(void *)function)(number, kind);
    else
        function(number);
    _pxcptinfoptrs = before;
}

int raise(int number)
{
    _crt_signal_t *place = signal_place(number);
    if (!place) {
        errno = EINVAL;
        return -1;
    }
    _crt_signal_t function = *place;
    if (function == SIG_DFL)
        _Exit(EXIT_BY_SIGNAL);
    if (function != SIG_IGN) {
        *place = SIG_DFL;
        call(function, number, _FPE_EXPLICITGEN, NULL);
    }
    return 0;
}

_Noreturn void abort(void)
{
    if (aborts != SIG_DFL)
        raise(SIGABRT);
    lib_host.give_up("it called abort");
}

/* Windows' statuses of exceptions, and what they are to the C library. */
static const struct exception_signal {
    uint32_t code;
    uint8_t number, kind;
} exception_signals[] = {
    {0xC0000005, SIGSEGV, 0},
    {0xC000001D, SIGILL, 0},
    {0xC0000096, SIGILL, 0},
    {0xC000008D, SIGFPE, _FPE_DENORMAL},
    {0xC000008E, SIGFPE, _FPE_ZERODIVIDE},
    {0xC000008F, SIGFPE, _FPE_INEXACT},
    {0xC0000090, SIGFPE, _FPE_INVALID},
    {0xC0000091, SIGFPE, _FPE_OVERFLOW},
    {0xC0000092, SIGFPE, _FPE_STACKOVERFLOW},
    {0xC0000093, SIGFPE, _FPE_UNDERFLOW},
};

bool signal_take_exception(uint32_t code, void *pointers)
{
    const struct exception_signal *row = exception_signals;
    const struct exception_signal *end =
        row + sizeof exception_signals / sizeof exception_signals[0];
    while (row < end && row->code != code)
        row++;
    _crt_signal_t *place = row < end ? signal_place(row->number) : NULL;
    _crt_signal_t function = place ? *place : SIG_DFL;
    if (function == SIG_DFL)
        return false;
    if (function != SIG_IGN) {
        *place = SIG_DFL;
        call(function, row->number, row->kind, pointers);
    }
    return true;
}

void **__pxcptinfoptrs(void)
{
    return &lib_thread()->exception;
}
