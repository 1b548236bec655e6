/* The version of the system, and its own, as msvcrt.dll of Windows 7 tells them. */
#include "win32/msvcrt/call.h"

#include <stddef.h>
#include <stdlib.h>

VARIABLE(unsigned, _osver) = 7601;
VARIABLE(unsigned, _winver) = 0x601;
VARIABLE(unsigned, _winmajor) = 6;
VARIABLE(unsigned, _winminor) = 1;

extern unsigned _osplatform;
unsigned _osplatform = 2; /* VER_PLATFORM_WIN32_NT */

/* The processor divides as it should. */
extern int _adjust_fdiv;
int _adjust_fdiv = 0;

/* Whether fopen's files are written to the disk at each flush: files are in memory. */
VARIABLE(int, _commode) = 0;

/* Whether a process that is started gets the open files. */
VARIABLE(int, _fileinfo) = -1;

VARIABLE(unsigned, _amblksiz) = 16;

CALL(int *, __p__fmode, void)
{
    return &_fmode;
}
