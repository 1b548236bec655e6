/* version.dll: the version of a file by its resource of kind 16. The resource is a tree. A node is
 * its length, the length of its value, whether that is a text, a name, and at the next multiples of
 * four its value and its children. */
#include "win32/fails.h"
#include "win32/libraries/library.h"
#include "win32/process/resources.h"

#include <libloaderapi.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <stringapiset.h>
#include <wchar.h>
#include <winerror.h>
#include <winnls.h>

struct node {
    uint16_t length, value_length, is_text;
    wchar_t name[];
};

enum { KIND_VERSION = 16, ONLY = 1, SPARE = 3 /* texts may be asked for as narrow ones */ };

/* ---------------------------------------------------------------- of a file */

/* Loads the file to look at it. Returns its resource, NULL without one, with the error. */
static const void *open_version(LPCWSTR file, HMODULE *module, DWORD *size)
{
    *module = LoadLibraryExW(file, NULL, LOAD_LIBRARY_AS_DATAFILE);
    HRSRC found = *module ? FindResourceW(*module, (LPCWSTR)ONLY, (LPCWSTR)KIND_VERSION) : NULL;
    *size = found ? SizeofResource(*module, found) : 0;
    const struct node *root = found ? LockResource(LoadResource(*module, found)) : NULL;
    if (root && (*size < sizeof *root || root->length > *size)) {
        SetLastError(ERROR_RESOURCE_DATA_NOT_FOUND);
        return NULL;
    }
    return root;
}

static void close_version(HMODULE module)
{
    DWORD before = GetLastError();
    if (module)
        FreeLibrary(module);
    SetLastError(before);
}

static DWORD WINAPI GetFileVersionInfoSizeW(LPCWSTR file, DWORD *handle)
{
    HMODULE module;
    DWORD size;
    if (handle)
        *handle = 0;
    bool is_there = open_version(file, &module, &size) != NULL;
    close_version(module);
    return is_there ? size * SPARE : 0;
}

static BOOL WINAPI GetFileVersionInfoW(LPCWSTR file, DWORD handle, DWORD room, void *block)
{
    HMODULE module;
    DWORD size;
    (void)handle;
    const void *found = open_version(file, &module, &size);
    if (found)
        memcpy(block, found, size < room ? size : room);
    bool fits = !found || size <= room;
    close_version(module);
    if (found && !fits)
        return fails(ERROR_INSUFFICIENT_BUFFER);
    return found != NULL;
}

static bool widen_path(LPCSTR file, wchar_t path[MAX_PATH])
{
    return file && MultiByteToWideChar(CP_ACP, 0, file, -1, path, MAX_PATH) > 0;
}

static DWORD WINAPI GetFileVersionInfoSizeA(LPCSTR file, DWORD *handle)
{
    wchar_t path[MAX_PATH];
    return widen_path(file, path) ? GetFileVersionInfoSizeW(path, handle) : 0;
}

static BOOL WINAPI GetFileVersionInfoA(LPCSTR file, DWORD handle, DWORD room, void *block)
{
    wchar_t path[MAX_PATH];
    return widen_path(file, path) && GetFileVersionInfoW(path, handle, room, block);
}

/* ---------------------------------------------------------------- of a block */

static uint32_t round_to_four(uint32_t offset)
{
    return (offset + 3) & ~3u;
}

/* Offsets from the node's begin: of its value, and of its first child. */
static uint32_t value_offset(const struct node *node)
{
    return round_to_four((uint32_t)(sizeof *node + (wcslen(node->name) + 1) * sizeof(wchar_t)));
}

static uint32_t children_offset(const struct node *node)
{
    uint32_t unit = node->is_text ? sizeof(wchar_t) : 1;
    return round_to_four(value_offset(node) + node->value_length * unit);
}

static const struct node *find_child(const struct node *node, const wchar_t *name, size_t length)
{
    uint32_t offset = children_offset(node);
    while (offset + sizeof *node < node->length) {
        const struct node *child = (const struct node *)((const char *)node + offset);
        if (child->length < sizeof *child || child->length > node->length - offset)
            return NULL;
        if (_wcsnicmp(child->name, name, length) == 0 && !child->name[length])
            return child;
        offset += round_to_four(child->length);
    }
    return NULL;
}

static const struct node *find_node(const struct node *node, const wchar_t *path)
{
    while (node && *path) {
        size_t length = wcscspn(path, L"\\");
        if (length)
            node = find_child(node, path, length);
        path += length + (path[length] == '\\');
    }
    return node;
}

static BOOL WINAPI VerQueryValueW(const void *block, LPCWSTR path, void **value, UINT *length)
{
    const struct node *node = find_node(block, path);
    if (!node) {
        if (length)
            *length = 0;
        return fails(ERROR_RESOURCE_TYPE_NOT_FOUND);
    }
    *value = (char *)node + value_offset(node);
    if (length)
        *length = node->value_length;
    return TRUE;
}

/* A text becomes narrow behind the resource, at the place that is its own there. */
static BOOL WINAPI VerQueryValueA(const void *block, LPCSTR path, void **value, UINT *length)
{
    const struct node *root = block;
    wchar_t wide[MAX_PATH];
    UINT size;
    if (!widen_path(path, wide) || !VerQueryValueW(block, wide, value, &size)) {
        if (length)
            *length = 0;
        return fails(ERROR_RESOURCE_TYPE_NOT_FOUND);
    }
    if (find_node(block, wide)->is_text && size) {
        size_t offset = (size_t)((char *)*value - (const char *)block);
        char *to = (char *)block + root->length + offset * SPARE / 2 - offset / 2;
        size = (UINT)WideCharToMultiByte(CP_ACP, 0, *value, (int)size, to,
                                         (int)(size * sizeof(wchar_t)), NULL, NULL);
        *value = to;
    }
    if (length)
        *length = size;
    return TRUE;
}

static const struct runtime_export rows[] = {
    EXPORT(GetFileVersionInfoA), EXPORT(GetFileVersionInfoSizeA), EXPORT(GetFileVersionInfoSizeW),
    EXPORT(GetFileVersionInfoW), EXPORT(VerQueryValueA),          EXPORT(VerQueryValueW),
};

LIBRARY(version_module, "VERSION", rows);
