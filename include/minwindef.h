/* The SDK's basic types, all of them in windef.h. */
#ifndef MINWINDEF_H
#define MINWINDEF_H

#include <windef.h>

#endif
