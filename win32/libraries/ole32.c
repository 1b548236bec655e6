/* ole32.dll without a component: it starts, and has memory and identifiers. No class is known. */
#include "win32/libraries/guid.h"
#include "win32/libraries/library.h"
#include "win32/msvcrt/thread_data.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <winbase.h>
#include <windef.h>

#define S_FALSE             ((HRESULT)1)
#define E_NOTIMPL           ((HRESULT)0x80004001)
#define E_POINTER           ((HRESULT)0x80004003)
#define E_INVALIDARG        ((HRESULT)0x80070057)
#define CO_E_CLASSSTRING    ((HRESULT)0x800401F3)
#define REGDB_E_CLASSNOTREG ((HRESULT)0x80040154)
#define CO_E_NOTINITIALIZED ((HRESULT)0x800401F0)
#define RPC_E_CHANGED_MODE  ((HRESULT)0x80010106)

/* ---------------------------------------------------------------- start and end */

/* A thread begins for itself, and has one kind until its end. */
static HRESULT WINAPI CoInitializeEx(void *reserved, DWORD kind)
{
    enum { APARTMENT = 2 };
    struct msvcrt_thread *thread = msvcrt_thread();
    if (reserved)
        return E_INVALIDARG;
    if (thread->com_starts && thread->com_kind != (kind & APARTMENT))
        return RPC_E_CHANGED_MODE;
    thread->com_kind = kind & APARTMENT;
    return thread->com_starts++ ? S_FALSE : S_OK;
}

static HRESULT WINAPI CoInitialize(void *reserved)
{
    return CoInitializeEx(reserved, 2);
}

static void WINAPI CoUninitialize(void)
{
    struct msvcrt_thread *thread = msvcrt_thread();
    if (thread->com_starts > 0)
        thread->com_starts--;
}

static HRESULT WINAPI CoCreateInstance(const struct guid *class, void *outer, DWORD context,
                                       const struct guid *interface, void **made)
{
    (void)class, (void)outer, (void)context, (void)interface;
    if (!made)
        return E_POINTER;
    *made = NULL;
    return msvcrt_thread()->com_starts ? REGDB_E_CLASSNOTREG : CO_E_NOTINITIALIZED;
}

static HRESULT WINAPI CoGetClassObject(const struct guid *class, DWORD context, void *server,
                                       const struct guid *interface, void **made)
{
    return CoCreateInstance(class, server, context, interface, made);
}

static HRESULT WINAPI CLSIDFromProgID(LPCWSTR name, struct guid *class)
{
    (void)name;
    memset(class, 0, sizeof *class);
    return CO_E_CLASSSTRING;
}

/* ---------------------------------------------------------------- memory */

static void *WINAPI CoTaskMemAlloc(SIZE_T size)
{
    return HeapAlloc(GetProcessHeap(), 0, size);
}

static void *WINAPI CoTaskMemRealloc(void *block, SIZE_T size)
{
    if (!block)
        return CoTaskMemAlloc(size);
    if (size)
        return HeapReAlloc(GetProcessHeap(), 0, block, size);
    HeapFree(GetProcessHeap(), 0, block);
    return NULL;
}

static void WINAPI CoTaskMemFree(void *block)
{
    if (block)
        HeapFree(GetProcessHeap(), 0, block);
}

/* ---------------------------------------------------------------- identifiers */

static HRESULT WINAPI CoCreateGuid(struct guid *id)
{
    if (!id)
        return E_INVALIDARG;
    guid_make(id);
    return S_OK;
}

/* Returns the characters with the zero, 0 where there is no room for them. */
static int WINAPI StringFromGUID2(const struct guid *id, LPWSTR to, int size)
{
    enum { WHOLE = GUID_TEXT + 2 + 1 };
    char text[GUID_TEXT + 1];
    if (size < WHOLE)
        return 0;
    guid_write(id, text, true);
    *to++ = '{';
    for (unsigned i = 0; i < GUID_TEXT; i++)
        *to++ = (unsigned char)text[i];
    *to++ = '}';
    *to = 0;
    return WHOLE;
}

static HRESULT WINAPI StringFromCLSID(const struct guid *id, LPWSTR *text)
{
    enum { WHOLE = GUID_TEXT + 2 + 1 };
    *text = CoTaskMemAlloc(WHOLE * sizeof **text);
    if (!*text)
        return E_OUTOFMEMORY;
    StringFromGUID2(id, *text, WHOLE);
    return S_OK;
}

static HRESULT WINAPI CLSIDFromString(LPCWSTR text, struct guid *id)
{
    char plain[GUID_TEXT + 1] = "";
    memset(id, 0, sizeof *id);
    if (!text)
        return S_OK;
    if (wcslen(text) != GUID_TEXT + 2 || text[0] != '{' || text[GUID_TEXT + 1] != '}')
        return CO_E_CLASSSTRING;
    for (unsigned i = 0; i < GUID_TEXT; i++)
        plain[i] = (char)(text[i + 1] < 0x80 ? text[i + 1] : '?');
    return guid_read(plain, id) ? S_OK : CO_E_CLASSSTRING;
}

static BOOL WINAPI IsEqualGUID(const struct guid *one, const struct guid *other)
{
    return memcmp(one, other, sizeof *one) == 0;
}

static const struct runtime_export rows[] = {
    EXPORT(CLSIDFromProgID),
    EXPORT(CLSIDFromString),
    EXPORT(CoCreateGuid),
    EXPORT(CoCreateInstance),
    EXPORT(CoGetClassObject),
    EXPORT(CoInitialize),
    EXPORT(CoInitializeEx),
    EXPORT(CoTaskMemAlloc),
    EXPORT(CoTaskMemFree),
    EXPORT(CoTaskMemRealloc),
    EXPORT(CoUninitialize),
    EXPORT_AS(IIDFromString, CLSIDFromString),
    EXPORT(IsEqualGUID),
    EXPORT_AS(OleInitialize, CoInitialize),
    EXPORT_AS(OleUninitialize, CoUninitialize),
    EXPORT(StringFromCLSID),
    EXPORT(StringFromGUID2),
    EXPORT_AS(StringFromIID, StringFromCLSID),
};

LIBRARY(ole32_module, "ole32", rows);
