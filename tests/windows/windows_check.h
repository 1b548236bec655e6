/* Claims of programs that know nothing but windows.h and the C library: the Test Anything Protocol
 * by printf. */
#ifndef TESTS_WINDOWS_CHECK_H
#define TESTS_WINDOWS_CHECK_H

#include <stdio.h>

static unsigned claims, failures;

static void check(int held, const char *claim)
{
    failures += !held;
    printf("%sok %u - %s\n", held ? "" : "not ", ++claims, claim);
}

static int done(void)
{
    printf("1..%u\n", claims);
    return failures != 0;
}

#endif
