/* The entries of an open folder. The open file keeps how many were told, and the first call's mask:
 * a call looks for the next entry from the beginning, because folders here are small. */
#include "win32/files/file_names.h"
#include "win32/files/open_files.h"
#include "win32/filetime.h"
#include "win32/kernel32/file_facts.h"
#include "win32/ntdll/nt_files.h"
#include "win32/ntdll/nt_results.h"
#include "win32/ntdll/nt_statuses.h"

#include <errhandlingapi.h>
#include <fileapi.h>
#include <handleapi.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* The fields that all classes have but the one of names alone. */
struct entry {
    ULONG next, index;
    LONGLONG times[4], end, allocation;
    ULONG attributes, name_size, extra_size;
};

enum { NAMES = 12 };

/* Classes, and where the name begins in each. */
static const struct class
{
    UCHAR which, name;
} classes[] = {{1, 64}, {2, 68}, {3, 94}, {NAMES, 12}, {37, 104}, {38, 80}};

static const struct class *find_class(ULONG which)
{
    for (unsigned i = 0; i < sizeof classes / sizeof classes[0]; i++)
        if (classes[i].which == which)
            return &classes[i];
    return NULL;
}

/* Writes an entry without its name. */
static void write_entry(char *to, const struct class *class, const WIN32_FIND_DATAW *found)
{
    enum { NAME_SIZE_OF_NAMES = 8 };
    LONGLONG end = (LONGLONG)((ULONGLONG)found->nFileSizeHigh << 32 | found->nFileSizeLow);
    LONGLONG written = (LONGLONG)filetime_units(&found->ftLastWriteTime);
    ULONG name_size = (ULONG)(wcslen(found->cFileName) * sizeof(WCHAR));
    const struct entry entry = {
        .times = {(LONGLONG)filetime_units(&found->ftCreationTime),
                  (LONGLONG)filetime_units(&found->ftLastAccessTime), written, written},
        .end = end,
        .allocation = file_allocation((uint64_t)end),
        .attributes = found->dwFileAttributes,
        .name_size = name_size,
    };
    memset(to, 0, class->name);
    if (class->which == NAMES)
        memcpy(to + NAME_SIZE_OF_NAMES, &name_size, sizeof name_size);
    else
        memcpy(to, &entry, sizeof entry < class->name ? sizeof entry : class->name);
}

/* A call: the room that is left, and the last entry. */
struct listing {
    char *buffer, *last;
    ULONG length, used;
    const struct class *class;
};

/* Adds an entry. Returns STATUS_BUFFER_OVERFLOW: the first one is cut; STATUS_NO_MORE_FILES: there
 * is no room for one more. */
static uint32_t add_entry(struct listing *listing, const WIN32_FIND_DATAW *found)
{
    enum { ALIGN = 8 };
    ULONG start = (listing->used + ALIGN - 1) / ALIGN * ALIGN, name = listing->class->name;
    ULONG size = (ULONG)(wcslen(found->cFileName) * sizeof(WCHAR));
    ULONG left = start < listing->length ? listing->length - start : 0;
    bool fits = name <= left && size <= left - name;
    if (!fits && listing->last)
        return STATUS_NO_MORE_FILES;
    char *to = listing->buffer + start;
    write_entry(to, listing->class, found);
    memcpy(to + name, found->cFileName, fits ? size : left - name);
    if (listing->last)
        *(ULONG *)listing->last = (ULONG)(to - listing->last);
    listing->last = to;
    listing->used = start + name + (fits ? size : left - name);
    return fits ? STATUS_SUCCESS : STATUS_BUFFER_OVERFLOW;
}

/* Writes what to look for: the folder's path and the mask. */
static bool make_pattern(HANDLE folder, const char *mask, WCHAR pattern[FILE_NARROW_SIZE])
{
    enum { BEGIN = 4 /* "\\?\" */ };
    WCHAR path[FILE_NARROW_SIZE];
    DWORD length = GetFinalPathNameByHandleW(folder, path, FILE_NARROW_SIZE, 0);
    if (!length || length + strlen(mask) + 2 >= FILE_NARROW_SIZE)
        return false;
    wcscpy(pattern, path + BEGIN);
    if (path[length - 1] != '\\')
        wcscat(pattern, L"\\");
    wide_widen(mask, pattern + wcslen(pattern));
    return true;
}

/* Tells entries from the folder's place on, and moves the place. */
static uint32_t list(HANDLE handle, struct open_file *folder, struct listing *listing, bool single,
                     bool is_first)
{
    WCHAR pattern[FILE_NARROW_SIZE];
    WIN32_FIND_DATAW found;
    if (!make_pattern(handle, folder->name, pattern))
        return STATUS_OBJECT_NAME_INVALID;
    HANDLE search = FindFirstFileW(pattern, &found);
    uint32_t status = search == INVALID_HANDLE_VALUE ? STATUS_NO_MORE_FILES : STATUS_SUCCESS;
    for (uint64_t skip = folder->position; skip && status == STATUS_SUCCESS; skip--)
        if (!FindNextFileW(search, &found))
            status = STATUS_NO_MORE_FILES;
    while (status == STATUS_SUCCESS) {
        status = add_entry(listing, &found);
        if (status != STATUS_NO_MORE_FILES)
            folder->position++;
        if (single || status != STATUS_SUCCESS || !FindNextFileW(search, &found))
            break;
    }
    if (search != INVALID_HANDLE_VALUE)
        FindClose(search);
    if (!listing->last)
        return is_first ? STATUS_NO_SUCH_FILE : STATUS_NO_MORE_FILES;
    return status == STATUS_NO_MORE_FILES ? STATUS_SUCCESS : status;
}

/* The mask of the first call holds for all. Returns false without memory. */
static bool note_mask(struct open_file *folder, PCUNICODE_STRING mask)
{
    WCHAR wide[MAX_PATH] = L"*";
    char narrow[FILE_NARROW_SIZE];
    unsigned units = mask ? mask->Length / (unsigned)sizeof(WCHAR) : 0;
    if (folder->name)
        return true;
    if (units && units < MAX_PATH) {
        memcpy(wide, mask->Buffer, units * sizeof(WCHAR));
        wide[units] = 0;
    }
    const char *text = file_narrow(wide, narrow);
    folder->name = text ? _strdup(text) : NULL;
    return folder->name;
}

NTSTATUS NTAPI NtQueryDirectoryFile(HANDLE file, HANDLE event, PVOID routine, PVOID context,
                                    PIO_STATUS_BLOCK status, PVOID buffer, ULONG length,
                                    ULONG which, BOOLEAN single, PUNICODE_STRING mask,
                                    BOOLEAN restart)
{
    DWORD before = GetLastError();
    struct listing listing = {.buffer = buffer, .length = length, .class = find_class(which)};
    (void)event, (void)context;
    if (routine)
        return (NTSTATUS)STATUS_NOT_IMPLEMENTED;
    if (!listing.class)
        return (NTSTATUS)STATUS_INVALID_INFO_CLASS;
    enum { UNIT = 8 }; /* a structure has room for a character, and is a multiple of this */
    if (length < (listing.class->name + sizeof(WCHAR) + UNIT - 1) / UNIT * UNIT)
        return (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH;
    struct open_file *folder = open_file_use(file, 0);
    bool is_first = folder && !folder->name; /* no call has set the mask */
    uint32_t result = STATUS_INVALID_HANDLE;
    if (folder && folder->kind != FILE_FOLDER)
        result = STATUS_INVALID_PARAMETER;
    else if (folder && !note_mask(folder, mask))
        result = STATUS_NO_MEMORY;
    else if (folder) {
        if (restart)
            folder->position = 0;
        result = list(file, folder, &listing, single, is_first);
    }
    if (folder)
        open_file_leave(folder);
    SetLastError(before);
    enum { ERRORS = 3 }; /* the two highest bits: the caller's block stays as it was */
    if (result >> 30 != ERRORS) {
        status->Status = (NTSTATUS)result;
        status->Information = listing.used;
    }
    return (NTSTATUS)result;
}
