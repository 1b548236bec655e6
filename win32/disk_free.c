/* The room of a drive, by the C library's call. */
#include <direct.h>
#include <errhandlingapi.h>
#include <errno.h>
#include <fileapi.h>
#include <string.h>
#include <winerror.h>

unsigned _getdiskfree(unsigned drive, struct _diskfree_t *space)
{
    enum { DRIVES = 26 };
    DWORD sectors, bytes, free, all;
    char root[] = "A:\\";
    if (!space || drive > DRIVES) {
        errno = EINVAL;
        return ERROR_INVALID_PARAMETER;
    }
    memset(space, 0, sizeof *space);
    if (drive)
        root[0] = (char)('A' + drive - 1);
    if (!GetDiskFreeSpaceA(drive ? root : NULL, &sectors, &bytes, &free, &all))
        return GetLastError();
    *space = (struct _diskfree_t){all, free, sectors, bytes};
    return 0;
}
