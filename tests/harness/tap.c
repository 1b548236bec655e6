/* The protocol's printer; see tap.h. Uses the C library only. */
#include "tests/harness/tap.h"

#include <stdarg.h>
#include <stdio.h>

static unsigned claims, failures;

static void print_claim(bool held, const char *claim, va_list args)
{
    claims++;
    if (!held)
        failures++;
    printf("%sok %u - ", held ? "" : "not ", claims);
    vprintf(claim, args);
}

bool tap_ok(bool held, const char *file, int line, const char *claim, ...)
{
    va_list args;
    va_start(args, claim);
    print_claim(held, claim, args);
    va_end(args);
    printf("\n");
    if (!held)
        printf("#   failed at %s:%d\n", file, line);
    return held;
}

bool tap_is(uint32_t got, uint32_t expected, bool hex, const char *file, int line,
            const char *claim, ...)
{
    bool held = got == expected;
    va_list args;
    va_start(args, claim);
    print_claim(held, claim, args);
    va_end(args);
    printf("\n");
    if (!held)
        printf(hex ? "#   failed at %s:%d: got %08X, expected %08X\n"
                   : "#   failed at %s:%d: got %u, expected %u\n",
               file, line, (unsigned)got, (unsigned)expected);
    return held;
}

void tap_skip(const char *reason, const char *claim, ...)
{
    va_list args;
    va_start(args, claim);
    print_claim(true, claim, args);
    va_end(args);
    printf(" # SKIP %s\n", reason);
}

void tap_note(const char *text, ...)
{
    va_list args;
    va_start(args, text);
    printf("# ");
    vprintf(text, args);
    va_end(args);
    printf("\n");
}

int tap_done(void)
{
    printf("1..%u\n", claims);
    return failures ? 1 : 0;
}
