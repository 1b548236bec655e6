/* Local time by the C library's zone. */
#ifndef WIN32_MSVCRT_TIME_ZONE_H
#define WIN32_MSVCRT_TIME_ZONE_H

#include <stdbool.h>
#include <time.h>

extern long _timezone, _dstbias; /* seconds to add to local time for UTC */
extern int _daylight;
extern char *_tzname[2];

/* Sets these at the first call, also where the program has called _tzset before. */
void time_zone_prepare(void);

/* localtime_s, localtime and mktime in that zone. */
int msvcrt_localtime64_s(struct tm *result, const time_t *time);
struct tm *msvcrt_localtime64(const time_t *time);
time_t msvcrt_mktime64(struct tm *date);

#endif
