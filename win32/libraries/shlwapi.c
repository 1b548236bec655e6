/* shlwapi.dll: paths as texts, and parts of texts. */
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
#define KIND_ATTRIBUTES GetFileAttributesA
#include "win32/libraries/path_calls_of_kind.h"

#undef LETTER
#undef OF_KIND
#undef KIND_LENGTH
#undef KIND_FIND
#undef KIND_CHARACTER
#undef KIND_COMPARE
#undef KIND_ATTRIBUTES
#define LETTER          wchar_t
#define OF_KIND(name)   name##W
#define KIND_LENGTH     wcslen
#define KIND_FIND       wcsstr
#define KIND_CHARACTER  wcschr
#define KIND_COMPARE    _wcsnicmp
#define KIND_ATTRIBUTES GetFileAttributesW
#include "win32/libraries/path_calls_of_kind.h"

static const struct runtime_export rows[] = {
    EXPORT(PathAddBackslashA),
    EXPORT(PathAddBackslashW),
    EXPORT(PathAppendA),
    EXPORT(PathAppendW),
    EXPORT(PathCanonicalizeA),
    EXPORT(PathCanonicalizeW),
    EXPORT(PathCombineA),
    EXPORT(PathCombineW),
    EXPORT(PathFileExistsA),
    EXPORT(PathFileExistsW),
    EXPORT(PathFindExtensionA),
    EXPORT(PathFindExtensionW),
    EXPORT(PathFindFileNameA),
    EXPORT(PathFindFileNameW),
    EXPORT(PathIsDirectoryA),
    EXPORT(PathIsDirectoryW),
    EXPORT(PathIsRelativeA),
    EXPORT(PathIsRelativeW),
    EXPORT(PathRemoveFileSpecA),
    EXPORT(PathRemoveFileSpecW),
    EXPORT(PathStripPathA),
    EXPORT(PathStripPathW),
    EXPORT(StrChrA),
    EXPORT(StrChrW),
    EXPORT(StrCmpIA),
    EXPORT(StrCmpIW),
    EXPORT(StrStrA),
    EXPORT(StrStrIA),
    EXPORT(StrStrIW),
    EXPORT(StrStrW),
    EXPORT(StrToIntA),
    EXPORT(StrToIntW),
};

LIBRARY(shlwapi_module, "SHLWAPI", rows);
