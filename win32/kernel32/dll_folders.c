#include "win32/kernel32/dll_folders.h"

#include "lib/lock.h"
#include "win32/fails.h"
#include "win32/files/file_names.h"
#include "win32/process/dll_search.h"

#include <fileapi.h>
#include <string.h>

static struct lock folder_lock;
static char folder[MAX_PATH]; /* with the lock held */
static bool is_set;

bool dll_search_folder(char copied[MAX_PATH])
{
    lock_take(&folder_lock);
    strcpy(copied, folder);
    bool has_one = is_set;
    lock_release(&folder_lock);
    return has_one;
}

BOOL WINAPI SetDllDirectoryA(LPCSTR becomes)
{
    if (becomes && (strlen(becomes) >= MAX_PATH || strchr(becomes, ';')))
        return fails(ERROR_INVALID_PARAMETER);
    char copied[MAX_PATH] = "";
    if (becomes)
        strcpy(copied, becomes);
    lock_take(&folder_lock);
    strcpy(folder, copied);
    is_set = becomes != NULL;
    lock_release(&folder_lock);
    return TRUE;
}

BOOL WINAPI SetDllDirectoryW(LPCWSTR becomes)
{
    char narrow[FILE_NARROW_SIZE];
    return SetDllDirectoryA(file_narrow(becomes, narrow));
}

DWORD WINAPI GetDllDirectoryA(DWORD size, LPSTR buffer)
{
    char copied[MAX_PATH];
    dll_search_folder(copied);
    if (size) /* what is too long leaves an empty text */
        *buffer = 0;
    return file_give_text(copied, buffer, size);
}

DWORD WINAPI GetDllDirectoryW(DWORD size, LPWSTR buffer)
{
    char copied[MAX_PATH];
    dll_search_folder(copied);
    if (size)
        *buffer = 0;
    return file_give_wide(copied, buffer, size);
}

/* A file that is there cannot become a second process. */
static DWORD error_of_program(LPCSTR name)
{
    return GetFileAttributesA(name) == INVALID_FILE_ATTRIBUTES ? GetLastError()
                                                               : ERROR_ACCESS_DENIED;
}

UINT WINAPI WinExec(LPCSTR line, UINT show)
{
    char name[MAX_PATH];
    size_t skipped = *line == '"', length = strcspn(line + skipped, skipped ? "\"" : " ");
    (void)show;
    if (length >= sizeof name)
        length = sizeof name - 1;
    memcpy(name, line + skipped, length);
    name[length] = 0;
    return error_of_program(name);
}

DWORD WINAPI LoadModule(LPCSTR name, LPVOID parameters)
{
    (void)parameters;
    return error_of_program(name);
}
