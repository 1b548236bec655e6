/* The drive by its number, and the rest of MS-DOS' calls.
 *
 * run: name=plain
 * run: name=ring3 ring=3
 */
#include <windows.h>

#include "tests/windows/windows_check.h"

#include <dos.h>
#include <errno.h>
#include <string.h>
#include <wchar.h>
#include <winioctl.h>

#define INTERRUPTS 0x200u

static void check_numbers(void)
{
    char narrow[20];
    wchar_t wide[20];
    check(_getdrive() == 3 && _getdrives() == 4, "C: is the current drive, and the only one");
    errno = 0;
    check(_chdrive(3) == 0 && errno == 0 && _chdrive(1) == -1 && errno == EACCES,
          "it may be chosen; A: fails with EACCES");
    check(_getdcwd(3, narrow, sizeof narrow) == narrow && !strcmp(narrow, "C:\\") &&
              _wgetdcwd(0, wide, 20) == wide && !wcscmp(wide, L"C:\\") &&
              _wgetcwd(wide, 20) == wide,
          "it has the current folder");
    errno = 0;
    check(!_getdcwd(1, narrow, sizeof narrow) && errno == EACCES && !_wgetcwd(wide, 3) &&
              errno == ERANGE,
          "A: has none, and a place that is too small is told");
    errno = 0;
    check(!_wgetcwd(wide, -1) && errno == ERANGE, "so is one of less than nothing");
}

static void check_room(void)
{
    struct diskfree_t space;
    check(_getdiskfree(3, &space) == 0 && space.bytes_per_sector && space.sectors_per_cluster &&
              space.avail_clusters && space.avail_clusters <= space.total_clusters,
          "the drive has room");
    errno = 0;
    check(_getdiskfree(1, &space) == ERROR_PATH_NOT_FOUND && !errno && !space.total_clusters,
          "A: is told by Windows' error");
    check(_getdiskfree(99, &space) == ERROR_INVALID_PARAMETER && errno == EINVAL,
          "a number of no drive sets errno, too");
}

static void check_attributes(void)
{
    struct _finddata_t found;
    _mkdir("folder");
    intptr_t search = _findfirst("folder", &found);
    check(search != -1 && found.attrib & _A_SUBDIR && !(found.attrib & _A_VOLID),
          "dos.h has the attributes of files");
    _findclose(search);
    DWORD others = FILE_ATTRIBUTE_DEVICE | FILE_ATTRIBUTE_SPARSE_FILE |
                   FILE_ATTRIBUTE_REPARSE_POINT | FILE_ATTRIBUTE_COMPRESSED |
                   FILE_ATTRIBUTE_ENCRYPTED | FILE_ATTRIBUTE_VIRTUAL;
    check(others == 0x14E40 && !(GetFileAttributesA("folder") & others),
          "nothing has those of other file systems");
}

static void check_controls(void)
{
    HANDLE file = CreateFileA("file", GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
    DWORD done = 7;
    check(FSCTL_SET_SPARSE == 0x900C4 && FSCTL_SET_COMPRESSION == 0x9C040,
          "codes of controls have Windows' values");
    check(!DeviceIoControl(file, FSCTL_SET_SPARSE, NULL, 0, NULL, 0, &done, NULL) && !done &&
              GetLastError() == ERROR_INVALID_FUNCTION,
          "a file takes none");
    CloseHandle(file);
    check(!DeviceIoControl(file, FSCTL_SET_SPARSE, NULL, 0, NULL, 0, &done, NULL) &&
              GetLastError() == ERROR_INVALID_HANDLE,
          "nor does a handle that is closed");
}

static void check_interrupts(void)
{
    WORD cs;
    __asm__("movw %%cs, %0" : "=r"(cs));
    volatile unsigned within = INTERRUPTS, behind = 0;
    volatile DWORD code = 0;
    __try {
        _disable();
        within = __readeflags();
        _enable();
        behind = __readeflags();
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        code = GetExceptionCode();
    }
    if (cs & 3)
        check(code == EXCEPTION_PRIV_INSTRUCTION, "_disable is privileged");
    else
        check(!code && !(within & INTERRUPTS) && behind & INTERRUPTS,
              "_disable and _enable turn interrupts off and on");
}

int main(void)
{
    check_numbers();
    check_room();
    check_attributes();
    check_controls();
    check_interrupts();
    return done();
}
