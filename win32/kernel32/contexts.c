#include "win32/kernel32/contexts.h"

#include "win32/fails.h"

#include <fileapi.h>
#include <handleapi.h>
#include <stdbool.h>

/* The beginning of ACTCTX, and its errors, which are above those of winerror.h. */
struct wish {
    ULONG size;
    DWORD flags;
    LPCSTR source;
};
struct basic_facts {
    HANDLE context;
    DWORD flags;
};
/* Flags of QueryActCtxW: 4 asks for the running thread's context, 8 for a module's, 10h for that of
 * an address. 80000000h leaves it uncounted.
 */
enum { QUERY_BY_ADDRESS = 0x10, KNOWN_QUERY_FLAGS = 0x4 | 0x8 | QUERY_BY_ADDRESS | 0x80000000u };
enum { BASIC_FACTS = 1 };
enum { WISH_SIZE = 32, NO_CONTEXT = 14001, NO_SECTION = 14000, COOKIE = 0x10000001 };

/* Makes none. The file has another name in wide text. */
static HANDLE refuse_context(const struct wish *wish, bool is_file)
{
    fails(!wish || wish->size < WISH_SIZE || !wish->source ? ERROR_INVALID_PARAMETER
          : is_file                                        ? NO_CONTEXT
                                                           : ERROR_FILE_NOT_FOUND);
    return INVALID_HANDLE_VALUE;
}

HANDLE WINAPI CreateActCtxA(const void *data)
{
    const struct wish *wish = data;
    return refuse_context(wish, wish && wish->source &&
                                    GetFileAttributesA(wish->source) != INVALID_FILE_ATTRIBUTES);
}

HANDLE WINAPI CreateActCtxW(const void *data)
{
    const struct wish *wish = data;
    return refuse_context(wish,
                          wish && wish->source &&
                              GetFileAttributesW((LPCWSTR)wish->source) != INVALID_FILE_ATTRIBUTES);
}

VOID WINAPI AddRefActCtx(HANDLE context)
{
    (void)context;
}

VOID WINAPI ReleaseActCtx(HANDLE context)
{
    (void)context;
}

BOOL WINAPI GetCurrentActCtx(HANDLE *context)
{
    *context = NULL;
    return TRUE;
}

BOOL WINAPI ActivateActCtx(HANDLE context, ULONG_PTR *cookie)
{
    if (context || !cookie)
        return fails(ERROR_INVALID_PARAMETER);
    *cookie = COOKIE;
    return TRUE;
}

BOOL WINAPI DeactivateActCtx(DWORD flags, ULONG_PTR cookie)
{
    return (!(flags & ~1u) && cookie == COOKIE) || fails(ERROR_INVALID_PARAMETER);
}

BOOL WINAPI ZombifyActCtx(HANDLE context)
{
    (void)context;
    return fails(ERROR_INVALID_PARAMETER);
}

BOOL WINAPI QueryActCtxW(DWORD flags, HANDLE context, PVOID part, ULONG class, PVOID facts,
                         SIZE_T size, SIZE_T *needed)
{
    static const struct basic_facts none = {NULL, 0};
    if (flags & ~KNOWN_QUERY_FLAGS || part || class != BASIC_FACTS ||
        (context && !(flags & QUERY_BY_ADDRESS)))
        return fails(ERROR_INVALID_PARAMETER);
    if (needed)
        *needed = sizeof none;
    if (!facts || size < sizeof none)
        return fails(ERROR_INSUFFICIENT_BUFFER);
    *(struct basic_facts *)facts = none;
    return TRUE;
}

BOOL WINAPI FindActCtxSectionStringA(DWORD flags, const void *extension, ULONG section, LPCSTR text,
                                     void *data)
{
    (void)flags, (void)section;
    return fails(extension || !text || !data ? ERROR_INVALID_PARAMETER : NO_SECTION);
}

BOOL WINAPI FindActCtxSectionStringW(DWORD flags, const void *extension, ULONG section,
                                     LPCWSTR text, void *data)
{
    (void)flags, (void)section;
    return fails(extension || !text || !data ? ERROR_INVALID_PARAMETER : NO_SECTION);
}

BOOL WINAPI FindActCtxSectionGuid(DWORD flags, const void *extension, ULONG section,
                                  const void *guid, void *data)
{
    (void)flags, (void)section;
    return fails(extension || !guid || !data ? ERROR_INVALID_PARAMETER : NO_SECTION);
}
