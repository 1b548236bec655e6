/* LocalAlloc, GlobalAlloc and their kin, over the process' heap. A handle is the memory's address.
 */
#include <errhandlingapi.h>
#include <heapapi.h>
#include <winbase.h>

HLOCAL WINAPI LocalAlloc(UINT flags, SIZE_T size)
{
    return HeapAlloc(GetProcessHeap(), flags & LMEM_ZEROINIT ? HEAP_ZERO_MEMORY : 0, size);
}

HLOCAL WINAPI LocalReAlloc(HLOCAL memory, SIZE_T size, UINT flags)
{
    DWORD how = flags & LMEM_ZEROINIT ? HEAP_ZERO_MEMORY : 0;
    if (flags & LMEM_MODIFY)
        return memory;
    if (!(flags & LMEM_MOVEABLE))
        how |= HEAP_REALLOC_IN_PLACE_ONLY;
    memory = HeapReAlloc(GetProcessHeap(), how, memory, size);
    if (!memory)
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    return memory;
}

HLOCAL WINAPI LocalFree(HLOCAL memory)
{
    if (HeapFree(GetProcessHeap(), 0, memory))
        return NULL;
    SetLastError(ERROR_INVALID_HANDLE);
    return memory;
}

SIZE_T WINAPI LocalSize(HLOCAL memory)
{
    SIZE_T size = HeapSize(GetProcessHeap(), 0, memory);
    if (size != (SIZE_T)-1)
        return size;
    SetLastError(ERROR_INVALID_HANDLE);
    return 0;
}

LPVOID WINAPI LocalLock(HLOCAL memory)
{
    return memory;
}

BOOL WINAPI LocalUnlock(HLOCAL memory)
{
    (void)memory;
    SetLastError(ERROR_NOT_LOCKED);
    return FALSE;
}

HGLOBAL WINAPI GlobalAlloc(UINT flags, SIZE_T size)
{
    return LocalAlloc(flags, size);
}

HGLOBAL WINAPI GlobalReAlloc(HGLOBAL memory, SIZE_T size, UINT flags)
{
    return LocalReAlloc(memory, size, flags);
}

HGLOBAL WINAPI GlobalFree(HGLOBAL memory)
{
    return LocalFree(memory);
}

SIZE_T WINAPI GlobalSize(HGLOBAL memory)
{
    return LocalSize(memory);
}

LPVOID WINAPI GlobalLock(HGLOBAL memory)
{
    return memory;
}

BOOL WINAPI GlobalUnlock(HGLOBAL memory)
{
    (void)memory;
    return TRUE;
}
