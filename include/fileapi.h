/* Files by handles. Windows' names; part of windows.h.
 *
 * Files are those of stdio.h, which says where they are and what names they have: a file that one
 * side has made the other opens. All calls return when their work is done, also for a handle with
 * FILE_FLAG_OVERLAPPED. Failures are FALSE, or as the call says, with the last error. Names are in
 * UTF-8 in the calls that end in A. Ordinary code and handlers, at either privilege level.
 */
#ifndef FILEAPI_H
#define FILEAPI_H

#include <minwinbase.h>

#define FILE_SHARE_READ                    0x1u
#define FILE_SHARE_WRITE                   0x2u
#define FILE_SHARE_DELETE                  0x4u

#define CREATE_NEW                         1
#define CREATE_ALWAYS                      2
#define OPEN_EXISTING                      3
#define OPEN_ALWAYS                        4
#define TRUNCATE_EXISTING                  5

#define FILE_ATTRIBUTE_READONLY            0x00000001u
#define FILE_ATTRIBUTE_HIDDEN              0x00000002u
#define FILE_ATTRIBUTE_SYSTEM              0x00000004u
#define FILE_ATTRIBUTE_DIRECTORY           0x00000010u
#define FILE_ATTRIBUTE_ARCHIVE             0x00000020u
#define FILE_ATTRIBUTE_DEVICE              0x00000040u /* none: no file has it */
#define FILE_ATTRIBUTE_NORMAL              0x00000080u
#define FILE_ATTRIBUTE_TEMPORARY           0x00000100u
#define FILE_ATTRIBUTE_SPARSE_FILE         0x00000200u /* none */
#define FILE_ATTRIBUTE_REPARSE_POINT       0x00000400u /* none */
#define FILE_ATTRIBUTE_COMPRESSED          0x00000800u /* none */
#define FILE_ATTRIBUTE_OFFLINE             0x00001000u
#define FILE_ATTRIBUTE_NOT_CONTENT_INDEXED 0x00002000u
#define FILE_ATTRIBUTE_ENCRYPTED           0x00004000u /* none */
#define FILE_ATTRIBUTE_VIRTUAL             0x00010000u /* none */
#define FILE_FLAG_POSIX_SEMANTICS          0x01000000u
#define FILE_FLAG_BACKUP_SEMANTICS         0x02000000u
#define FILE_FLAG_DELETE_ON_CLOSE          0x04000000u
#define FILE_FLAG_SEQUENTIAL_SCAN          0x08000000u
#define FILE_FLAG_RANDOM_ACCESS            0x10000000u
#define FILE_FLAG_NO_BUFFERING             0x20000000u
#define FILE_FLAG_OVERLAPPED               0x40000000u
#define FILE_FLAG_WRITE_THROUGH            0x80000000u

#define FILE_BEGIN                         0
#define FILE_CURRENT                       1
#define FILE_END                           2

#define FILE_TYPE_UNKNOWN                  0
#define FILE_TYPE_DISK                     1
#define FILE_TYPE_CHAR                     2
#define FILE_TYPE_PIPE                     3

#define INVALID_FILE_SIZE                  0xFFFFFFFFu
#define INVALID_SET_FILE_POINTER           0xFFFFFFFFu
#define INVALID_FILE_ATTRIBUTES            0xFFFFFFFFu

/* Opens a file, the console (CONIN$, CONOUT$, CON) or NUL. INVALID_HANDLE_VALUE:
 * ERROR_FILE_NOT_FOUND, ERROR_FILE_EXISTS (CREATE_NEW), ERROR_SHARING_VIOLATION,
 * ERROR_ACCESS_DENIED (a folder, or a file that is deleted), ERROR_PATH_NOT_FOUND (an empty name,
 * another drive), ERROR_INVALID_NAME, ERROR_INVALID_PARAMETER, ERROR_TOO_MANY_OPEN_FILES,
 * ERROR_DISK_FULL. With success the last error is 0, or ERROR_ALREADY_EXISTS for a file that
 * CREATE_ALWAYS or OPEN_ALWAYS has found. The attributes among the flags are those
 * of a file that is made. BACKUP_SEMANTICS opens folders. DELETE_ON_CLOSE and OVERLAPPED do what
 * they do on Windows; the other flags change nothing. */
HANDLE WINAPI CreateFileA(LPCSTR name, DWORD access, DWORD share, LPSECURITY_ATTRIBUTES security,
                          DWORD disposition, DWORD flags, HANDLE like);
HANDLE WINAPI CreateFileW(LPCWSTR name, DWORD access, DWORD share, LPSECURITY_ATTRIBUTES security,
                          DWORD disposition, DWORD flags, HANDLE like);

/* At the position, or at the offset of *overlapped, behind which the position is then. A write with
 * an offset of all ones, or with FILE_APPEND_DATA alone, is at the file's end. *count may be NULL
 * with an overlapped. At the end a read is TRUE with 0 bytes, or with overlapped
 * ERROR_HANDLE_EOF. A read of the console is a line with CR LF; 0 bytes are its end.
 * ERROR_INVALID_HANDLE, ERROR_ACCESS_DENIED, ERROR_NOACCESS and ERROR_INVALID_USER_BUFFER (no such
 * memory to read to, or to write from), ERROR_LOCK_VIOLATION, ERROR_DISK_FULL,
 * ERROR_INVALID_PARAMETER (no overlapped for a handle with FILE_FLAG_OVERLAPPED). */
BOOL WINAPI ReadFile(HANDLE file, LPVOID buffer, DWORD size, LPDWORD count,
                     LPOVERLAPPED overlapped);
BOOL WINAPI WriteFile(HANDLE file, LPCVOID buffer, DWORD size, LPDWORD count,
                      LPOVERLAPPED overlapped);
BOOL WINAPI FlushFileBuffers(HANDLE file);

/* The position may be behind the end. INVALID_SET_FILE_POINTER is a failure if the last error is
 * not 0: ERROR_NEGATIVE_SEEK, ERROR_INVALID_PARAMETER, ERROR_INVALID_HANDLE (the console, too). NUL
 * has position 0. */
DWORD WINAPI SetFilePointer(HANDLE file, LONG distance, PLONG high, DWORD from);
BOOL WINAPI SetFilePointerEx(HANDLE file, LARGE_INTEGER distance, PLARGE_INTEGER position,
                             DWORD from);

/* The file ends at the position; new bytes are 0. ERROR_ACCESS_DENIED, ERROR_DISK_FULL. */
BOOL WINAPI SetEndOfFile(HANDLE file);

/* INVALID_FILE_SIZE is a failure if the last error is not 0: ERROR_INVALID_HANDLE (the console,
 * too), ERROR_INVALID_FUNCTION (NUL). */
DWORD WINAPI GetFileSize(HANDLE file, LPDWORD high);
BOOL WINAPI GetFileSizeEx(HANDLE file, PLARGE_INTEGER size);

/* FILE_TYPE_UNKNOWN: ERROR_INVALID_HANDLE. */
DWORD WINAPI GetFileType(HANDLE file);

/* Locks of bytes keep other handles from them, a shared one only from writing. The bytes need not
 * be there. LockFileEx waits unless LOCKFILE_FAIL_IMMEDIATELY is said. ERROR_LOCK_VIOLATION,
 * ERROR_NOT_ENOUGH_MEMORY; for an unlock ERROR_NOT_LOCKED unless it gives exactly the bytes of a
 * lock. The last close of a file takes its locks away. */
#define LOCKFILE_FAIL_IMMEDIATELY 0x1u
#define LOCKFILE_EXCLUSIVE_LOCK   0x2u
BOOL WINAPI LockFile(HANDLE file, DWORD offset, DWORD offset_high, DWORD size, DWORD size_high);
BOOL WINAPI LockFileEx(HANDLE file, DWORD flags, DWORD reserved, DWORD size, DWORD size_high,
                       LPOVERLAPPED offset);
BOOL WINAPI UnlockFile(HANDLE file, DWORD offset, DWORD offset_high, DWORD size, DWORD size_high);
BOOL WINAPI UnlockFileEx(HANDLE file, DWORD reserved, DWORD size, DWORD size_high,
                         LPOVERLAPPED offset);

/* A file that is open with FILE_SHARE_DELETE, and nothing else, goes at its last close.
 * ERROR_FILE_NOT_FOUND, ERROR_SHARING_VIOLATION, ERROR_ACCESS_DENIED (a folder). */
BOOL WINAPI DeleteFileA(LPCSTR name);
BOOL WINAPI DeleteFileW(LPCWSTR name);

typedef enum _GET_FILEEX_INFO_LEVELS {
    GetFileExInfoStandard,
    GetFileExMaxInfoLevel
} GET_FILEEX_INFO_LEVELS;

typedef struct _WIN32_FILE_ATTRIBUTE_DATA {
    DWORD dwFileAttributes;
    FILETIME
    ftCreationTime; /* all times are the program's start, unless SetFileTime has set them */
    FILETIME ftLastAccessTime;
    FILETIME ftLastWriteTime;
    DWORD nFileSizeHigh;
    DWORD nFileSizeLow;
} WIN32_FILE_ATTRIBUTE_DATA, *LPWIN32_FILE_ATTRIBUTE_DATA;

/* Folders. There are C:\\Windows, its System32 and its Temp at first. FALSE: ERROR_ALREADY_EXISTS,
 * ERROR_PATH_NOT_FOUND (what it is to stand in), ERROR_FILE_NOT_FOUND, ERROR_DIRECTORY (it is a
 * file), ERROR_DIR_NOT_EMPTY, ERROR_SHARING_VIOLATION (it is the current one), ERROR_INVALID_NAME,
 * ERROR_ACCESS_DENIED (the root). */
BOOL WINAPI CreateDirectoryA(LPCSTR name, LPSECURITY_ATTRIBUTES security);
BOOL WINAPI CreateDirectoryW(LPCWSTR name, LPSECURITY_ATTRIBUTES security);
BOOL WINAPI RemoveDirectoryA(LPCSTR name);
BOOL WINAPI RemoveDirectoryW(LPCWSTR name);

/* Files begin with FILE_ATTRIBUTE_ARCHIVE, which devices have, too. INVALID_FILE_ATTRIBUTES or
 * FALSE: ERROR_FILE_NOT_FOUND, ERROR_PATH_NOT_FOUND, ERROR_INVALID_NAME. */
DWORD WINAPI GetFileAttributesA(LPCSTR name);
DWORD WINAPI GetFileAttributesW(LPCWSTR name);
BOOL WINAPI GetFileAttributesExA(LPCSTR name, GET_FILEEX_INFO_LEVELS level, LPVOID information);
BOOL WINAPI GetFileAttributesExW(LPCWSTR name, GET_FILEEX_INFO_LEVELS level, LPVOID information);

/* READONLY, HIDDEN, SYSTEM, ARCHIVE and others are kept, 0 is NORMAL. FALSE: as for
 * GetFileAttributes; ERROR_INVALID_PARAMETER: DIRECTORY for a file. */
BOOL WINAPI SetFileAttributesA(LPCSTR name, DWORD attributes);
BOOL WINAPI SetFileAttributesW(LPCWSTR name, DWORD attributes);

/* The times of an open file; NULL for those that are not asked for, or stay as they are, as they do
 * for 0 and for all ones. FALSE: ERROR_INVALID_HANDLE, ERROR_ACCESS_DENIED,
 * ERROR_INVALID_PARAMETER.
 */
BOOL WINAPI GetFileTime(HANDLE file, LPFILETIME made, LPFILETIME read, LPFILETIME written);
BOOL WINAPI SetFileTime(HANDLE file, const FILETIME *made, const FILETIME *read,
                        const FILETIME *written);

/* Texts: the length is returned, or the size that the buffer needs, with its zero byte. *part is
 * where the last part of the path begins, NULL if it ends in a backslash. 0: ERROR_INVALID_NAME,
 * ERROR_FILENAME_EXCED_RANGE. The path for temporary files is TMP's, TEMP's or USERPROFILE's, or
 * C:\\Windows\\, and ends in a backslash. */
DWORD WINAPI GetFullPathNameA(LPCSTR name, DWORD size, LPSTR buffer, LPSTR *part);
DWORD WINAPI GetFullPathNameW(LPCWSTR name, DWORD size, LPWSTR buffer, LPWSTR *part);
DWORD WINAPI GetTempPathA(DWORD size, LPSTR buffer);
DWORD WINAPI GetTempPathW(DWORD size, LPWSTR buffer);

/* Give a file another name, which no file has unless MOVEFILE_REPLACE_EXISTING is said, and copy
 * one. FALSE: ERROR_FILE_NOT_FOUND, ERROR_ALREADY_EXISTS, or ERROR_FILE_EXISTS for a copy that must
 * be new; ERROR_SHARING_VIOLATION, ERROR_ACCESS_DENIED (the replaced file is open),
 * ERROR_DISK_FULL, ERROR_INVALID_PARAMETER (other flags than these). */
#define MOVEFILE_REPLACE_EXISTING 0x1u
#define MOVEFILE_COPY_ALLOWED     0x2u
#define MOVEFILE_WRITE_THROUGH    0x8u
BOOL WINAPI MoveFileA(LPCSTR from, LPCSTR to);
BOOL WINAPI MoveFileW(LPCWSTR from, LPCWSTR to);
BOOL WINAPI MoveFileExA(LPCSTR from, LPCSTR to, DWORD flags);
BOOL WINAPI MoveFileExW(LPCWSTR from, LPCWSTR to, DWORD flags);
BOOL WINAPI CopyFileA(LPCSTR from, LPCSTR to, BOOL new_only);
BOOL WINAPI CopyFileW(LPCWSTR from, LPCWSTR to, BOOL new_only);

/* Writes a name in the folder to MAX_PATH characters: three of the prefix, the number's low 16
 * bits, ".TMP". With number 0 a number is found, and the file made. Returns the number; 0:
 * ERROR_DIRECTORY (no such folder), ERROR_BUFFER_OVERFLOW (a folder of more than 246 bytes), or
 * CreateFile's errors. */
UINT WINAPI GetTempFileNameA(LPCSTR folder, LPCSTR prefix, UINT number, LPSTR name);
UINT WINAPI GetTempFileNameW(LPCWSTR folder, LPCWSTR prefix, UINT number, LPWSTR name);

/* Searches for names of which the last part may have * and ?. Names come in their order, and in a
 * folder behind "." and "..". Times and attributes are those of GetFileAttributesEx.
 * INVALID_HANDLE_VALUE or FALSE: ERROR_FILE_NOT_FOUND, ERROR_PATH_NOT_FOUND, ERROR_INVALID_NAME,
 * ERROR_NO_MORE_FILES (the data stays as it is), ERROR_INVALID_HANDLE, ERROR_NO_SYSTEM_RESOURCES
 * (32 searches are open). */
typedef struct _WIN32_FIND_DATAA {
    DWORD dwFileAttributes;
    FILETIME ftCreationTime;
    FILETIME ftLastAccessTime;
    FILETIME ftLastWriteTime;
    DWORD nFileSizeHigh;
    DWORD nFileSizeLow;
    DWORD dwReserved0;
    DWORD dwReserved1;
    CHAR cFileName[MAX_PATH];
    CHAR cAlternateFileName[14]; /* "": there are no short names */
} WIN32_FIND_DATAA, *LPWIN32_FIND_DATAA;

typedef struct _WIN32_FIND_DATAW {
    DWORD dwFileAttributes;
    FILETIME ftCreationTime;
    FILETIME ftLastAccessTime;
    FILETIME ftLastWriteTime;
    DWORD nFileSizeHigh;
    DWORD nFileSizeLow;
    DWORD dwReserved0;
    DWORD dwReserved1;
    WCHAR cFileName[MAX_PATH];
    WCHAR cAlternateFileName[14];
} WIN32_FIND_DATAW, *LPWIN32_FIND_DATAW;

HANDLE WINAPI FindFirstFileA(LPCSTR name, LPWIN32_FIND_DATAA data);
HANDLE WINAPI FindFirstFileW(LPCWSTR name, LPWIN32_FIND_DATAW data);

/* FindFirstFileEx has more parameters. Names are found in any case, and files among folders. With
 * FindExInfoBasic there would be no short names. ERROR_INVALID_PARAMETER, ERROR_NOT_SUPPORTED: a
 * level, a search or flags that are not these. */
typedef enum _FINDEX_INFO_LEVELS {
    FindExInfoStandard,
    FindExInfoBasic,
    FindExInfoMaxInfoLevel
} FINDEX_INFO_LEVELS;
typedef enum _FINDEX_SEARCH_OPS {
    FindExSearchNameMatch,
    FindExSearchLimitToDirectories,
    FindExSearchLimitToDevices,
    FindExSearchMaxSearchOp
} FINDEX_SEARCH_OPS;
#define FIND_FIRST_EX_CASE_SENSITIVE 0x1u /* means nothing here */
#define FIND_FIRST_EX_LARGE_FETCH    0x2u
HANDLE WINAPI FindFirstFileExA(LPCSTR name, FINDEX_INFO_LEVELS level, LPVOID data,
                               FINDEX_SEARCH_OPS search, LPVOID filter, DWORD flags);
HANDLE WINAPI FindFirstFileExW(LPCWSTR name, FINDEX_INFO_LEVELS level, LPVOID data,
                               FINDEX_SEARCH_OPS search, LPVOID filter, DWORD flags);
BOOL WINAPI FindNextFileA(HANDLE search, LPWIN32_FIND_DATAA data);
BOOL WINAPI FindNextFileW(HANDLE search, LPWIN32_FIND_DATAW data);
BOOL WINAPI FindClose(HANDLE search);

/* Files are in memory, of which nobody knows how much they will get: 4096 clusters of 4096 bytes,
 * all free. */
BOOL WINAPI GetDiskFreeSpaceA(LPCSTR root, LPDWORD sectors, LPDWORD bytes, LPDWORD free,
                              LPDWORD clusters);
BOOL WINAPI GetDiskFreeSpaceW(LPCWSTR root, LPDWORD sectors, LPDWORD bytes, LPDWORD free,
                              LPDWORD clusters);

/* GetDiskFreeSpaceEx counts bytes. It takes any folder, and NULL is the current one.
 * ERROR_DIRECTORY: it is a file. */
BOOL WINAPI GetDiskFreeSpaceExA(LPCSTR folder, PULARGE_INTEGER mine, PULARGE_INTEGER all,
                                PULARGE_INTEGER left);
BOOL WINAPI GetDiskFreeSpaceExW(LPCWSTR folder, PULARGE_INTEGER mine, PULARGE_INTEGER all,
                                PULARGE_INTEGER left);

/* There is one drive, C:, with a disk that has no name. FALSE: ERROR_INVALID_NAME (no root),
 * ERROR_PATH_NOT_FOUND (another drive), ERROR_BAD_LENGTH (a text has no room). */
#define DRIVE_UNKNOWN             0
#define DRIVE_NO_ROOT_DIR         1
#define DRIVE_REMOVABLE           2
#define DRIVE_FIXED               3
#define DRIVE_REMOTE              4
#define DRIVE_CDROM               5
#define DRIVE_RAMDISK             6
#define FILE_CASE_PRESERVED_NAMES 0x2u
#define FILE_UNICODE_ON_DISK      0x4u
UINT WINAPI GetDriveTypeA(LPCSTR root);
UINT WINAPI GetDriveTypeW(LPCWSTR root);
DWORD WINAPI GetLogicalDrives(void);
BOOL WINAPI GetVolumeInformationA(LPCSTR root, LPSTR name, DWORD name_size, LPDWORD serial,
                                  LPDWORD most, LPDWORD flags, LPSTR system, DWORD system_size);
BOOL WINAPI GetVolumeInformationW(LPCWSTR root, LPWSTR name, DWORD name_size, LPDWORD serial,
                                  LPDWORD most, LPDWORD flags, LPWSTR system, DWORD system_size);

/* A name is its own long and short one. The length is returned, or the size that it needs; 0: as
 * for GetFileAttributes. */
DWORD WINAPI GetLongPathNameA(LPCSTR name, LPSTR buffer, DWORD size);
DWORD WINAPI GetLongPathNameW(LPCWSTR name, LPWSTR buffer, DWORD size);
DWORD WINAPI GetShortPathNameA(LPCSTR name, LPSTR buffer, DWORD size);
DWORD WINAPI GetShortPathNameW(LPCWSTR name, LPWSTR buffer, DWORD size);

/* Facts about an open file. Two handles with the same index have the same file. FALSE:
 * ERROR_INVALID_HANDLE (the console, too), ERROR_INVALID_FUNCTION (NUL), ERROR_INVALID_PARAMETER (a
 * pipe). */
typedef struct _BY_HANDLE_FILE_INFORMATION {
    DWORD dwFileAttributes;
    FILETIME ftCreationTime, ftLastAccessTime, ftLastWriteTime;
    DWORD dwVolumeSerialNumber, nFileSizeHigh, nFileSizeLow, nNumberOfLinks;
    DWORD nFileIndexHigh, nFileIndexLow;
} BY_HANDLE_FILE_INFORMATION, *PBY_HANDLE_FILE_INFORMATION, *LPBY_HANDLE_FILE_INFORMATION;
_Static_assert(sizeof(BY_HANDLE_FILE_INFORMATION) == 52, "BY_HANDLE_FILE_INFORMATION");
BOOL WINAPI GetFileInformationByHandle(HANDLE file, LPBY_HANDLE_FILE_INFORMATION information);

#ifdef UNICODE
#define MoveFile             MoveFileW
#define MoveFileEx           MoveFileExW
#define CopyFile             CopyFileW
#define GetTempFileName      GetTempFileNameW
#define FindFirstFile        FindFirstFileW
#define FindFirstFileEx      FindFirstFileExW
#define FindNextFile         FindNextFileW
#define WIN32_FIND_DATA      WIN32_FIND_DATAW
#define CreateFile           CreateFileW
#define DeleteFile           DeleteFileW
#define CreateDirectory      CreateDirectoryW
#define RemoveDirectory      RemoveDirectoryW
#define GetFileAttributes    GetFileAttributesW
#define SetFileAttributes    SetFileAttributesW
#define GetFileAttributesEx  GetFileAttributesExW
#define GetFullPathName      GetFullPathNameW
#define GetTempPath          GetTempPathW
#define GetDiskFreeSpace     GetDiskFreeSpaceW
#define GetShortPathName     GetShortPathNameW
#define GetLongPathName      GetLongPathNameW
#define GetVolumeInformation GetVolumeInformationW
#define GetDriveType         GetDriveTypeW
#define GetDiskFreeSpaceEx   GetDiskFreeSpaceExW
#else
#define MoveFile             MoveFileA
#define MoveFileEx           MoveFileExA
#define CopyFile             CopyFileA
#define GetTempFileName      GetTempFileNameA
#define FindFirstFile        FindFirstFileA
#define FindFirstFileEx      FindFirstFileExA
#define FindNextFile         FindNextFileA
#define WIN32_FIND_DATA      WIN32_FIND_DATAA
#define CreateFile           CreateFileA
#define DeleteFile           DeleteFileA
#define CreateDirectory      CreateDirectoryA
#define RemoveDirectory      RemoveDirectoryA
#define GetFileAttributes    GetFileAttributesA
#define SetFileAttributes    SetFileAttributesA
#define GetFileAttributesEx  GetFileAttributesExA
#define GetFullPathName      GetFullPathNameA
#define GetTempPath          GetTempPathA
#define GetDiskFreeSpace     GetDiskFreeSpaceA
#define GetShortPathName     GetShortPathNameA
#define GetLongPathName      GetLongPathNameA
#define GetVolumeInformation GetVolumeInformationA
#define GetDriveType         GetDriveTypeA
#define GetDiskFreeSpaceEx   GetDiskFreeSpaceExA
#endif

#endif
