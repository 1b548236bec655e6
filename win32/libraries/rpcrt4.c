/* rpcrt4.dll: identifiers. There is nobody to call. */
#include "win32/libraries/guid.h"
#include "win32/libraries/library.h"

#include <heapapi.h>
#include <string.h>
#include <windef.h>

typedef LONG RPC_STATUS;
enum { RPC_S_OK = 0, RPC_S_OUT_OF_MEMORY = 14, RPC_S_INVALID_STRING_UUID = 1705 };

static RPC_STATUS WINAPI UuidCreate(struct guid *id)
{
    guid_make(id);
    return RPC_S_OK;
}

static RPC_STATUS WINAPI UuidCreateNil(struct guid *id)
{
    memset(id, 0, sizeof *id);
    return RPC_S_OK;
}

static RPC_STATUS WINAPI UuidToStringA(const struct guid *id, char **text)
{
    *text = HeapAlloc(GetProcessHeap(), 0, GUID_TEXT + 1);
    if (!*text)
        return RPC_S_OUT_OF_MEMORY;
    guid_write(id, *text, false);
    return RPC_S_OK;
}

static RPC_STATUS WINAPI UuidToStringW(const struct guid *id, wchar_t **text)
{
    char narrow[GUID_TEXT + 1];
    *text = HeapAlloc(GetProcessHeap(), 0, sizeof narrow * sizeof **text);
    if (!*text)
        return RPC_S_OUT_OF_MEMORY;
    guid_write(id, narrow, false);
    for (unsigned i = 0; i < sizeof narrow; i++)
        (*text)[i] = (unsigned char)narrow[i];
    return RPC_S_OK;
}

static RPC_STATUS WINAPI free_text(void **text)
{
    HeapFree(GetProcessHeap(), 0, *text);
    *text = NULL;
    return RPC_S_OK;
}

/* No text at all is the identifier of zeros. */
static RPC_STATUS WINAPI UuidFromStringA(const char *text, struct guid *id)
{
    if (!text)
        return UuidCreateNil(id);
    return guid_read(text, id) ? RPC_S_OK : RPC_S_INVALID_STRING_UUID;
}

static int WINAPI UuidEqual(const struct guid *one, const struct guid *other, RPC_STATUS *status)
{
    *status = RPC_S_OK;
    return memcmp(one, other, sizeof *one) == 0;
}

static const struct runtime_export rows[] = {
    EXPORT_AS(RpcStringFreeA, free_text),
    EXPORT_AS(RpcStringFreeW, free_text),
    EXPORT(UuidCreate),
    EXPORT(UuidCreateNil),
    EXPORT(UuidEqual),
    EXPORT(UuidFromStringA),
    EXPORT(UuidToStringA),
    EXPORT(UuidToStringW),
};

LIBRARY(rpcrt4_module, "RPCRT4", rows);
