/* FindFirstFile and its kin. A handle is a search's number, and a mark that no other handle has. */
#include "lib/find_files.h"
#include "win32/files/file_names.h"
#include "win32/files/open_files.h"

#include <errhandlingapi.h>
#include <handleapi.h>
#include <string.h>

#define SEARCH_MARK 0xF1000000u

static HANDLE handle_of(int search)
{
    return (HANDLE)(SEARCH_MARK | (unsigned)search);
}

static int search_of(HANDLE handle)
{
    unsigned number = (unsigned)handle ^ SEARCH_MARK;
    return number <= INT8_MAX ? (int)number : 0;
}

/* The beginning of both kinds of data. */
struct data_head {
    DWORD attributes;
    FILETIME times[3];
    DWORD size_high, size_low, reserved[2];
};
_Static_assert(offsetof(WIN32_FIND_DATAA, cFileName) == sizeof(struct data_head), "narrow");
_Static_assert(offsetof(WIN32_FIND_DATAW, cFileName) == sizeof(struct data_head), "wide");

static void fill_head(void *data, const struct found_file *found)
{
    *(struct data_head *)data = (struct data_head){.attributes = found->attributes,
                                                   .times = {file_time(found->times[RAM_MADE]),
                                                             file_time(found->times[RAM_READ]),
                                                             file_time(found->times[RAM_WRITTEN])},
                                                   .size_low = found->size};
}

static void fill_narrow(LPWIN32_FIND_DATAA data, const struct found_file *found)
{
    fill_head(data, found);
    strcpy(data->cFileName, found->name);
    data->cAlternateFileName[0] = 0;
}

static void fill_wide(LPWIN32_FIND_DATAW data, const struct found_file *found)
{
    fill_head(data, found);
    file_give_wide(found->name, data->cFileName, MAX_PATH);
    data->cAlternateFileName[0] = 0;
}

static HANDLE find_first(LPCSTR name, struct found_file *found)
{
    static const DWORD errors[] = {[FIND_NO_FOLDER] = ERROR_PATH_NOT_FOUND,
                                   [FIND_NO_FILE] = ERROR_FILE_NOT_FOUND,
                                   [FIND_TOO_MANY] = ERROR_NO_SYSTEM_RESOURCES,
                                   [FIND_BAD_NAME] = ERROR_INVALID_NAME};
    int search;
    enum find_result result = find_begin(name ? name : "", &search, found);
    return result == FIND_DONE ? handle_of(search) : file_handle_fails(errors[result]);
}

HANDLE WINAPI FindFirstFileA(LPCSTR name, LPWIN32_FIND_DATAA data)
{
    struct found_file found;
    HANDLE handle = find_first(name, &found);
    if (handle != INVALID_HANDLE_VALUE)
        fill_narrow(data, &found);
    return handle;
}

HANDLE WINAPI FindFirstFileW(LPCWSTR name, LPWIN32_FIND_DATAW data)
{
    char narrow[FILE_NARROW_SIZE];
    struct found_file found;
    HANDLE handle = find_first(file_narrow(name, narrow), &found);
    if (handle != INVALID_HANDLE_VALUE)
        fill_wide(data, &found);
    return handle;
}

/* Returns what is wrong with the parameters of a search, or ERROR_SUCCESS. */
static DWORD error_of_search(FINDEX_INFO_LEVELS level, FINDEX_SEARCH_OPS search, const void *filter,
                             DWORD flags)
{
    const DWORD known = FIND_FIRST_EX_CASE_SENSITIVE | FIND_FIRST_EX_LARGE_FETCH;
    if (search == FindExSearchLimitToDevices)
        return ERROR_NOT_SUPPORTED;
    bool is_known = level < FindExInfoMaxInfoLevel && search < FindExSearchMaxSearchOp && !filter &&
                    !(flags & ~known);
    return is_known ? ERROR_SUCCESS : ERROR_INVALID_PARAMETER;
}

HANDLE WINAPI FindFirstFileExA(LPCSTR name, FINDEX_INFO_LEVELS level, LPVOID data,
                               FINDEX_SEARCH_OPS search, LPVOID filter, DWORD flags)
{
    DWORD error = error_of_search(level, search, filter, flags);
    return error ? file_handle_fails(error) : FindFirstFileA(name, data);
}

HANDLE WINAPI FindFirstFileExW(LPCWSTR name, FINDEX_INFO_LEVELS level, LPVOID data,
                               FINDEX_SEARCH_OPS search, LPVOID filter, DWORD flags)
{
    DWORD error = error_of_search(level, search, filter, flags);
    return error ? file_handle_fails(error) : FindFirstFileW(name, data);
}

static BOOL find_more(HANDLE handle, struct found_file *found)
{
    int search = search_of(handle);
    return find_next(search, found) ||
           file_fails(find_is_open(search) ? ERROR_NO_MORE_FILES : ERROR_INVALID_HANDLE);
}

BOOL WINAPI FindNextFileA(HANDLE handle, LPWIN32_FIND_DATAA data)
{
    struct found_file found;
    if (!find_more(handle, &found))
        return FALSE;
    fill_narrow(data, &found);
    return TRUE;
}

BOOL WINAPI FindNextFileW(HANDLE handle, LPWIN32_FIND_DATAW data)
{
    struct found_file found;
    if (!find_more(handle, &found))
        return FALSE;
    fill_wide(data, &found);
    return TRUE;
}

BOOL WINAPI FindClose(HANDLE handle)
{
    return find_end(search_of(handle)) || file_fails(ERROR_INVALID_HANDLE);
}
