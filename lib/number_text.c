/* Numbers as texts in any base, by Microsoft's names. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* Writes the number, with a sign if it is negative. Returns the text. */
static char *write_number(uint64_t number, bool negative, char *text, int base)
{
    char digits[64], *next = digits, *to = text;
    if (negative)
        *to++ = '-';
    do {
        *next++ = "0123456789abcdefghijklmnopqrstuvwxyz"[number % (unsigned)base];
        number /= (unsigned)base;
    } while (number);
    while (next > digits)
        *to++ = *--next;
    *to = 0;
    return text;
}

/* Only base 10 has a sign. */
char *_i64toa(long long number, char *text, int base)
{
    bool negative = base == 10 && number < 0;
    return write_number(negative ? -(uint64_t)number : (uint64_t)number, negative, text, base);
}

char *_ltoa(long number, char *text, int base)
{
    return base == 10 ? _i64toa(number, text, base) : _ultoa((unsigned long)number, text, base);
}

char *_itoa(int number, char *text, int base)
{
    return _ltoa(number, text, base);
}

char *_ultoa(unsigned long number, char *text, int base)
{
    return write_number(number, false, text, base);
}

char *_ui64toa(unsigned long long number, char *text, int base)
{
    return write_number(number, false, text, base);
}
