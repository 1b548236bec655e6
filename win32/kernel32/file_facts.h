/* Facts about files; classes of facts about open files. Ordinary code. */
#ifndef WIN32_KERNEL32_FILE_FACTS_H
#define WIN32_KERNEL32_FILE_FACTS_H

#include <fileapi.h>
#include <stdint.h>

/* Classes, and Windows' structures of two of them. */
enum {
    FileBasicInfo,
    FileStandardInfo,
    FileNameInfo,
    FileRenameInfo,
    FileDispositionInfo,
    FileAllocationInfo,
    FileEndOfFileInfo,
    FileCompressionInfo = 8,
    FileAttributeTagInfo
};
struct file_basic {
    LONGLONG times[4];
    DWORD attributes;
};
struct file_standard {
    LONGLONG allocation, end;
    DWORD links;
    BOOLEAN goes, is_folder;
};

/* The room that a file of this size takes of the disk. */
static inline LONGLONG file_allocation(uint64_t size)
{
    enum { CLUSTER = 4096 };
    return (LONGLONG)((size + CLUSTER - 1) / CLUSTER * CLUSTER);
}

/* Classes 0 (times and attributes), 1 (size), 2 (name), 9 (attributes), and 8 (compression). FALSE:
 * ERROR_INVALID_PARAMETER, ERROR_BAD_LENGTH, ERROR_MORE_DATA (a name that is cut),
 * ERROR_NOT_SUPPORTED for classes that no file here answers. */
BOOL WINAPI GetFileInformationByHandleEx(HANDLE file, int which, LPVOID information, DWORD size);

/* Classes 0 (times and attributes), 3 (its name), 4 (whether it goes when it is closed), 5
 * (allocation) and 6 (end). ERROR_INVALID_PARAMETER, ERROR_BAD_LENGTH, ERROR_ACCESS_DENIED. */
BOOL WINAPI SetFileInformationByHandle(HANDLE file, int which, LPVOID information, DWORD size);

/* The path of an open file: \\?\C:\..., or with flags 2 \Device\..., 4 without a volume. Returns
 * the length, or the size that it needs. */
DWORD WINAPI GetFinalPathNameByHandleA(HANDLE file, LPSTR buffer, DWORD size, DWORD flags);
DWORD WINAPI GetFinalPathNameByHandleW(HANDLE file, LPWSTR buffer, DWORD size, DWORD flags);

/* Opens the file of a handle once more, by its rules of sharing. flags are those of CreateFile,
 * without attributes. INVALID_HANDLE_VALUE: CreateFile's errors, ERROR_INVALID_PARAMETER
 * (attributes), ERROR_INVALID_HANDLE (it is no file's: a pipe's, too). */
HANDLE WINAPI ReOpenFile(HANDLE file, DWORD access, DWORD share, DWORD flags);

/* As GetFileSize, by a name. */
DWORD WINAPI GetCompressedFileSizeA(LPCSTR name, LPDWORD high);
DWORD WINAPI GetCompressedFileSizeW(LPCWSTR name, LPDWORD high);

#endif
