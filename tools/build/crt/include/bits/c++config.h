// The settings of MinGW's library of C++. Its flavour of Windows' own threads says that it has
// none; here they are (gthr-default.h).
#pragma once

#include_next <bits/c++config.h>

#undef _GLIBCXX_HAS_GTHREADS
#define _GLIBCXX_HAS_GTHREADS 1
// Windows' locks cannot be waited for with a time, so the library makes timed mutexes of a lock and
// a condition.
#undef _GTHREAD_USE_MUTEX_TIMEDLOCK
#define _GTHREAD_USE_MUTEX_TIMEDLOCK 0
