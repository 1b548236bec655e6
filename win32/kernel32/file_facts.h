/* What is told of open files by classes, and calls for files that are others' with more parameters.
 * Ordinary code. */
#ifndef WIN32_KERNEL32_FILE_FACTS_H
#define WIN32_KERNEL32_FILE_FACTS_H

#include <fileapi.h>

/* Classes 0 (times and attributes), 1 (size), 2 (name), 9 (attributes), and 8 (compression). FALSE:
 * ERROR_INVALID_PARAMETER, ERROR_BAD_LENGTH, ERROR_MORE_DATA (a name that is cut),
 * ERROR_NOT_SUPPORTED for classes that no file here answers. */
BOOL WINAPI GetFileInformationByHandleEx(HANDLE file, int which, LPVOID information, DWORD size);

/* Classes 0 (times and attributes), 4 (whether it goes when it is closed), 5 (allocation) and 6
 * (end). ERROR_INVALID_PARAMETER, ERROR_BAD_LENGTH, ERROR_ACCESS_DENIED. */
BOOL WINAPI SetFileInformationByHandle(HANDLE file, int which, LPVOID information, DWORD size);

/* The path of an open file: \\?\C:\..., or with flags 2 \Device\..., 4 without a volume. Returns
 * the length, or the size that it needs. */
DWORD WINAPI GetFinalPathNameByHandleA(HANDLE file, LPSTR buffer, DWORD size, DWORD flags);
DWORD WINAPI GetFinalPathNameByHandleW(HANDLE file, LPWSTR buffer, DWORD size, DWORD flags);

/* As GetFileSize, by a name. */
DWORD WINAPI GetCompressedFileSizeA(LPCSTR name, LPDWORD high);
DWORD WINAPI GetCompressedFileSizeW(LPCWSTR name, LPDWORD high);

/* Puts a file in place of another one, which gets the name of the third, unless that is NULL. */
BOOL WINAPI ReplaceFileA(LPCSTR replaced, LPCSTR by, LPCSTR kept, DWORD flags, LPVOID exclude,
                         LPVOID reserved);
BOOL WINAPI ReplaceFileW(LPCWSTR replaced, LPCWSTR by, LPCWSTR kept, DWORD flags, LPVOID exclude,
                         LPVOID reserved);

/* The progress is told twice, at the beginning and at the end; 1 or 2 as an answer at the beginning
 * ends the call with ERROR_REQUEST_ABORTED. */
typedef DWORD(CALLBACK *LPPROGRESS_ROUTINE)(LARGE_INTEGER all, LARGE_INTEGER done,
                                            LARGE_INTEGER of_stream, LARGE_INTEGER done_of_stream,
                                            DWORD stream, DWORD reason, HANDLE from, HANDLE to,
                                            LPVOID data);
BOOL WINAPI CopyFileExA(LPCSTR from, LPCSTR to, LPPROGRESS_ROUTINE tell, LPVOID data, LPBOOL cancel,
                        DWORD flags);
BOOL WINAPI CopyFileExW(LPCWSTR from, LPCWSTR to, LPPROGRESS_ROUTINE tell, LPVOID data,
                        LPBOOL cancel, DWORD flags);
BOOL WINAPI MoveFileWithProgressA(LPCSTR from, LPCSTR to, LPPROGRESS_ROUTINE tell, LPVOID data,
                                  DWORD flags);
BOOL WINAPI MoveFileWithProgressW(LPCWSTR from, LPCWSTR to, LPPROGRESS_ROUTINE tell, LPVOID data,
                                  DWORD flags);

/* Makes a folder with the attributes of another one. */
BOOL WINAPI CreateDirectoryExA(LPCSTR like, LPCSTR name, LPSECURITY_ATTRIBUTES security);
BOOL WINAPI CreateDirectoryExW(LPCWSTR like, LPCWSTR name, LPSECURITY_ATTRIBUTES security);

/* A file has one name. FALSE: ERROR_INVALID_FUNCTION, as on a disk without links;
 * ERROR_PRIVILEGE_NOT_HELD. */
BOOL WINAPI CreateHardLinkA(LPCSTR name, LPCSTR of, LPSECURITY_ATTRIBUTES security);
BOOL WINAPI CreateHardLinkW(LPCWSTR name, LPCWSTR of, LPSECURITY_ATTRIBUTES security);
BOOLEAN WINAPI CreateSymbolicLinkA(LPCSTR name, LPCSTR to, DWORD flags);
BOOLEAN WINAPI CreateSymbolicLinkW(LPCWSTR name, LPCWSTR to, DWORD flags);

/* No device here has controls: ERROR_INVALID_FUNCTION. */
BOOL WINAPI DeviceIoControl(HANDLE device, DWORD code, LPVOID in, DWORD in_size, LPVOID out,
                            DWORD out_size, LPDWORD done, LPOVERLAPPED overlapped);

VOID WINAPI SetFileApisToANSI(void);
VOID WINAPI SetFileApisToOEM(void); /* the same: both are UTF-8 */
BOOL WINAPI NeedCurrentDirectoryForExePathA(LPCSTR name);
BOOL WINAPI NeedCurrentDirectoryForExePathW(LPCWSTR name);

/* flags: 1 safe, 10000h not, 8000h for ever. FALSE: ERROR_INVALID_PARAMETER, ERROR_ACCESS_DENIED.
 */
BOOL WINAPI SetSearchPathMode(DWORD flags);

/* The kind of a program's file: 0, for 32-bit Windows. FALSE: ERROR_BAD_EXE_FORMAT. */
BOOL WINAPI GetBinaryTypeA(LPCSTR name, LPDWORD type);
BOOL WINAPI GetBinaryTypeW(LPCWSTR name, LPDWORD type);

#endif
