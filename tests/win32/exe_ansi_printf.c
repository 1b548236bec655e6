/* printf as the C standard has it, which MinGW's compiler links to programs, over msvcrt's
 * characters. Newer compilers warn of formats that older headers do not describe.
 *
 * flags: -Wno-format -Wno-format-truncation
 */

#include <inttypes.h>
#include <stdio.h>
#include <wchar.h>

int main(void)
{
    char room[8];
    volatile double zero = 0;
    printf("%lld %llu %llx\n", -9223372036854775807ll, 18446744073709551615ull, 1ull << 40);
    printf("%zu %td %jd %hhd\n", sizeof room, (ptrdiff_t)-3, (intmax_t)5, (signed char)-1);
    printf("%" PRId64 " %" PRIX32 "\n", (int64_t)1 << 62, (uint32_t)0xABCDEF);
    printf("%ls %s\n", L"wide", "narrow");
    printf("%e %g %a\n", 12345.678, 1e-5, 1.0);
    printf("%.0f %.2f %.15g\n", 0.5, 2.675, 0.1);
    printf("%f %F %f\n", 1 / zero, -1 / zero, zero);
    printf("%Lf %.3Lg\n", 1.5L, 2e30L);
    printf("%p\n", (void *)0x1234ABCD);
    printf("%d %s\n", snprintf(room, sizeof room, "%s", "something long"), room);
    printf("%5.1f|%-8s|%+d|%#x\n", 3.14159, "left", 7, 255);
    fprintf(stdout, "%c%c\n", 'o', 'k');
    return 0;
}
