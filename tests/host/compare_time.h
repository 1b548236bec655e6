/* Comparing the calendar with the host's. Part of compare.c's program. */
#ifndef TESTS_HOST_COMPARE_TIME_H
#define TESTS_HOST_COMPARE_TIME_H

#include "tests/host/random.h"

/* Each returns the number of cases that differ, which have been printed. */
unsigned compare_gmtime(struct random *random, unsigned long count);
unsigned compare_mktime(struct random *random, unsigned long count);
unsigned compare_strftime(struct random *random, unsigned long count);

#endif
