/* Microsoft's names of what C has otherwise, and small calls of its C library.
 *
 * run: name=plain
 * run: name=ring3 ring=3 compilers=gcc
 */
#include <float.h>
#include <malloc.h>
#include <memory.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#include <windows.h>

#include "tests/harness/tap.h"

static void check_texts(void)
{
    char text[40] = "Abc";
    ok(stricmp("aBC", text) == 0 && strcmpi("abd", text) > 0 && strnicmp("ABx", text, 2) == 0 &&
           memicmp("aBC", text, 3) == 0,
       "comparisons without a line before their names");
    ok(strcmp(strlwr(text), "abc") == 0 && strcmp(strupr(text), "ABC") == 0 &&
           strcmp(strrev(text), "CBA") == 0,
       "strlwr, strupr and strrev change a text");
    ok(strcmp(itoa(-255, text, 10), "-255") == 0 && strcmp(ltoa(255, text, 16), "ff") == 0 &&
           strcmp(ultoa(4294967295u, text, 36), "1z141z3") == 0,
       "itoa, ltoa and ultoa write numbers");
    ok(strtol("99999999999", NULL, 10) == 0x7FFFFFFF && errno == 34, "stdlib.h has errno, too");
    ok(putenv("name=text") == 0 && strcmp(getenv("NAME"), "text") == 0, "putenv makes a variable");
    wchar_t wide[] = L"aZ\u00C4{";
    ok(wcscmp(_wcsupr(wide), L"AZ\u00C4{") == 0 && wcscmp(_wcslwr(wide), L"az\u00C4{") == 0,
       "_wcsupr and _wcslwr change wide texts");
}

static int __thiscall of_object(const int *object, int more) { return *object + more; }

static void check_numbers(void)
{
    unsigned long bit = 77;
    ok(!_BitScanForward(&bit, 0) && !_BitScanReverse(&bit, 0) && bit == 77, "no bit is set in 0");
    ok(_BitScanForward(&bit, 0x80001000) && bit == 12 && _BitScanReverse(&bit, 0x80001000) &&
           bit == 31,
       "the lowest and the highest bit");
    ok(_rotl(0x80000001, 1) == 3 && _rotr(3, 1) == 0x80000001 && _lrotl(5, 0) == 5 &&
           _lrotr(5, 33) == 0x80000002,
       "rotations of 32 bits, by any number");
    ok(_rotl64(1ull << 63 | 1, 1) == 3 && _rotr64(3, 65) == (1ull << 63 | 1), "and of 64");
    ok(_byteswap_ushort(0x1234) == 0x3412 && _byteswap_ulong(0x12345678) == 0x78563412 &&
           _byteswap_uint64(0x12) == 0x1200000000000000,
       "bytes in the other order");
    volatile double none = 0;
    ok(_isnan(none / none) && !_finite(1 / none) && _finite(none) && _copysign(2, -none) == -2,
       "kinds of numbers");
    int object = 40;
    is_dec(of_object(&object, 2), 42, "__thiscall");
}

static void check_room(void)
{
    char *small = _malloca(1024), *large = _malloca(300000),
         *here = (char *)__builtin_frame_address(0);
    ok(small < here && here - small < 8192, "_malloca takes little from the stack");
    ok(large && (large > here || here - large > 300000), "and much from the heap");
    memset(small, 1, 1024);
    memset(large, 1, 300000);
    _freea(small);
    _freea(large);
    _freea(NULL);
    CONTEXT context = {.ContextFlags = CONTEXT_ALL};
    is_hex(context.ContextFlags, 0x1003F, "CONTEXT_ALL is all that a CONTEXT has");
    __time64_t day = 86400;
    struct tm *date = _gmtime64(&day);
    ok(date->tm_mday == 2 && _mkgmtime(date) == day && _difftime64(_mktime64(date), day) == 0 &&
           _localtime64(&day) == date && _time64(NULL) > day,
       "dates in 64 bits");
    ok(strcmp(_ctime64(&day), "Fri Jan  2 00:00:00 1970\n") == 0, "and as a text");
}

int main(void)
{
    check_texts();
    check_numbers();
    check_room();
    return tap_done();
}
