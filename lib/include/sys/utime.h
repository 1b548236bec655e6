/* The times of a file, which here all are that of the program's start. */
#ifndef LIB_SYS_UTIME_H
#define LIB_SYS_UTIME_H

#ifdef __cplusplus
extern "C" {
#endif

#include <time.h>

struct _utimbuf {
    time_t actime, modtime;
};
#define utimbuf _utimbuf

/* No file keeps a time: -1 with errno EACCES where the file is there, else ENOENT. */
int _utime(const char *name, const struct _utimbuf *times);
#define utime _utime

#ifdef __cplusplus
}
#endif

#endif
