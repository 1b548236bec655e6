/* oleaut32.dll's texts, which know their length, and variants, which hold one value of a kind that
 * they tell. Programs import them by number. */
#include "win32/libraries/library.h"

#include <stdint.h>
#include <string.h>
#include <wchar.h>
#include <winbase.h>
#include <windef.h>

#define DISP_E_BADVARTYPE ((HRESULT)0x80020008)

/* ---------------------------------------------------------------- texts */

/* A text is the address of its first character. Its length, in bytes and without the zero, lies
 * before it; the text may have zeros inside. NULL is a text of no length. */
typedef WCHAR *BSTR;

struct text_block {
    DWORD size; /* bytes */
    WCHAR text[];
};

enum { MOST = INT32_MAX - sizeof(struct text_block) - sizeof(WCHAR) }; /* bytes of a text */

static struct text_block *block_of(BSTR text)
{
    return (struct text_block *)((char *)text - offsetof(struct text_block, text));
}

static UINT WINAPI SysStringByteLen(BSTR text)
{
    return text ? block_of(text)->size : 0;
}

static UINT WINAPI SysStringLen(BSTR text)
{
    return SysStringByteLen(text) / sizeof *text;
}

static void WINAPI SysFreeString(BSTR text)
{
    if (text)
        HeapFree(GetProcessHeap(), 0, block_of(text));
}

/* Returns a text of that many bytes, before which `old` was or NULL; NULL without memory for it:
 * `old` is as it was. A wide zero ends it, also behind an odd byte. */
static BSTR text_of_size(BSTR old, UINT size)
{
    if (size > (UINT)MOST)
        return NULL;
    const SIZE_T whole = sizeof(struct text_block) + size + sizeof(WCHAR);
    struct text_block *block = old ? HeapReAlloc(GetProcessHeap(), 0, block_of(old), whole)
                                   : HeapAlloc(GetProcessHeap(), 0, whole);
    if (!block)
        return NULL;
    block->size = size;
    memset((char *)block->text + size, 0, sizeof(WCHAR));
    return block->text;
}

static BSTR WINAPI SysAllocStringByteLen(LPCSTR from, UINT size)
{
    BSTR text = text_of_size(NULL, size);
    if (text && from)
        memcpy(text, from, size);
    return text;
}

static BSTR WINAPI SysAllocStringLen(const WCHAR *from, UINT length)
{
    return length > MOST / sizeof *from
               ? NULL
               : SysAllocStringByteLen((const char *)from, length * sizeof *from);
}

static BSTR WINAPI SysAllocString(const WCHAR *from)
{
    return from ? SysAllocStringLen(from, (UINT)wcslen(from)) : NULL;
}

/* Without a new text the characters stay, as far as they fit. */
static BOOL WINAPI SysReAllocStringLen(BSTR *text, const WCHAR *from, UINT length)
{
    const BSTR before = *text;
    BSTR made = length > MOST / sizeof *from ? NULL
                : from && from != before     ? SysAllocStringLen(from, length)
                                             : text_of_size(before, length * sizeof *from);
    if (!made)
        return FALSE;
    if (from && from != before)
        SysFreeString(before);
    *text = made;
    return TRUE;
}

static BOOL WINAPI SysReAllocString(BSTR *text, const WCHAR *from)
{
    if (from)
        return SysReAllocStringLen(text, from, (UINT)wcslen(from));
    SysFreeString(*text);
    *text = NULL;
    return TRUE;
}

/* ---------------------------------------------------------------- variants */

/* Kinds of values, and what is added to them: many of them, or the place of one. */
enum {
    VT_EMPTY,
    VT_NULL,
    VT_BSTR = 8,
    VT_DISPATCH,
    VT_UNKNOWN = 13,
    VT_NO_KIND = 15,
    VT_VOID = 24,
    VT_RECORD = 36,
    VT_KINDS = 0xFFF,
    VT_VECTOR = 0x1000,
    VT_ARRAY = 0x2000,
    VT_BYREF = 0x4000,
    VT_RESERVED = 0x8000
};

/* An object of COM: the table of its functions begins with these. */
struct object {
    const struct {
        HRESULT(WINAPI *query)(struct object *object, const void *interface, void **found);
        ULONG(WINAPI *keep)(struct object *object);
        ULONG(WINAPI *release)(struct object *object);
    } * calls;
};

typedef struct {
    WORD kind;
    WORD reserved[3];
    union {
        BSTR text;
        struct object *object;
        uint64_t bits;
    };
} VARIANT;

/* Arrays and records are made by calls that this library has not. */
static BOOL is_known(WORD kind)
{
    const WORD plain = kind & VT_KINDS;
    if (kind & (VT_VECTOR | VT_RESERVED) || plain == VT_NO_KIND || plain >= VT_VOID)
        return FALSE;
    return kind & VT_BYREF ? plain > VT_NULL : !(kind & VT_ARRAY);
}

static BOOL is_object(WORD kind)
{
    return kind == VT_DISPATCH || kind == VT_UNKNOWN;
}

static void WINAPI VariantInit(VARIANT *variant)
{
    variant->kind = VT_EMPTY;
}

static HRESULT WINAPI VariantClear(VARIANT *variant)
{
    if (!is_known(variant->kind))
        return DISP_E_BADVARTYPE;
    if (variant->kind == VT_BSTR)
        SysFreeString(variant->text);
    if (is_object(variant->kind) && variant->object)
        variant->object->calls->release(variant->object);
    VariantInit(variant);
    return S_OK;
}

static HRESULT WINAPI VariantCopy(VARIANT *to, const VARIANT *from)
{
    if (to == from)
        return S_OK;
    if (!is_known(from->kind))
        return DISP_E_BADVARTYPE;
    VARIANT copy = *from;
    if (copy.kind == VT_BSTR && copy.text) {
        copy.text = SysAllocStringByteLen((const char *)copy.text, SysStringByteLen(copy.text));
        if (!copy.text)
            return E_OUTOFMEMORY;
    }
    if (is_object(copy.kind) && copy.object)
        copy.object->calls->keep(copy.object);
    HRESULT result = VariantClear(to);
    if (result == S_OK)
        *to = copy;
    else
        VariantClear(&copy);
    return result;
}

static const struct runtime_export rows[] = {
    ORDINAL(SysAllocString, 2),     ORDINAL(SysAllocStringByteLen, 150),
    ORDINAL(SysAllocStringLen, 4),  ORDINAL(SysFreeString, 6),
    ORDINAL(SysReAllocString, 3),   ORDINAL(SysReAllocStringLen, 5),
    ORDINAL(SysStringByteLen, 149), ORDINAL(SysStringLen, 7),
    ORDINAL(VariantClear, 9),       ORDINAL(VariantCopy, 10),
    ORDINAL(VariantInit, 8),
};

LIBRARY(oleaut32_module, "OLEAUT32", rows);
