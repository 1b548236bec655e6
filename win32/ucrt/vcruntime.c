/* Calls of vcruntime140.dll beside those for memory and exceptions: it stands for kernel32 in the
 * code that is compiled into programs. */
#include "win32/msvcrt/call.h"

#include <libloaderapi.h>
#include <seh_frames.h>
#include <stddef.h>
#include <synchapi.h>

_Noreturn void ucrt_abort(void);

/* ---------------------------------------------------------------- functions without a body */

typedef void pure_function(void);
static pure_function *pure_handler;

CALL(pure_function *, _set_purecall_handler, pure_function *becomes)
{
    return __atomic_exchange_n(&pure_handler, becomes, __ATOMIC_ACQ_REL);
}

CALL(pure_function *, _get_purecall_handler, void)
{
    return pure_handler;
}

_Noreturn CALL(void, vcruntime_purecall, void)
{
    pure_function *handler = pure_handler;
    if (handler)
        handler();
    ucrt_abort();
}

/* ---------------------------------------------------------------- frames */

/* The unwind function that functions with __try of the second generation hand to _setjmp3. */
CALL(void NTAPI, _seh_longjmp_unwind4, _JUMP_BUFFER *buffer)
{
    _local_unwind4((const ULONG_PTR *)buffer->UnwindData[0], buffer->Registration,
                   buffer->TryLevel);
}

/* ---------------------------------------------------------------- calls of kernel32 */

CALL(int, __vcrt_InitializeCriticalSectionEx, CRITICAL_SECTION *section, unsigned long spins,
     unsigned long flags)
{
    return InitializeCriticalSectionEx(section, spins, flags);
}

CALL(unsigned long, __vcrt_GetModuleFileNameW, HMODULE module, wchar_t *name, unsigned long size)
{
    return GetModuleFileNameW(module, name, size);
}

CALL(HMODULE, __vcrt_GetModuleHandleW, const wchar_t *name)
{
    return GetModuleHandleW(name);
}

CALL(HMODULE, __vcrt_LoadLibraryExW, const wchar_t *name, void *file, unsigned long flags)
{
    return LoadLibraryExW(name, file, flags);
}
