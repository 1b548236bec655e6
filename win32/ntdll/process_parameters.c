#include "win32/ntdll/process_parameters.h"

#include <heapapi.h>
#include <processenv.h>
#include <stddef.h>
#include <string.h>
#include <winnt.h>

enum { NORMALIZED = 1, TEXTS = 8, ALIGNMENT = 4 };

/* Where a block has its texts, in the order in which they lie. */
static const unsigned short text_places[TEXTS] = {
    offsetof(RTL_USER_PROCESS_PARAMETERS, CurrentDirectory.DosPath),
    offsetof(RTL_USER_PROCESS_PARAMETERS, DllPath),
    offsetof(RTL_USER_PROCESS_PARAMETERS, ImagePathName),
    offsetof(RTL_USER_PROCESS_PARAMETERS, CommandLine),
    offsetof(RTL_USER_PROCESS_PARAMETERS, WindowTitle),
    offsetof(RTL_USER_PROCESS_PARAMETERS, DesktopInfo),
    offsetof(RTL_USER_PROCESS_PARAMETERS, ShellInfo),
    offsetof(RTL_USER_PROCESS_PARAMETERS, RuntimeData),
};

static PUNICODE_STRING text_at(PRTL_USER_PROCESS_PARAMETERS block, unsigned which)
{
    return (PUNICODE_STRING)(void *)((char *)block + text_places[which]);
}

static ULONG aligned(ULONG size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static void move_texts(PRTL_USER_PROCESS_PARAMETERS block, ULONG_PTR by)
{
    for (unsigned i = 0; i < TEXTS; i++) {
        PUNICODE_STRING text = text_at(block, i);
        if (text->Buffer)
            text->Buffer = (PWSTR)((ULONG_PTR)text->Buffer + by);
    }
    block->Flags ^= NORMALIZED;
}

PRTL_USER_PROCESS_PARAMETERS NTAPI RtlNormalizeProcessParams(PRTL_USER_PROCESS_PARAMETERS block)
{
    if (block && !(block->Flags & NORMALIZED))
        move_texts(block, (ULONG_PTR)block);
    return block;
}

PRTL_USER_PROCESS_PARAMETERS NTAPI RtlDeNormalizeProcessParams(PRTL_USER_PROCESS_PARAMETERS block)
{
    if (block && block->Flags & NORMALIZED)
        move_texts(block, 0 - (ULONG_PTR)block);
    return block;
}

/* Lays the texts behind the block's fields, as distances. */
static void lay_texts(PRTL_USER_PROCESS_PARAMETERS block, const UNICODE_STRING texts[TEXTS])
{
    ULONG at = sizeof *block;
    for (unsigned i = 0; i < TEXTS; i++) {
        UNICODE_STRING text = texts[i];
        if (text.MaximumLength) {
            memcpy((char *)block + at, text.Buffer, text.Length);
            text.Buffer = (PWSTR)at;
            at = aligned(at + text.MaximumLength);
        }
        *text_at(block, i) = text;
    }
}

static NTSTATUS make_block(PRTL_USER_PROCESS_PARAMETERS *made, const UNICODE_STRING texts[TEXTS],
                           PCWSTR env)
{
    PCWSTR end = env;
    ULONG size = sizeof **made;
    while (*end)
        end += wcslen(end) + 1;
    ULONG env_size = aligned((ULONG)(end - env + 1) * (ULONG)sizeof *env);
    for (unsigned i = 0; i < TEXTS; i++)
        size = aligned(size + texts[i].MaximumLength);
    *made = HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, size + env_size);
    if (!*made)
        return (NTSTATUS)STATUS_NO_MEMORY;
    (*made)->MaximumLength = (*made)->Length = size;
    lay_texts(*made, texts);
    (*made)->Environment = (char *)*made + size;
    (*made)->EnvironmentSize = env_size;
    memcpy((*made)->Environment, env, (size_t)(end - env + 1) * sizeof *env);
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI RtlCreateProcessParametersEx(PRTL_USER_PROCESS_PARAMETERS *made,
                                            PCUNICODE_STRING image, PCUNICODE_STRING dll_folders,
                                            PCUNICODE_STRING folder, PCUNICODE_STRING line,
                                            PWSTR env, PCUNICODE_STRING title,
                                            PCUNICODE_STRING desktop, PCUNICODE_STRING shell,
                                            PCUNICODE_STRING data, ULONG flags)
{
    static const UNICODE_STRING none = {0, sizeof(WCHAR), (PWSTR)L""}, nothing;
    const RTL_USER_PROCESS_PARAMETERS *own =
        NtCurrentTeb()->ProcessEnvironmentBlock->ProcessParameters;
    UNICODE_STRING texts[TEXTS] = {
        folder ? *folder : own->CurrentDirectory.DosPath,
        dll_folders ? *dll_folders : own->DllPath,
        *image,
        line ? *line : *image,
        title ? *title : none,
        desktop ? *desktop : none,
        shell ? *shell : none,
        data ? *data : nothing,
    };
    texts[0].MaximumLength = MAX_PATH * sizeof(WCHAR);
    PWSTR block = env ? env : GetEnvironmentStringsW();
    if (!block)
        return (NTSTATUS)STATUS_NO_MEMORY;
    NTSTATUS status = make_block(made, texts, block);
    if (!env)
        FreeEnvironmentStringsW(block);
    if (status == STATUS_SUCCESS && flags & NORMALIZED)
        RtlNormalizeProcessParams(*made);
    return status;
}

NTSTATUS NTAPI RtlCreateProcessParameters(PRTL_USER_PROCESS_PARAMETERS *made,
                                          PCUNICODE_STRING image, PCUNICODE_STRING dll_folders,
                                          PCUNICODE_STRING folder, PCUNICODE_STRING line, PWSTR env,
                                          PCUNICODE_STRING title, PCUNICODE_STRING desktop,
                                          PCUNICODE_STRING shell, PCUNICODE_STRING data)
{
    return RtlCreateProcessParametersEx(made, image, dll_folders, folder, line, env, title, desktop,
                                        shell, data, 0);
}

VOID NTAPI RtlDestroyProcessParameters(PRTL_USER_PROCESS_PARAMETERS parameters)
{
    HeapFree(GetProcessHeap(), 0, parameters);
}
