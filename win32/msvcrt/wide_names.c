/* Calls of the C library with wide names and texts, by those with narrow ones. */
#include "lib/utf16.h"
#include "win32/msvcrt/call.h"

#include <errno.h>
#include <io.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utime.h>
#include <time.h>
#include <wchar.h>

CALL(int, _wcreat, const wchar_t *name, int permissions)
{
    char *narrow = wide_narrow_copy(name);
    int number = narrow ? _creat(narrow, permissions) : -1;
    free(narrow);
    return number;
}

CALL(int, _wutime, const wchar_t *name, const struct _utimbuf *times)
{
    char *narrow = wide_narrow_copy(name);
    int failed = narrow ? _utime(narrow, times) : -1;
    free(narrow);
    return failed;
}

CALL(FILE *, _wfreopen, const wchar_t *name, const wchar_t *mode, FILE *file)
{
    char *narrow = wide_narrow_copy(name), *letters = wide_narrow_copy(mode);
    FILE *opened = narrow && letters ? freopen(narrow, letters, file) : NULL;
    free(narrow);
    free(letters);
    return opened;
}

CALL(int, _wfreopen_s, FILE **opened, const wchar_t *name, const wchar_t *mode, FILE *file)
{
    if (!opened || !name || !mode || !file)
        return errno = EINVAL;
    *opened = _wfreopen(name, mode, file);
    return *opened ? 0 : errno;
}

CALL(FILE *, _wfsopen, const wchar_t *name, const wchar_t *mode, int share)
{
    (void)share; /* files are shared for all */
    return _wfopen(name, mode);
}

CALL(FILE *, _wfdopen, int number, const wchar_t *mode)
{
    char *letters = wide_narrow_copy(mode);
    FILE *file = letters ? _fdopen(number, letters) : NULL;
    free(letters);
    return file;
}

CALL(void, _wperror, const wchar_t *title)
{
    char *narrow = title ? wide_narrow_copy(title) : NULL;
    perror(narrow);
    free(narrow);
}

CALL(wchar_t *, __wcserror, const wchar_t *title)
{
    enum { TITLE_MOST = 94, ROOM = 160 };
    static wchar_t text[ROOM];
    bool has_title = title && *title;
    _snwprintf(text, ROOM, L"%.*ls%ls%ls\n", TITLE_MOST, has_title ? title : L"",
               has_title ? L": " : L"", _wcserror(errno));
    return text;
}

extern char *msvcrt_setlocale(int category, const char *name);

CALL(wchar_t *, _wsetlocale, int category, const wchar_t *name)
{
    enum { ROOM = 32 };
    static wchar_t wide[ROOM];
    char *narrow = name ? wide_narrow_copy(name) : NULL;
    const char *result = !name || narrow ? msvcrt_setlocale(category, narrow) : NULL;
    free(narrow);
    if (!result)
        return NULL;
    wide_widen(result, wide); /* "C" */
    return wide;
}

/* ---------------------------------------------------------------- texts made by the library */

CALL(wchar_t *, _wstrdate, wchar_t *text)
{
    char narrow[9];
    wide_widen(_strdate(narrow), text);
    return text;
}

CALL(wchar_t *, _wstrtime, wchar_t *text)
{
    char narrow[9];
    wide_widen(_strtime(narrow), text);
    return text;
}

CALL(wchar_t *, _wtmpnam, wchar_t *buffer)
{
    static wchar_t own[L_tmpnam];
    char narrow[L_tmpnam];
    wchar_t *name = buffer ? buffer : own;
    wide_widen(tmpnam(narrow), name);
    return name;
}
