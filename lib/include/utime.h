/* POSIX' name of a header that Windows has in a folder. */
#ifndef LIB_UTIME_H
#define LIB_UTIME_H

#include <sys/utime.h>

#endif
