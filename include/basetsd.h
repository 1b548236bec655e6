/* The SDK's integers by their sizes, all of them in windef.h. */
#ifndef BASETSD_H
#define BASETSD_H

#include <windef.h>

#endif
