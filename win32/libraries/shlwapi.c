/* shlwapi.dll: paths as texts, and parts of texts. */
#include "win32/libraries/byte_sizes.h"
#include "win32/libraries/library.h"

#include <fileapi.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <wchar.h>
#include <winbase.h>

#define LETTER          char
#define OF_KIND(name)   name##A
#define KIND_LENGTH     strlen
#define KIND_FIND       strstr
#define KIND_CHARACTER  strchr
#define KIND_COMPARE    _strnicmp
#define KIND_ORDER      strncmp
#define KIND_ATTRIBUTES GetFileAttributesA
#include "win32/libraries/path_calls_of_kind.h"
#include "win32/libraries/text_calls_of_kind.h"

#undef LETTER
#undef OF_KIND
#undef KIND_LENGTH
#undef KIND_FIND
#undef KIND_CHARACTER
#undef KIND_COMPARE
#undef KIND_ORDER
#undef KIND_ATTRIBUTES
#define LETTER          wchar_t
#define OF_KIND(name)   name##W
#define KIND_LENGTH     wcslen
#define KIND_FIND       wcsstr
#define KIND_CHARACTER  wcschr
#define KIND_COMPARE    _wcsnicmp
#define KIND_ORDER      wcsncmp
#define KIND_ATTRIBUTES GetFileAttributesW
#include "win32/libraries/path_calls_of_kind.h"
#include "win32/libraries/text_calls_of_kind.h"

/* ---------------------------------------------------------------- of one kind alone */

static wchar_t *WINAPI StrCpyW(wchar_t *to, const wchar_t *from)
{
    return to && from ? wcscpy(to, from) : to;
}

static wchar_t *WINAPI StrCatW(wchar_t *text, const wchar_t *more)
{
    return text && more ? wcscat(text, more) : text;
}

static wchar_t *WINAPI StrCpyNW(wchar_t *to, const wchar_t *from, int size)
{
    if (to && size > 0)
        *to = 0;
    return StrCatBuffW(to, from, to ? size : 0);
}

static int WINAPI StrCmpW(const wchar_t *left, const wchar_t *right)
{
    return wcscmp(left, right);
}

static wchar_t *WINAPI StrChrNW(const wchar_t *text, wchar_t character, UINT most)
{
    for (; text && most && *text; text++, most--)
        if (*text == character)
            return (wchar_t *)text;
    return NULL;
}

/* ---------------------------------------------------------------- sizes */

static char *WINAPI StrFormatByteSize64A(LONGLONG bytes, char *to, UINT size)
{
    char text[BYTE_SIZE_ROOM];
    byte_size_text(bytes, text);
    return lstrcpynA(to, text, (int)size);
}

static char *WINAPI StrFormatByteSizeA(DWORD bytes, char *to, UINT size)
{
    return StrFormatByteSize64A(bytes, to, size);
}

static wchar_t *copy_wide(wchar_t *to, UINT size, const char *text)
{
    wchar_t wide[BYTE_SIZE_ROOM];
    MultiByteToWideChar(CP_ACP, 0, text, -1, wide, BYTE_SIZE_ROOM);
    return lstrcpynW(to, wide, (int)size);
}

static wchar_t *WINAPI StrFormatByteSizeW(LONGLONG bytes, wchar_t *to, UINT size)
{
    char text[BYTE_SIZE_ROOM];
    byte_size_text(bytes, text);
    return copy_wide(to, size, text);
}

static char *WINAPI StrFormatKBSizeA(LONGLONG bytes, char *to, UINT size)
{
    char text[BYTE_SIZE_ROOM];
    kilobyte_text(bytes, text);
    return lstrcpynA(to, text, (int)size);
}

static wchar_t *WINAPI StrFormatKBSizeW(LONGLONG bytes, wchar_t *to, UINT size)
{
    char text[BYTE_SIZE_ROOM];
    kilobyte_text(bytes, text);
    return copy_wide(to, size, text);
}

static int WINAPI StrFromTimeIntervalA(char *to, UINT size, DWORD milliseconds, int digits)
{
    char text[BYTE_SIZE_ROOM];
    interval_text(milliseconds, digits, text);
    if (to)
        lstrcpynA(to, text, (int)size);
    return (int)strlen(text);
}

static int WINAPI StrFromTimeIntervalW(wchar_t *to, UINT size, DWORD milliseconds, int digits)
{
    char text[BYTE_SIZE_ROOM];
    interval_text(milliseconds, digits, text);
    if (to)
        copy_wide(to, size, text);
    return (int)strlen(text);
}

static const struct runtime_export rows[] = {
    EXPORT(PathAddBackslashA),
    EXPORT(PathAddBackslashW),
    EXPORT(PathAddExtensionA),
    EXPORT(PathAddExtensionW),
    EXPORT(PathAppendA),
    EXPORT(PathAppendW),
    EXPORT(PathBuildRootA),
    EXPORT(PathBuildRootW),
    EXPORT(PathCanonicalizeA),
    EXPORT(PathCanonicalizeW),
    EXPORT(PathCombineA),
    EXPORT(PathCombineW),
    EXPORT(PathCommonPrefixA),
    EXPORT(PathCommonPrefixW),
    EXPORT(PathFileExistsA),
    EXPORT(PathFileExistsW),
    EXPORT(PathFindExtensionA),
    EXPORT(PathFindExtensionW),
    EXPORT(PathFindFileNameA),
    EXPORT(PathFindFileNameW),
    EXPORT(PathFindNextComponentA),
    EXPORT(PathFindNextComponentW),
    EXPORT(PathGetArgsA),
    EXPORT(PathGetArgsW),
    EXPORT(PathGetDriveNumberA),
    EXPORT(PathGetDriveNumberW),
    EXPORT(PathIsDirectoryA),
    EXPORT(PathIsDirectoryW),
    EXPORT(PathIsFileSpecA),
    EXPORT(PathIsFileSpecW),
    EXPORT(PathIsRelativeA),
    EXPORT(PathIsRelativeW),
    EXPORT(PathIsRootA),
    EXPORT(PathIsRootW),
    EXPORT(PathIsUNCA),
    EXPORT(PathIsUNCW),
    EXPORT(PathMatchSpecA),
    EXPORT(PathMatchSpecW),
    EXPORT(PathQuoteSpacesA),
    EXPORT(PathQuoteSpacesW),
    EXPORT(PathRemoveBackslashA),
    EXPORT(PathRemoveBackslashW),
    EXPORT(PathRemoveBlanksA),
    EXPORT(PathRemoveBlanksW),
    EXPORT(PathRemoveExtensionA),
    EXPORT(PathRemoveExtensionW),
    EXPORT(PathRemoveFileSpecA),
    EXPORT(PathRemoveFileSpecW),
    EXPORT(PathRenameExtensionA),
    EXPORT(PathRenameExtensionW),
    EXPORT(PathSkipRootA),
    EXPORT(PathSkipRootW),
    EXPORT(PathStripPathA),
    EXPORT(PathStripPathW),
    EXPORT(PathStripToRootA),
    EXPORT(PathStripToRootW),
    EXPORT(PathUnquoteSpacesA),
    EXPORT(PathUnquoteSpacesW),
    EXPORT(StrCSpnA),
    EXPORT(StrCSpnIA),
    EXPORT(StrCSpnIW),
    EXPORT(StrCSpnW),
    EXPORT(StrCatBuffA),
    EXPORT(StrCatBuffW),
    EXPORT(StrCatW),
    EXPORT(StrChrA),
    EXPORT(StrChrIA),
    EXPORT(StrChrIW),
    EXPORT(StrChrNW),
    EXPORT(StrChrW),
    EXPORT(StrCmpIA),
    EXPORT(StrCmpIW),
    EXPORT(StrCmpNA),
    EXPORT(StrCmpNIA),
    EXPORT(StrCmpNIW),
    EXPORT(StrCmpNW),
    EXPORT(StrCmpW),
    EXPORT(StrCpyNW),
    EXPORT(StrCpyW),
    EXPORT(StrDupA),
    EXPORT(StrDupW),
    EXPORT(StrFormatByteSize64A),
    EXPORT(StrFormatByteSizeA),
    EXPORT(StrFormatByteSizeW),
    EXPORT(StrFormatKBSizeA),
    EXPORT(StrFormatKBSizeW),
    EXPORT(StrFromTimeIntervalA),
    EXPORT(StrFromTimeIntervalW),
    EXPORT(StrPBrkA),
    EXPORT(StrPBrkW),
    EXPORT(StrRChrA),
    EXPORT(StrRChrIA),
    EXPORT(StrRChrIW),
    EXPORT(StrRChrW),
    EXPORT(StrRStrIA),
    EXPORT(StrRStrIW),
    EXPORT(StrSpnA),
    EXPORT(StrSpnW),
    EXPORT(StrStrA),
    EXPORT(StrStrIA),
    EXPORT(StrStrIW),
    EXPORT(StrStrW),
    EXPORT(StrToInt64ExA),
    EXPORT(StrToInt64ExW),
    EXPORT(StrToIntA),
    EXPORT(StrToIntExA),
    EXPORT(StrToIntExW),
    EXPORT(StrToIntW),
    EXPORT(StrTrimA),
    EXPORT(StrTrimW),
};

LIBRARY(shlwapi_module, "SHLWAPI", rows);
