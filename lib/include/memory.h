/* Microsoft's name of the header of memory and strings. */
#ifndef LIB_MEMORY_H
#define LIB_MEMORY_H

#include <string.h>

#endif
