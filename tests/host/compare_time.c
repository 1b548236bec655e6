/* The calendar of lib/ beside the host's, which is set to UTC and to times of 64 bits. */
#define _TIME_BITS        64
#define _FILE_OFFSET_BITS 64

#include "tests/host/compare_time.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

_Static_assert(sizeof(time_t) == 8, "the host's time_t has 64 bits, as ours");

/* lib/'s struct tm: the nine fields that the host's begins with. */
struct tl_tm {
    int field[9];
};

int tl_gmtime_s(struct tl_tm *result, const long long *time);
long long tl_mktime(struct tl_tm *date);
size_t tl_strftime(char *buffer, size_t size, const char *format, const struct tl_tm *date);
char *tl_asctime(const struct tl_tm *date);

static void host_is_utc(void)
{
    setenv("TZ", "UTC0", 1);
    tzset();
}

static unsigned tm_differs(const struct tl_tm *ours, const struct tm *theirs, long long about)
{
    if (memcmp(ours, theirs, sizeof *ours) == 0)
        return 0;
    const int *field = ours->field;
    printf("# %lld: ours %d-%d-%d %d:%d:%d (%d, %d, %d), theirs %d-%d-%d %d:%d:%d (%d, %d, %d)\n",
           about, field[5], field[4], field[3], field[2], field[1], field[0], field[6], field[7],
           field[8], theirs->tm_year, theirs->tm_mon, theirs->tm_mday, theirs->tm_hour,
           theirs->tm_min, theirs->tm_sec, theirs->tm_wday, theirs->tm_yday, theirs->tm_isdst);
    return 1;
}

#define LAST_TIME 0x793406FFFULL /* of Microsoft's calendar */

unsigned compare_gmtime(struct random *random, unsigned long count)
{
    unsigned wrong = 0;
    host_is_utc();
    for (unsigned long i = 0; i < count && wrong < 20; i++) {
        time_t time = (time_t)(random_wide(random) % (LAST_TIME + 1));
        long long same = time;
        struct tm theirs;
        struct tl_tm ours;
        int fits = gmtime_r(&time, &theirs) != NULL, we_say = tl_gmtime_s(&ours, &same) == 0;
        if (fits != we_say) {
            printf("# %lld: ours %d, theirs %d\n", same, we_say, fits);
            wrong++;
        } else if (fits) {
            wrong += tm_differs(&ours, &theirs, same);
        }
    }
    return wrong;
}

/* Fields as programs have them, near their ranges, and now and then any number. */
static int random_field(struct random *random, int range)
{
    if (random_below(random, 20) == 0)
        return (int)random_wide(random);
    return (int)random_below(random, 3 * (unsigned)range) - range;
}

unsigned compare_mktime(struct random *random, unsigned long count)
{
    static const int ranges[] = {60, 60, 24, 31, 12, 300};
    unsigned wrong = 0;
    host_is_utc();
    for (unsigned long i = 0; i < count && wrong < 20; i++) {
        struct tm theirs = {0};
        struct tl_tm ours = {{0}};
        for (int k = 0; k < 6; k++)
            ours.field[k] = random_field(random, ranges[k]);
        memcpy(&theirs, &ours, sizeof ours);
        time_t their_time = mktime(&theirs);
        long long our_time = tl_mktime(&ours);
        if (their_time < 0 || their_time > (time_t)LAST_TIME) {
            wrong += our_time != -1;
            continue;
        }
        if (our_time != their_time) {
            printf("# ours %lld, theirs %lld\n", our_time, (long long)their_time);
            wrong++;
        }
        wrong += tm_differs(&ours, &theirs, our_time);
    }
    return wrong;
}

unsigned compare_strftime(struct random *random, unsigned long count)
{
    static const char conversions[] = "aAbBcCdDeFgGhHIjmMnprRStTuUVwWxXyYzZ%";
    unsigned wrong = 0;
    host_is_utc();
    for (unsigned long i = 0; i < count && wrong < 20; i++) {
        char format[40] = "", ours[200], theirs[200];
        for (unsigned k = 1 + random_below(random, 8); k > 0; k--) {
            char part[4] = {'%', conversions[random_below(random, sizeof conversions - 1)]};
            strcat(format, random_below(random, 4) ? part : "text ");
        }
        /* Years of four digits: shorter ones are filled up by some hosts. */
        time_t time =
            -30610224000 + (time_t)(random_bits(random) * 66ull) + random_below(random, 60);
        long long same = time;
        struct tm date;
        struct tl_tm our_date;
        localtime_r(&time, &date);
        memcpy(&our_date, &date, sizeof our_date);
        size_t size = random_below(random, 4) ? sizeof ours : random_below(random, 60);
        size_t length = tl_strftime(ours, size, format, &our_date);
        if (length != strftime(theirs, size, format, &date) ||
            (length && strcmp(ours, theirs) != 0) ||
            strcmp(tl_asctime(&our_date), asctime(&date)) != 0) {
            printf("# %lld %s, %zu bytes: ours %s, theirs %s\n", same, format, size, ours, theirs);
            wrong++;
        }
    }
    return wrong;
}
