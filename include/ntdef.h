/* The driver kit's basic types, all of them in winternl.h and what it takes in. */
#ifndef NTDEF_H
#define NTDEF_H

#include <winternl.h>

#endif
