/* Calls of MS-DOS that are left: attributes of files (io.h), room on a drive (direct.h), and
 * interrupts (intrin.h). */
#ifndef DOS_H
#define DOS_H

#include <direct.h>
#include <intrin.h>
#include <io.h>

#define _A_VOLID   0x08
#define diskfree_t _diskfree_t

#endif
