/* printf as msvcrt has it.

   flags: -D__USE_MINGW_ANSI_STDIO=0 -Wno-format */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <windows.h>

int main(void)
{
    char room[8];
    volatile double zero = 0;
    printf("%d %i %u %x %X %o %c %%\n", -1, 2, 4000000000u, 255, 255, 8, 'c');
    printf("[%5d] [%-5d] [%05d] [%+d] [% d]\n", 42, 42, 42, 42, 42);
    printf("%I64d %I64u %I64x\n", -9223372036854775807ll, 18446744073709551615ull, 1ull << 40);
    printf("%I32d %hd %ld\n", 7, 70000, 123456L);
    printf("%s|%10s|%-10s|%.2s\n", "text", "right", "left", "cut");
    printf("%ls %S %hs\n", L"wide", L"Wide", "narrow");
    printf("%p %p\n", (void *)0x1234ABCD, (void *)0);
    printf("%f %.2f %8.3f %.0f\n", 3.14159, 2.675, -1.5, 0.5);
    printf("%e %E %.1e\n", 12345.678, 0.00012, 1e100);
    printf("%g %g %g %g %G\n", 100000.0, 1e6, 0.0001, 1e-5, 1e-10);
    printf("%#x %#o %#.0f %#g\n", 255, 8, 3.0, 1.5);
    printf("%*d %-*d| %.*f\n", 6, 1, 4, 2, 1, 3.25);
    printf("%f %f %.2f\n", 1 / zero, -1 / zero, 1 / zero);
    printf("%s\n", (char *)(LONG_PTR)zero);
    printf("%d\n", printf("12345\n"));
    memset(room, 'x', sizeof room);
    int length = _snprintf(room, 4, "%d", 123456);
    printf("%d %.5s\n", length, room);
    length = _snprintf(room, 4, "%d", 1234);
    printf("%d %.5s\n", length, room);
    printf("%d %s\n", sprintf(room, "%03X", 10), room);
    return 0;
}
