#include "win32/ntdll/nt_paths.h"

#include "win32/files/file_names.h"
#include "win32/kernel32/file_facts.h"

#include <errhandlingapi.h>
#include <fileapi.h>
#include <heapapi.h>
#include <memoryapi.h>
#include <string.h>

static bool is_slash(WCHAR unit)
{
    return unit == '\\' || unit == '/';
}

ULONG NTAPI RtlDetermineDosPathNameType_U(PCWSTR name)
{
    enum { SERVER = 1, DRIVE, DRIVE_RELATIVE, ROOTED, RELATIVE, DEVICE, DEVICES };
    if (!is_slash(name[0]) && name[0] && name[1] == ':')
        return is_slash(name[2]) ? DRIVE : DRIVE_RELATIVE;
    if (!is_slash(name[0]))
        return RELATIVE;
    if (!is_slash(name[1]))
        return ROOTED;
    if (name[2] != '.' && name[2] != '?')
        return SERVER;
    return is_slash(name[3]) ? DEVICE : name[3] ? SERVER : DEVICES;
}

ULONG NTAPI RtlIsDosDeviceName_U(PCWSTR name)
{
    char narrow[FILE_NARROW_SIZE];
    struct path path;
    size_t length = wcslen(name);
    const WCHAR *last = name + length;
    bool is_server = is_slash(name[0]) && is_slash(name[1]) && name[2] != '.';
    while (last > name && !is_slash(last[-1]) && (last[-1] != ':' || last != name + 2))
        last--;
    path_make(&path, file_narrow(last, narrow));
    if (is_server || path.kind < PATH_NUL)
        return 0;
    ULONG at = (ULONG)((last - name) * (ptrdiff_t)sizeof *name);
    ULONG bytes = (ULONG)((path.length - (sizeof "\\\\.\\" - 1)) * sizeof *name);
    return at << 16 | bytes;
}

ULONG NTAPI RtlGetFullPathName_U(PCWSTR name, ULONG size, PWSTR buffer, PWSTR *part)
{
    DWORD error = GetLastError();
    if (part)
        *part = NULL;
    ULONG units = GetFullPathNameW(name, size / (ULONG)sizeof *buffer, buffer, part);
    SetLastError(error);
    return units * (ULONG)sizeof *buffer;
}

/* The text before a path, in place of its first units: those of a path that says already that it is
 * whole ("\\?\C:\x", "\\.\x"), and the first one of a server's ("\\server\share"). */
static const WCHAR *beginning_of(PCWSTR path, unsigned *left_out)
{
    *left_out = 0;
    if (path[0] != '\\' || path[1] != '\\')
        return L"\\??\\";
    bool is_whole = (path[2] == '?' || path[2] == '.') && path[3] == '\\';
    *left_out = is_whole ? 4 : 1;
    return is_whole ? L"\\??\\" : L"\\??\\UNC";
}

/* Stores the whole path of a name, and its last part, NULL without. A name that begins with \\?\ or
 * \??\ is one already. */
static bool make_whole(PCWSTR name, WCHAR whole[MAX_PATH], PWSTR *last)
{
    enum { BEGINS = 4 };
    bool is_whole = wcslen(name) > BEGINS && (wcsncmp(name, L"\\\\?\\", BEGINS) == 0 ||
                                              wcsncmp(name, L"\\??\\", BEGINS) == 0);
    if (!is_whole) {
        ULONG length = *name ? RtlGetFullPathName_U(name, MAX_PATH * sizeof *name, whole, last) : 0;
        return length && length < MAX_PATH * sizeof *name;
    }
    if (wcslen(name) >= MAX_PATH)
        return false;
    wcscpy(whole, name);
    whole[1] = '\\';
    PWSTR part = wcsrchr(whole, '\\') + 1;
    *last = *part ? part : NULL;
    return true;
}

BOOLEAN NTAPI RtlDosPathNameToNtPathName_U(PCWSTR name, PUNICODE_STRING path, PWSTR *part,
                                           struct relative_name *folder)
{
    WCHAR whole[MAX_PATH];
    PWSTR last = NULL;
    unsigned left_out;
    if (folder)
        memset(folder, 0, sizeof *folder); /* the path is whole */
    if (!name || !make_whole(name, whole, &last))
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

NTSTATUS nt_begin_object_call(PHANDLE object, const OBJECT_ATTRIBUTES *attributes)
{
    if (IsBadWritePtr(object, sizeof *object) ||
        (attributes && IsBadReadPtr(attributes, sizeof *attributes)))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    *object = NULL;
    if (!attributes)
        return STATUS_SUCCESS;
    const UNICODE_STRING *name = attributes->ObjectName;
    if (attributes->Length != sizeof *attributes)
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    if (name && IsBadReadPtr(name, sizeof *name))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    if (name && name->Length % sizeof(WCHAR))
        return (NTSTATUS)STATUS_OBJECT_NAME_INVALID;
    return (NTSTATUS)(name && name->Length && IsBadReadPtr(name->Buffer, name->Length)
                          ? STATUS_ACCESS_VIOLATION
                          : STATUS_SUCCESS);
}

/* Whether the rest of a path, behind its drive or folder, has only parts that a folder can have.
 * The system takes a path as it is: no slash is turned, and no "." or ".." is a place. */
static bool has_good_parts(const WCHAR *rest)
{
    for (; *rest; rest += *rest == '\\') {
        size_t length = wcscspn(rest, L"\\");
        bool is_place = rest[0] == '.' && (length == 1 || (length == 2 && rest[1] == '.'));
        if (!length || is_place || wmemchr(rest, '/', length))
            return false;
        rest += length;
    }
    return true;
}

/* Stores the path of an open folder with a backslash at its end. Returns whether it is one. */
static bool take_folder(HANDLE folder, WCHAR path[NT_PATH_SIZE])
{
    DWORD length = GetFinalPathNameByHandleW(folder, path, MAX_PATH, 0);
    if (!length || length >= MAX_PATH)
        return false;
    if (path[length - 1] != '\\')
        wcscat(path, L"\\");
    return true;
}

/* Stores what a path from the system's root means. */
static NTSTATUS take_from_root(const WCHAR *name, WCHAR path[NT_PATH_SIZE])
{
    static const struct {
        const WCHAR *begins, *means;
    } places[] = {{L"\\??\\", L""},
                  {L"\\DosDevices\\", L""},
                  {L"\\GLOBAL??\\", L""},
                  {L"\\Device\\HarddiskVolume1\\", L"C:\\"},
                  {L"\\Device\\NamedPipe\\", L"pipe\\"},
                  {L"\\Device\\Mailslot\\", L"mailslot\\"},
                  {L"\\Device\\Null", L"NUL"},
                  {L"\\SystemRoot\\", L"C:\\Windows\\"}};
    if (name[0] != '\\')
        return (NTSTATUS)STATUS_OBJECT_PATH_SYNTAX_BAD;
    for (unsigned i = 0; i < sizeof places / sizeof places[0]; i++) {
        size_t length = wcslen(places[i].begins);
        if (_wcsnicmp(name, places[i].begins, length) != 0)
            continue;
        const WCHAR *means = places[i].means, *rest = name + length;
        bool has_drive = means[0] ? means[1] == ':' : rest[0] && rest[1] == ':';
        wcscpy(path, has_drive ? L"\\\\?\\" : L"\\\\.\\");
        wcscat(wcscat(path, means), rest);
        if (!has_drive)
            return (NTSTATUS)(means[0] || rest[0] ? STATUS_SUCCESS : STATUS_OBJECT_NAME_INVALID);
        WCHAR *parts = path + 4 + sizeof "C:" - 1;
        if (*parts && *parts != '\\')
            return (NTSTATUS)(wcschr(parts, '\\') ? STATUS_OBJECT_PATH_NOT_FOUND
                                                  : STATUS_OBJECT_NAME_NOT_FOUND);
        parts += *parts == '\\';
        if (*parts == '\\') /* the root may end in two */
            wmemmove(parts, parts + 1, wcslen(parts));
        return (NTSTATUS)(has_good_parts(parts) ? STATUS_SUCCESS : STATUS_OBJECT_NAME_INVALID);
    }
    return (NTSTATUS)(wcschr(name + 1, '\\') ? STATUS_OBJECT_PATH_NOT_FOUND
                                             : STATUS_OBJECT_NAME_NOT_FOUND);
}

NTSTATUS nt_take_path(const OBJECT_ATTRIBUTES *attributes, WCHAR path[NT_PATH_SIZE])
{
    WCHAR name[MAX_PATH];
    const UNICODE_STRING *given = attributes->ObjectName;
    size_t units = given ? given->Length / sizeof *name : 0;
    if (units >= MAX_PATH)
        return (NTSTATUS)STATUS_OBJECT_NAME_INVALID;
    if (units)
        memcpy(name, given->Buffer, units * sizeof *name);
    name[units] = 0;
    if (!attributes->RootDirectory)
        return take_from_root(name, path);
    if (name[0] == '\\')
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    if (!take_folder(attributes->RootDirectory, path))
        return (NTSTATUS)STATUS_INVALID_HANDLE;
    wcscat(path, name);
    return (NTSTATUS)(has_good_parts(name) ? STATUS_SUCCESS : STATUS_OBJECT_NAME_INVALID);
}
