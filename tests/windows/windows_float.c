/* float.h's calls for the x87, and floating point exceptions that a program unmasks.
 *
 * run: emulator=qemu
 *
 * run: name=ring3 ring=3
 */
#include <float.h>
#include <windows.h>

#include "tests/harness/tap.h"

static volatile double zero, one = 1, three = 3;

static DWORD divide(void)
{
    DWORD code = 0;
    __try {
        double quotient = one / zero;
        __asm__ volatile("fwait" : : "m"(quotient));
    } __except (code = GetExceptionCode(), EXCEPTION_EXECUTE_HANDLER) {
        _clearfp();
    }
    return code;
}

int main(void)
{
    ok(DBL_DIG == 15 && FLT_MANT_DIG == 24, "the limits are there");
    unsigned before = _controlfp(0, 0);
    is_hex(before & _MCW_EM, _MCW_EM, "at start all exceptions are masked");
    is_hex(divide(), 0, "so none is raised");
    _clearfp();
    double quotient = one / zero;
    ok(quotient > DBL_MAX && _statusfp() == _SW_ZERODIVIDE, "the status tells of a division by 0");
    is_hex(_clearfp(), _SW_ZERODIVIDE, "_clearfp returns it");
    is_hex(_statusfp(), 0, "and clears it");

    is_hex(_controlfp(0, _EM_ZERODIVIDE), before & ~_EM_ZERODIVIDE, "an exception is unmasked");
    is_hex(divide(), EXCEPTION_FLT_DIVIDE_BY_ZERO, "and raised");
    _controlfp(_EM_ZERODIVIDE, _EM_ZERODIVIDE);
    is_hex(_controlfp(0, _MCW_EM) & _MCW_EM, _EM_DENORMAL, "_controlfp leaves denormal masked");
    is_hex(_control87(_MCW_EM, _MCW_EM) & _MCW_EM, _MCW_EM, "all are masked again");

    _controlfp(_RC_UP, _MCW_RC);
    double up = one / three;
    _controlfp(_RC_DOWN, _MCW_RC);
    double down = one / three;
    _controlfp(_RC_NEAR, _MCW_RC);
    ok(up > down, "rounding can be chosen");
    is_hex(_controlfp(_PC_24, _MCW_PC) & _MCW_PC, _PC_24, "and precision");
    _controlfp(before, _MCW_PC);
    is_hex(_controlfp(0, 0), before, "all is as before");
    return tap_done();
}
