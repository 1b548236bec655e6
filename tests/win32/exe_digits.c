/* _ecvt and _fcvt of msvcrt.dll, with words for numbers that are none.
   flags: -D__USE_MINGW_ANSI_STDIO=0 */

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

typedef char *convert(double value, int count, int *point, int *sign);
typedef int convert_safely(char *to, size_t size, double value, int count, int *point, int *sign);

static void claim(int holds, const char *text) { printf("%s%s\n", holds ? "" : "NOT: ", text); }

static void *msvcrt(const char *name)
{
    return (void *)GetProcAddress(GetModuleHandleA("msvcrt.dll"), name);
}

static int gives(const char *call, double value, int count, const char *text, int point)
{
    int found_point = 99, sign = 99;
    char *found = ((convert *)msvcrt(call))(value, count, &found_point, &sign);
    if (strcmp(found, text) != 0 || found_point != point || sign != (_copysign(1, value) < 0))
        printf("%s %d %d\n", found, found_point, sign);
    return !strcmp(found, text) && found_point == point && sign == (_copysign(1, value) < 0);
}

int main(void)
{
    volatile double zero = 0;
    const double infinite = 1 / zero;
    claim(gives("_ecvt", 99.99, 1, "1", 3) && gives("_fcvt", 99.99, 1, "1000", 3), "a carry");
    claim(gives("_ecvt", 0.6, 0, "", 1) && gives("_fcvt", 0.6, 0, "1", 1), "no digits, rounded");
    claim(gives("_ecvt", 0.4, 0, "", 0) && gives("_fcvt", 0.4, 0, "", 0), "and not");
    claim(gives("_ecvt", 0.0, 3, "000", 0) && gives("_fcvt", -0.0, 3, "000", 0), "zeros");
    claim(gives("_fcvt", 6543.0, -2, "65", 4) && gives("_fcvt", 6543.0, -4, "1", 5),
          "fewer than before the point");
    claim(gives("_ecvt", 123456789012345678901.0, 20, "12345678901234568000", 21), "17 are known");
    claim(gives("_ecvt", infinite, 5, "1#INF", 1) && gives("_ecvt", -infinite, 2, "1$", 1),
          "an infinite number");
    claim(gives("_fcvt", infinite, 5, "1#INF0", 1) && gives("_fcvt", infinite, 2, "1#J", 1),
          "behind the point");
    claim(gives("_ecvt", _copysign(infinite - infinite, 1), 5, "1#QNB", 1), "no number");

    convert_safely *safely = msvcrt("_fcvt_s");
    int (*general)(char *, size_t, double, int) = msvcrt("_gcvt_s");
    char room[16] = "x";
    int point, sign;
    claim(safely(room, 16, 3.25, 1, &point, &sign) == 0 && !strcmp(room, "33") && point == 1,
          "_fcvt_s");
    claim(safely(NULL, 16, 1, 1, &point, &sign) == EINVAL &&
              safely(room, 0, 1, 1, &point, &sign) == EINVAL,
          "without a place");
    claim(safely(room, 16, 1, 1, NULL, &sign) == EINVAL && !*room, "without a point");
    claim(((convert_safely *)msvcrt("_ecvt_s"))(room, 3, 1, 3, &point, &sign) == ERANGE && !*room,
          "without room");
    claim(general(room, 16, 1234.5, 5) == 0 && !strcmp(room, "1234.5"), "_gcvt_s");
    claim(general(room, 5, 1234.5, 5) == ERANGE && !*room, "without room, too");
    return 0;
}
