#include "win32/process/resource_enum.h"

#include "win32/fails.h"
#include "win32/process/resource_tree.h"
#include "win32/process/resources.h"

#include <fileapi.h>
#include <stringapiset.h>
#include <winnls.h>

/* The name or number of an entry, for a caller. */
static LPWSTR wide_name(struct resource_key *key)
{
    return *key->name ? key->name : (LPWSTR)(ULONG_PTR)key->number;
}

static LPSTR narrow_name(const struct resource_key *key, char text[RESOURCE_NAME])
{
    if (!*key->name)
        return (LPSTR)(ULONG_PTR)key->number;
    WideCharToMultiByte(CP_ACP, 0, key->name, -1, text, RESOURCE_NAME, NULL, NULL);
    return text;
}

/* Calls back for one entry. */
struct call {
    HMODULE module;
    const void *type, *name; /* as the caller has them */
    LONG_PTR context;
    void *function;
};
typedef BOOL call_back(const struct call *call, struct resource_key *key);

/* Calls back for each entry of a directory, which may be NULL. */
static BOOL walk_over(const IMAGE_RESOURCE_DIRECTORY *directory, const struct call *call,
                      call_back *back)
{
    struct resource_key key;
    const char *base = directory ? resource_base(call->module) : NULL;
    for (unsigned i = 0; base && resource_entry(base, directory, i, &key); i++)
        if (!back(call, &key))
            return fails(ERROR_RESOURCE_ENUM_USER_STOP);
    return base != NULL;
}

/* ---------------------------------------------------------------- types */

static BOOL type_narrow(const struct call *call, struct resource_key *key)
{
    char text[RESOURCE_NAME];
    return ((ENUMRESTYPEPROCA)call->function)(call->module, narrow_name(key, text), call->context);
}

static BOOL type_wide(const struct call *call, struct resource_key *key)
{
    return ((ENUMRESTYPEPROCW)call->function)(call->module, wide_name(key), call->context);
}

static const IMAGE_RESOURCE_DIRECTORY *types_of(HMODULE module)
{
    const char *base = resource_base(module);
    const IMAGE_RESOURCE_DIRECTORY *root = base ? resource_root(base) : NULL;
    if (base && !root)
        fails(ERROR_RESOURCE_DATA_NOT_FOUND);
    return root;
}

BOOL WINAPI EnumResourceTypesA(HMODULE module, ENUMRESTYPEPROCA function, LONG_PTR context)
{
    const struct call call = {module, NULL, NULL, context, (void *)function};
    return walk_over(types_of(module), &call, type_narrow);
}

BOOL WINAPI EnumResourceTypesW(HMODULE module, ENUMRESTYPEPROCW function, LONG_PTR context)
{
    const struct call call = {module, NULL, NULL, context, (void *)function};
    return walk_over(types_of(module), &call, type_wide);
}

/* ---------------------------------------------------------------- names */

static BOOL name_narrow(const struct call *call, struct resource_key *key)
{
    char text[RESOURCE_NAME];
    return ((ENUMRESNAMEPROCA)call->function)(call->module, call->type, narrow_name(key, text),
                                              call->context);
}

static BOOL name_wide(const struct call *call, struct resource_key *key)
{
    return ((ENUMRESNAMEPROCW)call->function)(call->module, call->type, wide_name(key),
                                              call->context);
}

BOOL WINAPI EnumResourceNamesA(HMODULE module, LPCSTR type, ENUMRESNAMEPROCA function,
                               LONG_PTR context)
{
    wchar_t types[RESOURCE_NAME];
    const struct call call = {module, type, NULL, context, (void *)function};
    return walk_over(resource_names(resource_base(module), resource_widen(type, types)), &call,
                     name_narrow);
}

BOOL WINAPI EnumResourceNamesW(HMODULE module, LPCWSTR type, ENUMRESNAMEPROCW function,
                               LONG_PTR context)
{
    const struct call call = {module, type, NULL, context, (void *)function};
    return walk_over(resource_names(resource_base(module), type), &call, name_wide);
}

/* ---------------------------------------------------------------- languages */

static BOOL language_narrow(const struct call *call, struct resource_key *key)
{
    return ((ENUMRESLANGPROCA)call->function)(call->module, call->type, call->name, key->number,
                                              call->context);
}

static BOOL language_wide(const struct call *call, struct resource_key *key)
{
    return ((ENUMRESLANGPROCW)call->function)(call->module, call->type, call->name, key->number,
                                              call->context);
}

BOOL WINAPI EnumResourceLanguagesA(HMODULE module, LPCSTR type, LPCSTR name,
                                   ENUMRESLANGPROCA function, LONG_PTR context)
{
    wchar_t types[RESOURCE_NAME], names[RESOURCE_NAME];
    const struct call call = {module, type, name, context, (void *)function};
    return walk_over(resource_languages(resource_base(module), resource_widen(type, types),
                                        resource_widen(name, names)),
                     &call, language_narrow);
}

BOOL WINAPI EnumResourceLanguagesW(HMODULE module, LPCWSTR type, LPCWSTR name,
                                   ENUMRESLANGPROCW function, LONG_PTR context)
{
    const struct call call = {module, type, name, context, (void *)function};
    return walk_over(resource_languages(resource_base(module), type, name), &call, language_wide);
}

/* ---------------------------------------------------------------- changes */

HANDLE WINAPI BeginUpdateResourceA(LPCSTR file, BOOL deletes)
{
    (void)deletes;
    if (GetFileAttributesA(file) != INVALID_FILE_ATTRIBUTES)
        fails(ERROR_ACCESS_DENIED);
    return NULL;
}

HANDLE WINAPI BeginUpdateResourceW(LPCWSTR file, BOOL deletes)
{
    (void)deletes;
    if (GetFileAttributesW(file) != INVALID_FILE_ATTRIBUTES)
        fails(ERROR_ACCESS_DENIED);
    return NULL;
}

BOOL WINAPI UpdateResourceA(HANDLE change, LPCSTR type, LPCSTR name, WORD language, LPVOID bytes,
                            DWORD size)
{
    (void)change, (void)type, (void)name, (void)language, (void)bytes, (void)size;
    return fails(ERROR_INVALID_HANDLE);
}

BOOL WINAPI UpdateResourceW(HANDLE change, LPCWSTR type, LPCWSTR name, WORD language, LPVOID bytes,
                            DWORD size)
{
    (void)change, (void)type, (void)name, (void)language, (void)bytes, (void)size;
    return fails(ERROR_INVALID_HANDLE);
}

BOOL WINAPI EndUpdateResourceA(HANDLE change, BOOL discards)
{
    (void)change, (void)discards;
    return fails(ERROR_INVALID_HANDLE);
}

BOOL WINAPI EndUpdateResourceW(HANDLE change, BOOL discards)
{
    return EndUpdateResourceA(change, discards);
}
