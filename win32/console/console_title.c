/* The console's title, which is kept and told. */
#include "kernel/call/program.h"
#include "lib/utf16.h"
#include "win32/files/open_files.h"

#include <consoleapi2.h>
#include <stdlib.h>
#include <string.h>
#include <winerror.h>

enum { TITLE = 256 };

static struct lock title_lock;
static char title[TITLE]; /* with the lock held */
static bool has_title;

BOOL WINAPI SetConsoleTitleA(LPCSTR text)
{
    char copied[TITLE];
    size_t length = strlen(text);
    if (length >= TITLE)
        return file_fails(ERROR_NOT_ENOUGH_MEMORY);
    memcpy(copied, text, length + 1);
    lock_take(&title_lock);
    memcpy(title, copied, length + 1);
    has_title = true;
    lock_release(&title_lock);
    return TRUE;
}

BOOL WINAPI SetConsoleTitleW(LPCWSTR text)
{
    char *narrow = wide_narrow_copy(text);
    BOOL set = narrow ? SetConsoleTitleA(narrow) : file_fails(ERROR_NOT_ENOUGH_MEMORY);
    free(narrow);
    return set;
}

static void copy_title(char copied[TITLE])
{
    int count;
    lock_take(&title_lock);
    strncpy(copied, has_title ? title : *program_words(&count), TITLE - 1);
    lock_release(&title_lock);
    copied[TITLE - 1] = 0;
}

DWORD WINAPI GetConsoleTitleA(LPSTR text, DWORD size)
{
    char copied[TITLE];
    if (!size) {
        file_fails(ERROR_INVALID_PARAMETER);
        return 0;
    }
    copy_title(copied);
    strncpy(text, copied, size - 1);
    text[size - 1] = 0;
    return (DWORD)strlen(copied);
}

DWORD WINAPI GetConsoleTitleW(LPWSTR text, DWORD size)
{
    char copied[TITLE];
    wchar_t wide[TITLE];
    if (!size) {
        file_fails(ERROR_INVALID_PARAMETER);
        return 0;
    }
    copy_title(copied);
    DWORD length = (DWORD)wide_widen(copied, wide), part = length < size ? length : size - 1;
    memcpy(text, wide, part * sizeof *wide);
    text[part] = 0;
    return length;
}
