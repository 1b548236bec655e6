/* Libraries, and finding calls by name.
 *
 * A process made of a file of Windows (.exe) has its own libraries and the runtime's, and all of
 * this is as on Windows 7. In a native program there are no libraries to load. There the names
 * ntdll, kernel32, kernelbase, advapi32, msvcrt and user32 stand for the calls that the runtime has
 * of them; win32/exports.h lists these. A library's handle is opaque. The program's is the address
 * of the image, as in the PEB. No file image lies there. Ordinary code and handlers, at either
 * privilege level.
 */
#ifndef LIBLOADERAPI_H
#define LIBLOADERAPI_H

#include <windef.h>

/* The module of this name, in capitals or small letters, with .dll or without an ending. NULL: the
 * program itself, which exports nothing. Returns NULL for any other name: ERROR_MOD_NOT_FOUND. */
HMODULE WINAPI GetModuleHandleA(const char *name);
HMODULE WINAPI GetModuleHandleW(const wchar_t *name);

/* Like GetModuleHandle. With FROM_ADDRESS the name is an address, and the module the program, for
 * any address of the image. Nothing counts: the other flags change nothing. FALSE:
 * ERROR_MOD_NOT_FOUND, and *module is NULL; ERROR_INVALID_PARAMETER. */
#define GET_MODULE_HANDLE_EX_FLAG_PIN                0x1u
#define GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT 0x2u
#define GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS       0x4u
BOOL WINAPI GetModuleHandleExA(DWORD flags, LPCSTR name, HMODULE *module);
BOOL WINAPI GetModuleHandleExW(DWORD flags, LPCWSTR name, HMODULE *module);

/* LoadLibrary finds the modules of GetModuleHandle, with or without a folder before the name. There
 * is nothing to load, and nothing to free. NULL and FALSE: ERROR_MOD_NOT_FOUND; for a name that is
 * NULL ERROR_INVALID_PARAMETER. */
#define DONT_RESOLVE_DLL_REFERENCES         0x0001u
#define LOAD_LIBRARY_AS_DATAFILE            0x0002u
#define LOAD_WITH_ALTERED_SEARCH_PATH       0x0008u
#define LOAD_IGNORE_CODE_AUTHZ_LEVEL        0x0010u
#define LOAD_LIBRARY_AS_IMAGE_RESOURCE      0x0020u
#define LOAD_LIBRARY_AS_DATAFILE_EXCLUSIVE  0x0040u
#define LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR    0x0100u
#define LOAD_LIBRARY_SEARCH_APPLICATION_DIR 0x0200u
#define LOAD_LIBRARY_SEARCH_USER_DIRS       0x0400u
#define LOAD_LIBRARY_SEARCH_SYSTEM32        0x0800u
#define LOAD_LIBRARY_SEARCH_DEFAULT_DIRS    0x1000u
HMODULE WINAPI LoadLibraryA(const char *name);
HMODULE WINAPI LoadLibraryExA(const char *name, HANDLE file, DWORD flags);
BOOL WINAPI FreeLibrary(HMODULE module);
_Noreturn VOID WINAPI FreeLibraryAndExitThread(HMODULE module, DWORD code);
BOOL WINAPI DisableThreadLibraryCalls(HMODULE module);
HMODULE WINAPI LoadLibraryW(const wchar_t *name);
HMODULE WINAPI LoadLibraryExW(const wchar_t *name, HANDLE file, DWORD flags);

/* The name that the module's file would have on Windows. Returns its length; size, with what has
 * room, and ERROR_INSUFFICIENT_BUFFER; or 0, with ERROR_MOD_NOT_FOUND. */
DWORD WINAPI GetModuleFileNameA(HMODULE module, LPSTR buffer, DWORD size);
DWORD WINAPI GetModuleFileNameW(HMODULE module, LPWSTR buffer, DWORD size);

/* The address of the module's call. NULL: ERROR_PROC_NOT_FOUND, ERROR_MOD_NOT_FOUND for a handle
 * that GetModuleHandleA did not return, ERROR_INVALID_ORDINAL for a number below 10000h instead of
 * a name. */
FARPROC WINAPI GetProcAddress(HMODULE module, const char *name);

#ifdef UNICODE
#define GetModuleHandle   GetModuleHandleW
#define GetModuleHandleEx GetModuleHandleExW
#define LoadLibrary       LoadLibraryW
#define LoadLibraryEx     LoadLibraryExW
#define GetModuleFileName GetModuleFileNameW
#else
#define GetModuleHandle   GetModuleHandleA
#define GetModuleHandleEx GetModuleHandleExA
#define LoadLibrary       LoadLibraryA
#define LoadLibraryEx     LoadLibraryExA
#define GetModuleFileName GetModuleFileNameA
#endif

#endif
