/* Files by handles, as their tests open and write them. */
#ifndef TESTS_WINDOWS_OPENED_H
#define TESTS_WINDOWS_OPENED_H

#include <windows.h>

#include <string.h>

#define READ_WRITE (GENERIC_READ | GENERIC_WRITE)
#define SHARE_BOTH (FILE_SHARE_READ | FILE_SHARE_WRITE)

/* CreateFile of an ordinary file. The last error is 4711 before it. */
static inline HANDLE open_file(const char *name, DWORD access, DWORD share, DWORD how)
{
    SetLastError(4711);
    return CreateFileA(name, access, share, NULL, how, FILE_ATTRIBUTE_NORMAL, NULL);
}

static inline BOOL writes(HANDLE file, const char *text)
{
    DWORD count, size = (DWORD)strlen(text);
    return WriteFile(file, text, size, &count, NULL) && count == size;
}

#endif
