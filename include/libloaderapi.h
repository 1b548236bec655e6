/* Finding the runtime's own calls by name, as programs for Windows find those of system libraries.
 *
 * There are no libraries to load. The names ntdll, kernel32, kernelbase and msvcrt stand for the
 * calls that the runtime has of them; win32/exports.h lists these. A library's handle is opaque.
 * The program's is the address of the image, as in the PEB. No file image lies there. Ordinary code
 * and handlers, at either privilege level.
 */
#ifndef LIBLOADERAPI_H
#define LIBLOADERAPI_H

#include <windef.h>

/* The module of this name, in capitals or small letters, with .dll or without an ending. NULL: the
 * program itself, which exports nothing. Returns NULL for any other name: ERROR_MOD_NOT_FOUND. */
HMODULE WINAPI GetModuleHandleA(const char *name);
#define GetModuleHandle GetModuleHandleA

/* The same, with or without a folder before the name; there is nothing to load, and nothing to
 * free. NULL and FALSE: ERROR_MOD_NOT_FOUND; for a name that is NULL ERROR_INVALID_PARAMETER. */
HMODULE WINAPI LoadLibraryA(const char *name);
HMODULE WINAPI LoadLibraryExA(const char *name, HANDLE file, DWORD flags);
BOOL WINAPI FreeLibrary(HMODULE module);
BOOL WINAPI DisableThreadLibraryCalls(HMODULE module);
#define LoadLibrary   LoadLibraryA
#define LoadLibraryEx LoadLibraryExA

/* The name that the module's file would have on Windows. Returns its length; size, with what has
 * room, and ERROR_INSUFFICIENT_BUFFER; or 0, with ERROR_MOD_NOT_FOUND. */
DWORD WINAPI GetModuleFileNameA(HMODULE module, LPSTR buffer, DWORD size);
#define GetModuleFileName GetModuleFileNameA

/* The address of the module's call. NULL: ERROR_PROC_NOT_FOUND, ERROR_MOD_NOT_FOUND for a handle
 * that GetModuleHandleA did not return, ERROR_INVALID_ORDINAL for a number below 10000h instead of
 * a name. */
FARPROC WINAPI GetProcAddress(HMODULE module, const char *name);

#endif
