/* The SDK's annotations, all of them in sal.h. */
#ifndef SPECSTRINGS_H
#define SPECSTRINGS_H

#include <sal.h>

#endif
