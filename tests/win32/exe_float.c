/* Floating point: functions, the control word, exceptions that are asked for, and threads. */

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <windows.h>

static LONG CALLBACK tells(EXCEPTION_POINTERS *at)
{
    CONTEXT *context = at->ContextRecord;
    printf("%08lX\n", at->ExceptionRecord->ExceptionCode);
    context->FloatSave.ControlWord |= 0x3F;
    context->FloatSave.StatusWord &= ~0x80FFu;
    return EXCEPTION_CONTINUE_EXECUTION;
}

static DWORD WINAPI worker(void *parameter)
{
    unsigned short control;
    __asm__ volatile("fnstcw %0" : "=m"(control));
    return control;
}

int main(void)
{
    volatile double x = 0.5, zero = 0, one = 1;
    DWORD status;
    printf("%.6f %.6f %.6f %.6f\n", sin(x), cos(x), tan(x), atan2(x, -x));
    printf("%.6f %.6f %.6f %.6f\n", exp(x), log(x), log10(x), pow(x, 3));
    printf("%.6f %.6f %.6f %.6f\n", sqrt(x + 1.5), floor(-x), ceil(x), fmod(7.25, 2));
    printf("%.6f %.6f %.6f\n", sinh(x), tanh(x), hypot(3, 4 * one));
    int exponent;
    double whole, fraction = frexp(x * 10, &exponent), part = modf(-3.75 * one, &whole);
    printf("%.3f %d %.2f %.0f %.1f\n", fraction, exponent, part, whole, ldexp(x, 4));
    printf("%d %d %d\n", _isnan(zero / zero), _finite(one / zero), _isnan(sqrt(-one)));

    _clearfp();
    printf("zero divide: %d\n", (one / zero > 0) && (_statusfp() & _EM_ZERODIVIDE) != 0);
    unsigned before = _controlfp(0, 0);
    printf("all masked: %d\n", (before & _MCW_EM) == _MCW_EM);
    AddVectoredExceptionHandler(1, tells);
    _clearfp();
    _controlfp(0, _EM_ZERODIVIDE);
    volatile double quotient = one / zero;
    __asm__ volatile("fwait");
    printf("infinite: %d\n", !_finite(quotient));
    HANDLE thread = CreateThread(NULL, 0, worker, NULL, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    GetExitCodeThread(thread, &status);
    printf("a thread's exceptions are masked: %d\n", (status & 0x3D) == 0x3D);
    return 0;
}
