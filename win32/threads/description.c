/* Names of threads, for people. */
#include "kernel/call/calls.h"
#include "kernel/call/service.h"

#include <processthreadsapi.h>
#include <string.h>
#include <wchar.h>
#include <winbase.h>

HRESULT WINAPI SetThreadDescription(HANDLE thread, PCWSTR description)
{
    uint32_t status = sys_thread_set_name((uint32_t)thread, description, wcslen(description));
    return status == STATUS_SUCCESS ? S_OK : HRESULT_FROM_NT(status);
}

/* A block of the largest size, so that the name cannot grow between a question and a copy. */
HRESULT WINAPI GetThreadDescription(HANDLE thread, PWSTR *description)
{
    WCHAR name[THREAD_NAME_SIZE];
    uint32_t status = sys_thread_get_name((uint32_t)thread, name);
    *description = NULL;
    if (status != STATUS_SUCCESS)
        return HRESULT_FROM_NT(status);
    *description = LocalAlloc(LMEM_FIXED, sizeof name);
    if (!*description)
        return E_OUTOFMEMORY;
    memcpy(*description, name, sizeof name);
    return S_OK;
}
