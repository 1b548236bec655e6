#include "win32/ntdll/nt_paths.h"

#include <errhandlingapi.h>
#include <fileapi.h>
#include <heapapi.h>
#include <string.h>

ULONG NTAPI RtlGetFullPathName_U(PCWSTR name, ULONG size, PWSTR buffer, PWSTR *part)
{
    DWORD error = GetLastError();
    ULONG units = GetFullPathNameW(name, size / (ULONG)sizeof *buffer, buffer, part);
    SetLastError(error);
    return units * (ULONG)sizeof *buffer;
}

/* What stands before a path, in place of its first units: those of a path that says already that it
 * is whole ("\\?\C:\x", "\\.\x"), and the first one of a server's ("\\server\share"). */
static const WCHAR *beginning_of(PCWSTR path, unsigned *left_out)
{
    *left_out = 0;
    if (path[0] != '\\' || path[1] != '\\')
        return L"\\??\\";
    bool is_whole = (path[2] == '?' || path[2] == '.') && path[3] == '\\';
    *left_out = is_whole ? 4 : 1;
    return is_whole ? L"\\??\\" : L"\\??\\UNC";
}

BOOLEAN NTAPI RtlDosPathNameToNtPathName_U(PCWSTR name, PUNICODE_STRING path, PWSTR *part,
                                           struct relative_name *folder)
{
    WCHAR whole[MAX_PATH];
    PWSTR last = NULL;
    unsigned left_out;
    if (folder)
        memset(folder, 0, sizeof *folder); /* the path is whole */
    ULONG length = *name ? RtlGetFullPathName_U(name, sizeof whole, whole, &last) : 0;
    if (!length || length >= sizeof whole)
        return FALSE;
    const WCHAR *begin = beginning_of(whole, &left_out);
    SIZE_T size = (wcslen(begin) + wcslen(whole + left_out) + 1) * sizeof *whole;
    PWSTR made = HeapAlloc(GetProcessHeap(), 0, size);
    if (!made)
        return FALSE;
    wcscpy(made, begin);
    wcscat(made, whole + left_out);
    *path = (UNICODE_STRING){(USHORT)(size - sizeof *made), (USHORT)size, made};
    if (part)
        *part = last ? made + wcslen(begin) + (last - whole - left_out) : NULL;
    return TRUE;
}

/* Stores what the name of attributes has behind its beginning. Returns false for a name that does
 * not begin so, has no more, or is one of a folder's. */
static bool take_behind(const WCHAR *begin, const OBJECT_ATTRIBUTES *attributes,
                        WCHAR name[MAX_PATH])
{
    const UNICODE_STRING *given = attributes->ObjectName;
    size_t units = given ? given->Length / sizeof(WCHAR) : 0, length = wcslen(begin);
    if (units <= length || units - length >= MAX_PATH || attributes->RootDirectory ||
        memcmp(given->Buffer, begin, length * sizeof(WCHAR)) != 0)
        return false;
    memcpy(name, given->Buffer + length, (units - length) * sizeof(WCHAR));
    name[units - length] = 0;
    return true;
}

NTSTATUS nt_take_object_name(const OBJECT_ATTRIBUTES *attributes, WCHAR name[MAX_PATH])
{
    const UNICODE_STRING *given = attributes ? attributes->ObjectName : NULL;
    name[0] = 0;
    if (!given || given->Length < sizeof(WCHAR) ||
        take_behind(L"\\BaseNamedObjects\\", attributes, name) ||
        take_behind(L"\\Sessions\\1\\BaseNamedObjects\\", attributes, name))
        return STATUS_SUCCESS;
    return (NTSTATUS)(given->Buffer[0] == '\\' ? STATUS_OBJECT_PATH_NOT_FOUND
                                               : STATUS_OBJECT_PATH_SYNTAX_BAD);
}

bool nt_take_path(const OBJECT_ATTRIBUTES *attributes, WCHAR path[MAX_PATH])
{
    return take_behind(L"\\??\\", attributes, path);
}
