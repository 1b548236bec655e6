#include "win32/process/system_modules.h"

#include "win32/export_declarations.h"
#include "win32/kernel32/kernel32.h"
#include "win32/libraries/process_status.h"
#include "win32/ntdll/ntdll.h"
#include "win32/process/module_code.h"
#include "win32/process/resource_enum.h"
#include "win32/process/resources.h"

#include <stddef.h>

#define C_EXPORT(name, symbol) extern const char symbol##_place[] __asm__(#symbol);
#include "win32/ntdll/ntdll_c_exports.h"
#undef C_EXPORT
#define C_EXPORT(name, symbol)                  RUNTIME_EXPORT(#name, symbol##_place, false, NULL, 0),

/* The list is read once for each module, and the rows of the others are empty. */
#define EXPORT(module, name)                    ROW_##module(name, (const void *)(name), NULL)
#define PROCESS_EXPORT(module, name)            EXPORT(module, name)
#define PROCESS_ALIAS(module, name, of)         ROW_##module(name, (const void *)(of), NULL)
#define PROCESS_CODE(module, name)              ROW_##module(name, name##_code, name##_code_end)
#define SYSTEM_CALL(number, name, other, words) ROW_ntdll(name, name##_code, system_call_stubs_end)
#define PROCESS_SYSTEM_CALL                     SYSTEM_CALL
#define MISSING_SYSTEM_CALL                     SYSTEM_CALL
#define ROW(name, place, end)                   RUNTIME_EXPORT(#name, place, false, end, 0),

#define ROW_ntdll(name, place, end)
#define ROW_kernel32(name, place, end)
#define ROW_kernelbase(name, place, end)
#define ROW_advapi32(name, place, end)
#define ROW_msvcrt(name, place, end)
#define ROW_user32(name, place, end)

#undef ROW_ntdll
#define ROW_ntdll(name, place, end) ROW(name, place, end)
static const struct runtime_export ntdll_exports[] = {
#include "win32/exports.h"
#undef SYSTEM_CALL
#define SYSTEM_CALL(number, name, other, words)                                                    \
    RUNTIME_EXPORT(#other, name##_code, false, system_call_stubs_end, 0),
#include "win32/system_calls.h"
#undef SYSTEM_CALL
#include "win32/ntdll/ntdll_c_exports.h"
#define SYSTEM_CALL(number, name, other, words) ROW_ntdll(name, name##_code, system_call_stubs_end)
};
#undef ROW_ntdll
#define ROW_ntdll(name, place, end)

#undef ROW_kernel32
#define ROW_kernel32(name, place, end) ROW(name, place, end)
static const struct runtime_export kernel32_exports[] = {
#include "win32/exports.h"
};
#undef ROW_kernel32
#define ROW_kernel32(name, place, end)

#undef ROW_kernelbase
#define ROW_kernelbase(name, place, end) ROW(name, place, end)
static const struct runtime_export kernelbase_exports[] = {
#include "win32/exports.h"
};
#undef ROW_kernelbase
#define ROW_kernelbase(name, place, end)

#undef ROW_advapi32
#define ROW_advapi32(name, place, end) ROW(name, place, end)
static const struct runtime_export advapi32_exports[] = {
#include "win32/exports.h"
};
#undef ROW_advapi32
#define ROW_advapi32(name, place, end)

#undef ROW_user32
#define ROW_user32(name, place, end) ROW(name, place, end)
static const struct runtime_export user32_exports[] = {
#include "win32/exports.h"
};

#define MODULE(name, text)                                                                         \
    static const struct runtime_module name##_module = {                                           \
        text, name##_exports, sizeof name##_exports / sizeof name##_exports[0], NULL}
MODULE(ntdll, "ntdll");
MODULE(kernel32, "kernel32");
MODULE(kernelbase, "KERNELBASE");
MODULE(advapi32, "advapi32");
MODULE(user32, "user32");

/* In the part of memory where Windows 7 has them, behind PROCESS_CODE_END. tools/build/lay-modules
 * reads the rows. */
extern const struct system_module system_modules[];
const struct system_module system_modules[] = {
    {&ntdll_module, "ntdll.dll", 0x77A00000, false, false},
    {&kernel32_module, "kernel32.dll", 0x77600000, false, false},
    {&kernelbase_module, "KERNELBASE.dll", 0x75800000, false, false},
    {&advapi32_module, "advapi32.dll", 0x76000000, false, false},
    {&msvcrt_module, "msvcrt.dll", 0x77000000, false, false},
    {&user32_module, "user32.dll", 0x77200000, false, false},
    {&ucrt_module, "ucrtbase.dll", 0x74000000, false, false},
    {&vcruntime_module, "VCRUNTIME140.dll", 0x73E00000, false, false},
    {&msvcp_module, "MSVCP140.dll", 0x73C00000, .yields = true},
    {&msvcr_module, "MSVCR80.dll", 0x73400000, .yields = true, .shares = true},
    {&msvcr_module, "MSVCR90.dll", 0x73500000, .yields = true, .shares = true},
    {&msvcr_module, "MSVCR100.dll", 0x73600000, .yields = true, .shares = true},
    {&msvcr_module, "MSVCR110.dll", 0x73700000, .yields = true, .shares = true},
    {&msvcr_module, "MSVCR120.dll", 0x73800000, .yields = true, .shares = true},
    {&shell32_module, "SHELL32.dll", 0x76400000, false, false},
    {&ws2_32_module, "WS2_32.dll", 0x75F00000, false, false},
    {&wsock32_module, "WSOCK32.dll", 0x73D00000, false, false},
    {&ole32_module, "ole32.dll", 0x76100000, false, false},
    {&oleaut32_module, "OLEAUT32.dll", 0x75B00000, false, false},
    {&version_module, "VERSION.dll", 0x74900000, false, false},
    {&winmm_module, "WINMM.dll", 0x73A00000, false, false},
    {&psapi_module, "PSAPI.DLL", 0x77900000, false, false},
    {&rpcrt4_module, "RPCRT4.dll", 0x75D00000, false, false},
    {&bcrypt_module, "bcrypt.dll", 0x74D00000, false, false},
    {&shlwapi_module, "SHLWAPI.dll", 0x77300000, false, false},
    {NULL, NULL, 0, false, false},
};

const struct system_module *system_module_find(const char *name)
{
    for (const struct system_module *module = system_modules; module->exports; module++)
        if (_stricmp(name, module->file) == 0)
            return module;
    return NULL;
}

/* Beginnings of names; the first row that fits counts. */
static const struct {
    const char *begin, *host;
} api_sets[] = {
    {"api-ms-win-core-synch-l1-2-", "KERNELBASE.dll"}, /* waits for a word of memory */
    {"api-ms-win-core-com-", "ole32.dll"},
    {"api-ms-win-core-shlwapi-", "SHLWAPI.dll"},
    {"api-ms-win-core-", "kernel32.dll"},
    {"api-ms-win-crt-", "ucrtbase.dll"},
    {"api-ms-win-eventing-", "advapi32.dll"},
    {"api-ms-win-ntuser-", "user32.dll"},
    {"api-ms-win-rtcore-ntuser-", "user32.dll"},
    {"api-ms-win-security-", "advapi32.dll"},
};

const char *system_module_host(const char *name)
{
    for (unsigned i = 0; i < sizeof api_sets / sizeof api_sets[0]; i++)
        if (_strnicmp(name, api_sets[i].begin, strlen(api_sets[i].begin)) == 0)
            return api_sets[i].host;
    return name;
}
