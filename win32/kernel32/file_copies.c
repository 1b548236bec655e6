#include "win32/kernel32/file_copies.h"

#include "win32/fails.h"
#include "win32/files/file_names.h"
#include "win32/kernel32/file_facts.h"

#include <handleapi.h>

/* Gives a file the attributes, and the time of making, of the one that it has replaced. */
static BOOL take_over(LPCSTR name, const WIN32_FILE_ATTRIBUTE_DATA *before)
{
    HANDLE file = CreateFileA(name, FILE_WRITE_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL,
                              OPEN_EXISTING, 0, NULL);
    if (file != INVALID_HANDLE_VALUE) {
        SetFileTime(file, &before->ftCreationTime, NULL, NULL);
        CloseHandle(file);
    }
    return SetFileAttributesA(name, before->dwFileAttributes);
}

BOOL WINAPI ReplaceFileA(LPCSTR replaced, LPCSTR by, LPCSTR kept, DWORD flags, LPVOID exclude,
                         LPVOID reserved)
{
    (void)flags;
    if (!replaced || !by || exclude || reserved)
        return fails(ERROR_INVALID_PARAMETER);
    WIN32_FILE_ATTRIBUTE_DATA before;
    if (!GetFileAttributesExA(replaced, GetFileExInfoStandard, &before) ||
        GetFileAttributesA(by) == INVALID_FILE_ATTRIBUTES)
        return FALSE;
    if (before.dwFileAttributes & FILE_ATTRIBUTE_READONLY)
        return fails(ERROR_ACCESS_DENIED);
    if (kept && !MoveFileExA(replaced, kept, MOVEFILE_REPLACE_EXISTING))
        return fails(ERROR_UNABLE_TO_REMOVE_REPLACED);
    if (MoveFileExA(by, replaced, MOVEFILE_REPLACE_EXISTING))
        return take_over(replaced, &before);
    if (kept)
        MoveFileExA(kept, replaced, 0);
    return fails(kept ? ERROR_UNABLE_TO_MOVE_REPLACEMENT : ERROR_UNABLE_TO_REMOVE_REPLACED);
}

BOOL WINAPI ReplaceFileW(LPCWSTR replaced, LPCWSTR by, LPCWSTR kept, DWORD flags, LPVOID exclude,
                         LPVOID reserved)
{
    char one[FILE_NARROW_SIZE], other[FILE_NARROW_SIZE], third[FILE_NARROW_SIZE];
    return ReplaceFileA(file_narrow(replaced, one), file_narrow(by, other),
                        file_narrow(kept, third), flags, exclude, reserved);
}

/* ---------------------------------------------------------------- copies and moves */

/* Answers of a function that hears of a copy. */
enum { CONTINUE, CANCEL, STOP, QUIET };

/* Tells that so much of a file is done. Returns the answer. */
static DWORD tell_progress(LPPROGRESS_ROUTINE tell, LPVOID data, LONGLONG all, LONGLONG done)
{
    enum { CHUNK = 0, NEW_STREAM = 1, STREAM = 1 };
    LARGE_INTEGER whole = {.QuadPart = all}, part = {.QuadPart = done};
    return tell ? tell(whole, part, whole, part, STREAM, done ? CHUNK : NEW_STREAM,
                       INVALID_HANDLE_VALUE, INVALID_HANDLE_VALUE, data)
                : CONTINUE;
}

BOOL WINAPI CopyFileExA(LPCSTR from, LPCSTR to, LPPROGRESS_ROUTINE tell, LPVOID data, LPBOOL cancel,
                        DWORD flags)
{
    enum { FAIL_IF_EXISTS = 1 };
    LONGLONG size = GetCompressedFileSizeA(from, NULL);
    if (size == INVALID_FILE_SIZE)
        return FALSE;
    if (cancel && *cancel)
        return fails(ERROR_REQUEST_ABORTED);
    DWORD answer = tell_progress(tell, data, size, 0);
    if (answer == CANCEL || answer == STOP)
        return fails(ERROR_REQUEST_ABORTED);
    if (!CopyFileA(from, to, flags & FAIL_IF_EXISTS))
        return FALSE;
    if (answer != QUIET)
        answer = tell_progress(tell, data, size, size);
    if (answer == CANCEL)
        DeleteFileA(to);
    return (answer != CANCEL && answer != STOP) || fails(ERROR_REQUEST_ABORTED);
}

BOOL WINAPI CopyFileExW(LPCWSTR from, LPCWSTR to, LPPROGRESS_ROUTINE tell, LPVOID data,
                        LPBOOL cancel, DWORD flags)
{
    char one[FILE_NARROW_SIZE], other[FILE_NARROW_SIZE];
    return CopyFileExA(file_narrow(from, one), file_narrow(to, other), tell, data, cancel, flags);
}

/* A file moves at once, so nobody hears of its progress. */
BOOL WINAPI MoveFileWithProgressA(LPCSTR from, LPCSTR to, LPPROGRESS_ROUTINE tell, LPVOID data,
                                  DWORD flags)
{
    (void)tell, (void)data;
    return MoveFileExA(from, to, flags);
}

BOOL WINAPI MoveFileWithProgressW(LPCWSTR from, LPCWSTR to, LPPROGRESS_ROUTINE tell, LPVOID data,
                                  DWORD flags)
{
    (void)tell, (void)data;
    return MoveFileExW(from, to, flags);
}

BOOL WINAPI CreateDirectoryExA(LPCSTR like, LPCSTR name, LPSECURITY_ATTRIBUTES security)
{
    DWORD attributes = GetFileAttributesA(like);
    if (attributes == INVALID_FILE_ATTRIBUTES)
        return FALSE;
    if (!(attributes & FILE_ATTRIBUTE_DIRECTORY))
        return fails(ERROR_DIRECTORY);
    return CreateDirectoryA(name, security) && SetFileAttributesA(name, attributes);
}

BOOL WINAPI CreateDirectoryExW(LPCWSTR like, LPCWSTR name, LPSECURITY_ATTRIBUTES security)
{
    char one[FILE_NARROW_SIZE], other[FILE_NARROW_SIZE];
    return CreateDirectoryExA(file_narrow(like, one), file_narrow(name, other), security);
}

BOOL WINAPI CreateHardLinkA(LPCSTR name, LPCSTR of, LPSECURITY_ATTRIBUTES security)
{
    (void)name, (void)of, (void)security;
    return fails(ERROR_INVALID_FUNCTION);
}

BOOL WINAPI CreateHardLinkW(LPCWSTR name, LPCWSTR of, LPSECURITY_ATTRIBUTES security)
{
    (void)name, (void)of, (void)security;
    return fails(ERROR_INVALID_FUNCTION);
}

BOOLEAN WINAPI CreateSymbolicLinkA(LPCSTR name, LPCSTR to, DWORD flags)
{
    (void)name, (void)to, (void)flags;
    return (BOOLEAN)fails(ERROR_PRIVILEGE_NOT_HELD);
}

BOOLEAN WINAPI CreateSymbolicLinkW(LPCWSTR name, LPCWSTR to, DWORD flags)
{
    (void)name, (void)to, (void)flags;
    return (BOOLEAN)fails(ERROR_PRIVILEGE_NOT_HELD);
}
