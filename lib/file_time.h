/* The time of every file, which has come with the program. */
#ifndef LIB_FILE_TIME_H
#define LIB_FILE_TIME_H

#include <time.h>

#include "lib/calendar.h"
#include "lib/host.h"

static inline time_t file_time_of_start(void)
{
    return (time_t)(lib_host.start_time / CALENDAR_INTERVALS) -
           (time_t)CALENDAR_1970 * CALENDAR_DAY;
}

#endif
