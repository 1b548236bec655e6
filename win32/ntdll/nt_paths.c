#include "win32/ntdll/nt_paths.h"

#include <errhandlingapi.h>
#include <fileapi.h>
#include <heapapi.h>
#include <stdbool.h>

ULONG NTAPI RtlGetFullPathName_U(PCWSTR name, ULONG size, PWSTR buffer, PWSTR *part)
{
    DWORD error = GetLastError();
    ULONG units = GetFullPathNameW(name, size / (ULONG)sizeof *buffer, buffer, part);
    SetLastError(error);
    return units * (ULONG)sizeof *buffer;
}

/* The first units of what has "\??\" before it, after those that are left out of a path that says
 * already that it is whole ("\\?\C:\x", "\\.\x"). */
static unsigned units_left_out(PCWSTR path)
{
    bool is_whole =
        path[0] == '\\' && path[1] == '\\' && (path[2] == '?' || path[2] == '.') && path[3] == '\\';
    return is_whole ? 4 : 0;
}

BOOLEAN NTAPI RtlDosPathNameToNtPathName_U(PCWSTR name, PUNICODE_STRING path, PWSTR *part,
                                           PVOID folder)
{
    static const WCHAR begin[] = L"\\??\\";
    WCHAR whole[MAX_PATH];
    PWSTR last = NULL;
    (void)folder; /* the folder to begin at, which is not told apart */
    ULONG length = *name ? RtlGetFullPathName_U(name, sizeof whole, whole, &last) : 0;
    if (!length || length >= sizeof whole)
        return FALSE;
    unsigned out = units_left_out(whole);
    SIZE_T kept = length - out * sizeof *whole, size = sizeof begin + kept;
    PWSTR made = HeapAlloc(GetProcessHeap(), 0, size);
    if (!made)
        return FALSE;
    wcscpy(made, begin);
    wcscat(made, whole + out);
    *path = (UNICODE_STRING){(USHORT)(size - sizeof *made), (USHORT)size, made};
    if (part)
        *part = last ? made + (sizeof begin / sizeof *begin - 1) + (last - whole - out) : NULL;
    return TRUE;
}
