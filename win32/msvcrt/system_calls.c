/* Old names of calls of kernel32. */
#include "win32/msvcrt/call.h"

#include <errhandlingapi.h>
#include <libloaderapi.h>
#include <stdint.h>
#include <synchapi.h>
#include <winbase.h>

CALL(void, _sleep, unsigned long ms)
{
    Sleep(ms ? ms : 1);
}

CALL(void, _seterrormode, int mode)
{
    SetErrorMode((UINT)mode);
}

CALL(intptr_t, _loaddll, char *name)
{
    return (intptr_t)LoadLibraryA(name);
}

/* Returns the error, or 0. */
CALL(int, _unloaddll, intptr_t library)
{
    return FreeLibrary((HMODULE)library) ? 0 : (int)GetLastError();
}

CALL(void *, _getdllprocaddr, intptr_t library, char *name, intptr_t ordinal)
{
    const char *wanted = ordinal == -1 ? name : (const char *)ordinal;
    return (void *)GetProcAddress((HMODULE)library, wanted);
}
