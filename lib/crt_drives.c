/* The drive, of which there is one, and the current folder on it. */
#include "lib/utf16.h"

#include <direct.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_DRIVE, DRIVE_C = 3 };

int _getdrive(void)
{
    return DRIVE_C;
}

unsigned long _getdrives(void)
{
    return 1ul << (DRIVE_C - 1);
}

int _chdrive(int drive)
{
    if (drive == DRIVE_C)
        return 0;
    errno = EACCES;
    return -1;
}

char *_getdcwd(int drive, char *buffer, int size)
{
    if (drive == DEFAULT_DRIVE || drive == DRIVE_C)
        return _getcwd(buffer, size);
    errno = EACCES;
    return NULL;
}

wchar_t *_wgetdcwd(int drive, wchar_t *buffer, int size)
{
    char *narrow = _getdcwd(drive, NULL, 0);
    size_t length =
        narrow ? strlen(narrow) : 0; /* a character of UTF-8 has more bytes than units */
    wchar_t *wide = narrow ? malloc((length + 1) * sizeof *wide) : NULL;
    length = wide ? wide_widen(narrow, wide) : 0;
    free(narrow);
    if (!buffer || !wide)
        return wide;
    bool fits = size > 0 && length < (size_t)size;
    if (fits)
        memcpy(buffer, wide, (length + 1) * sizeof *wide);
    else
        errno = ERANGE;
    free(wide);
    return fits ? buffer : NULL;
}

wchar_t *_wgetcwd(wchar_t *buffer, int size)
{
    return _wgetdcwd(DEFAULT_DRIVE, buffer, size);
}
