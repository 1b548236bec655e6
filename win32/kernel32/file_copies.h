/* Files in place of others, copies and moves that tell how far they are, and further names.
 * Ordinary code. */
#ifndef WIN32_KERNEL32_FILE_COPIES_H
#define WIN32_KERNEL32_FILE_COPIES_H

#include <fileapi.h>

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

#endif
