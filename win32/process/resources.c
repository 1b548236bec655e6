#include "win32/process/resources.h"

#include "win32/image/image_view.h"
#include "win32/letters.h"
#include "win32/process/module.h"
#include "win32/process/resource_tree.h"

#include <errhandlingapi.h>
#include <stdlib.h>
#include <stringapiset.h>
#include <winnls.h>

enum { TYPE_STRING = 6, STRINGS_IN_BLOCK = 16 };

/* Makes the key of a caller's text, once it is wide. */
static void make_key(LPCWSTR text, struct resource_key *key)
{
    *key = (struct resource_key){.number = (uint16_t)(ULONG_PTR)text};
    if ((ULONG_PTR)text < 0x10000)
        return;
    if (*text == L'#')
        key->number = (uint16_t)wcstoul(text + 1, NULL, 10);
    else
        for (unsigned i = 0; i < RESOURCE_NAME - 1 && text[i]; i++)
            key->name[i] = letter_large(text[i]);
}

LPCWSTR resource_widen(LPCSTR text, wchar_t buffer[RESOURCE_NAME])
{
    if ((ULONG_PTR)text < 0x10000)
        return (LPCWSTR)text;
    if (!MultiByteToWideChar(CP_ACP, 0, text, -1, buffer, RESOURCE_NAME))
        buffer[0] = 0;
    return buffer;
}

const char *resource_base(HMODULE module)
{
    EnterCriticalSection(&loader_lock);
    const struct module *found = module ? module_by_base((const void *)module) : program_module;
    LeaveCriticalSection(&loader_lock);
    if (!found)
        SetLastError(ERROR_RESOURCE_DATA_NOT_FOUND);
    return found ? module_base(found) : NULL;
}

const IMAGE_RESOURCE_DIRECTORY *resource_names(const char *base, LPCWSTR type)
{
    struct resource_key key;
    const IMAGE_RESOURCE_DIRECTORY *root = base ? resource_root(base) : NULL, *names = NULL;
    if (base && !root)
        SetLastError(ERROR_RESOURCE_DATA_NOT_FOUND);
    if (!root)
        return NULL;
    make_key(type, &key);
    names = resource_find(base, root, &key);
    if (!names)
        SetLastError(ERROR_RESOURCE_TYPE_NOT_FOUND);
    return names;
}

const IMAGE_RESOURCE_DIRECTORY *resource_languages(const char *base, LPCWSTR type, LPCWSTR name)
{
    struct resource_key key;
    const IMAGE_RESOURCE_DIRECTORY *names = resource_names(base, type), *languages;
    if (!names)
        return NULL;
    make_key(name, &key);
    languages = resource_find(base, names, &key);
    if (!languages)
        SetLastError(ERROR_RESOURCE_NAME_NOT_FOUND);
    return languages;
}

HRSRC WINAPI FindResourceExW(HMODULE module, LPCWSTR type, LPCWSTR name, WORD language)
{
    const char *base = resource_base(module);
    const IMAGE_RESOURCE_DIRECTORY *languages = resource_languages(base, type, name);
    const void *found = languages ? resource_find_language(base, languages, language) : NULL;
    if (languages && !found)
        SetLastError(ERROR_RESOURCE_LANG_NOT_FOUND);
    return (HRSRC)found;
}

HRSRC WINAPI FindResourceExA(HMODULE module, LPCSTR type, LPCSTR name, WORD language)
{
    wchar_t types[RESOURCE_NAME], names[RESOURCE_NAME];
    return FindResourceExW(module, resource_widen(type, types), resource_widen(name, names),
                           language);
}

HRSRC WINAPI FindResourceA(HMODULE module, LPCSTR name, LPCSTR type)
{
    return FindResourceExA(module, type, name, 0);
}

HRSRC WINAPI FindResourceW(HMODULE module, LPCWSTR name, LPCWSTR type)
{
    return FindResourceExW(module, type, name, 0);
}

HGLOBAL WINAPI LoadResource(HMODULE module, HRSRC found)
{
    const IMAGE_RESOURCE_DATA_ENTRY *row = found;
    const char *base = row ? resource_base(module) : NULL;
    return base ? (HGLOBAL)(base + row->OffsetToData) : NULL;
}

DWORD WINAPI SizeofResource(HMODULE module, HRSRC found)
{
    const IMAGE_RESOURCE_DATA_ENTRY *row = found;
    (void)module;
    return row ? row->Size : 0;
}

LPVOID WINAPI LockResource(HGLOBAL bytes)
{
    return bytes;
}

BOOL WINAPI FreeResource(HGLOBAL bytes)
{
    (void)bytes; /* they are the image's */
    return FALSE;
}

/* Finds a text and its length. Sixteen lie in a block, each behind its length. */
static int find_string(HMODULE module, UINT number, const wchar_t **text)
{
    HRSRC found = FindResourceW(module, (LPCWSTR)(ULONG_PTR)(number / STRINGS_IN_BLOCK + 1),
                                (LPCWSTR)(ULONG_PTR)TYPE_STRING);
    const IMAGE_RESOURCE_DATA_ENTRY *row = found;
    const char *base = found ? resource_base(module) : NULL;
    const wchar_t *next = base ? image_at(base, row->OffsetToData, row->Size) : NULL;
    const wchar_t *end = next ? next + row->Size / sizeof *next : NULL;
    for (UINT before = number % STRINGS_IN_BLOCK; next < end; before--) {
        int length = *next++;
        if (length > end - next)
            return 0;
        *text = next;
        if (before == 0)
            return length;
        next += length;
    }
    return 0;
}

int WINAPI LoadStringW(HMODULE module, UINT number, LPWSTR buffer, int size)
{
    const wchar_t *text;
    int length = size < 0 ? 0 : find_string(module, number, &text);
    if (size == 0) {
        if (length)
            *(const wchar_t **)(void *)buffer = text;
        return length;
    }
    if (size < 0)
        return 0;
    if (length >= size)
        length = size - 1;
    if (length)
        wmemcpy(buffer, text, (size_t)length);
    buffer[length] = 0;
    return length;
}

int WINAPI LoadStringA(HMODULE module, UINT number, LPSTR buffer, int size)
{
    const wchar_t *text;
    int length = find_string(module, number, &text), room = size - 1, used = 0;
    for (int i = 0; i < length; i++) {
        char bytes[8];
        int count = WideCharToMultiByte(CP_ACP, 0, text + i, 1, bytes, sizeof bytes, NULL, NULL);
        if (count > room - used)
            break;
        for (int k = 0; k < count; k++)
            buffer[used++] = bytes[k];
    }
    if (size > 0)
        buffer[used] = 0;
    return used;
}
