/* Files by the calls of 16-bit Windows. */
#include "win32/kernel32/old_files.h"

#include "win32/fails.h"

#include <fileapi.h>
#include <handleapi.h>
#include <processenv.h>
#include <stdbool.h>
#include <string.h>

enum { ACCESS_BITS = 3, SHARE_BITS = 0x70 };

static DWORD access_of(UINT mode)
{
    static const DWORD rights[] = {GENERIC_READ, GENERIC_WRITE, GENERIC_READ | GENERIC_WRITE,
                                   GENERIC_READ};
    return rights[mode & ACCESS_BITS];
}

static DWORD share_of(UINT mode)
{
    switch (mode & SHARE_BITS) {
    case OF_SHARE_EXCLUSIVE:
        return 0;
    case OF_SHARE_DENY_WRITE:
        return FILE_SHARE_READ;
    case OF_SHARE_DENY_READ:
        return FILE_SHARE_WRITE;
    default:
        return FILE_SHARE_READ | FILE_SHARE_WRITE;
    }
}

static HFILE open_as(LPCSTR name, UINT mode, DWORD disposition, DWORD attributes)
{
    return (HFILE)CreateFileA(name, access_of(mode), share_of(mode), NULL, disposition, attributes,
                              NULL);
}

/* Does what the mode says to the file with this whole path. */
static HFILE use_path(LPCSTR path, UINT mode)
{
    if (mode & OF_PARSE)
        return 0;
    if (mode & OF_DELETE)
        return DeleteFileA(path) ? 1 : HFILE_ERROR;
    HFILE file = mode & OF_CREATE ? open_as(path, OF_READWRITE | (mode & SHARE_BITS), CREATE_ALWAYS,
                                            FILE_ATTRIBUTE_NORMAL)
                                  : open_as(path, mode, OPEN_EXISTING, 0);
    if (file != HFILE_ERROR && mode & OF_EXIST) {
        CloseHandle((HANDLE)file);
        return 1;
    }
    return file;
}

HFILE WINAPI OpenFile(LPCSTR name, LPOFSTRUCT about, UINT mode)
{
    char path[MAX_PATH], given[sizeof about->szPathName];
    if (mode & OF_REOPEN)
        name = strcpy(given, about->szPathName);
    about->nErrCode = ERROR_SUCCESS;
    if (!name) {
        fails(ERROR_INVALID_PARAMETER);
        return HFILE_ERROR;
    }
    bool looks = !(mode & (OF_CREATE | OF_PARSE | OF_REOPEN)) && !strpbrk(name, "\\/:");
    DWORD length = looks ? SearchPathA(NULL, name, NULL, sizeof path, path, NULL)
                         : GetFullPathNameA(name, sizeof path, path, NULL);
    HFILE file = HFILE_ERROR;
    if (length && length < sizeof about->szPathName)
        file = use_path(path, mode);
    else if (length)
        fails(ERROR_INVALID_DATA);
    if (file == HFILE_ERROR) {
        about->nErrCode = (WORD)GetLastError(); /* the rest stays as it was */
    } else {
        *about = (OFSTRUCT){.cBytes = sizeof *about, .fFixedDisk = TRUE};
        strcpy(about->szPathName, path);
    }
    return file;
}

HFILE WINAPI _lopen(LPCSTR name, int mode)
{
    return open_as(name, (UINT)mode, OPEN_EXISTING, 0);
}

HFILE WINAPI _lcreat(LPCSTR name, int attributes)
{
    const int known = FILE_ATTRIBUTE_READONLY | FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_SYSTEM;
    return open_as(name, OF_READWRITE, CREATE_ALWAYS, (DWORD)(attributes & known));
}

LONG WINAPI _hread(HFILE file, LPVOID buffer, LONG size)
{
    DWORD done;
    return ReadFile((HANDLE)file, buffer, (DWORD)size, &done, NULL) ? (LONG)done : HFILE_ERROR;
}

UINT WINAPI _lread(HFILE file, LPVOID buffer, UINT size)
{
    return (UINT)_hread(file, buffer, (LONG)size);
}

LONG WINAPI _hwrite(HFILE file, LPCSTR bytes, LONG size)
{
    DWORD done;
    if (!size)
        return SetEndOfFile((HANDLE)file) ? 0 : HFILE_ERROR;
    return WriteFile((HANDLE)file, bytes, (DWORD)size, &done, NULL) ? (LONG)done : HFILE_ERROR;
}

UINT WINAPI _lwrite(HFILE file, LPCSTR bytes, UINT size)
{
    return (UINT)_hwrite(file, bytes, (LONG)size);
}

LONG WINAPI _llseek(HFILE file, LONG distance, int method)
{
    return (LONG)SetFilePointer((HANDLE)file, distance, NULL, (DWORD)method);
}

HFILE WINAPI _lclose(HFILE file)
{
    return CloseHandle((HANDLE)file) ? 0 : HFILE_ERROR;
}
