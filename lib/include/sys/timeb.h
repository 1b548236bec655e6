/* The time with its milliseconds. */
#ifndef LIB_SYS_TIMEB_H
#define LIB_SYS_TIMEB_H

#ifdef __cplusplus
extern "C" {
#endif

#include <time.h>

struct _timeb {
    time_t time;
    unsigned short millitm;
    short timezone; /* minutes west of UTC: 0 */
    short dstflag;  /* 0 */
};
#define timeb _timeb

void _ftime(struct _timeb *result);
#define ftime     _ftime
#define _ftime64  _ftime
#define __timeb64 _timeb

#ifdef __cplusplus
}
#endif

#endif
