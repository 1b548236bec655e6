/* The C library: sorting, searching, numbers, text, and random numbers as Windows makes them. */

#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void)
{
    int numbers[] = {42, -7, 19, 3, 88, 0, 19, -100, 5, 71, 64, 12};
    enum { COUNT = sizeof numbers / sizeof numbers[0] };
    char text[64], *end, *found;
    qsort(numbers, COUNT, sizeof numbers[0], by_value);
    for (int i = 0; i < COUNT; i++)
        printf("%d ", numbers[i]);
    int key = 71, none = 70;
    int *at = bsearch(&key, numbers, COUNT, sizeof key, by_value);
    printf("| %d %d\n", (int)(at - numbers),
           bsearch(&none, numbers, COUNT, sizeof none, by_value) == NULL);

    printf("%.3f", strtod("  -12.5e1xyz", &end));
    printf(" %s %.2f\n", end, atof("3.14159"));
    printf("%ld", strtol("0x1F end", &end, 0));
    printf("%s %lu %ld\n", end, strtoul("777", NULL, 8), strtol("zz", NULL, 36));
    errno = 0;
    printf("%ld", strtol("99999999999", NULL, 10));
    printf(" %d %d\n", errno == ERANGE, atoi("-123abc"));
    printf("%s %s", _itoa(-255, text, 10), _i64toa(1ll << 40, text + 20, 16));
    printf(" %s\n", _ultoa(255, text + 40, 2));

    strcpy(text, "one,two;;three");
    for (char *word = strtok(text, ",;"); word; word = strtok(NULL, ",;"))
        printf("[%s]", word);
    printf("\n%d %d %d\n", _stricmp("ABC", "abd") < 0, strcmp("b", "a") > 0,
           _strnicmp("HELLO", "help", 3));
    found = strstr("find the needle here", "needle");
    printf("%s %s %d\n", found, strrchr("a/b/c", '/'), (int)strspn("12ab", "0123456789"));
    strcpy(text, "Mixed Case");
    printf("%s", _strupr(text));
    printf(" %s", _strlwr(text));
    printf(" %s\n", _strrev(text));
    printf("%d %d %d %d\n", isalpha('x') != 0, isdigit('x'), toupper('q'), isspace('\t') != 0);
    unsigned bits;
    float number;
    printf("%d", sscanf("10 ff word 2.5", "%d %x %s %f", &key, &bits, text, &number));
    printf(" %d %u %s %.1f\n", key, bits, text, number);

    for (int i = 0; i < 4; i++)
        printf("%d ", rand());
    srand(1);
    printf("again %d, at most %d\n", rand(), RAND_MAX);
    div_t parts = div(-7, 2);
    printf("%d %d %d\n", parts.quot, parts.rem, abs(-9));
    printf("%s %s\n", setlocale(LC_ALL, NULL), localeconv()->decimal_point);
    return 0;
}
