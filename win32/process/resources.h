/* Resources of modules by the names of kernel32 and user32, for files of Windows alone. A module
 * that is NULL is the program. Failures set ERROR_RESOURCE_DATA_NOT_FOUND, ..._TYPE_...,
 * ..._NAME_... or ..._LANG_NOT_FOUND. Ordinary code. */
#ifndef WIN32_PROCESS_RESOURCES_H
#define WIN32_PROCESS_RESOURCES_H

#include "win32/process/resource_tree.h"

#include <winbase.h>

typedef HANDLE HRSRC;

/* A name or a type below 10000h is a number, and so is the text "#number". */
HRSRC WINAPI FindResourceExA(HMODULE module, LPCSTR type, LPCSTR name, WORD language);
HRSRC WINAPI FindResourceExW(HMODULE module, LPCWSTR type, LPCWSTR name, WORD language);
HRSRC WINAPI FindResourceA(HMODULE module, LPCSTR name, LPCSTR type);
HRSRC WINAPI FindResourceW(HMODULE module, LPCWSTR name, LPCWSTR type);

/* The bytes of what was found, in the image, and their number. */
HGLOBAL WINAPI LoadResource(HMODULE module, HRSRC found);
DWORD WINAPI SizeofResource(HMODULE module, HRSRC found);
LPVOID WINAPI LockResource(HGLOBAL bytes);
BOOL WINAPI FreeResource(HGLOBAL bytes);

/* Copy a text of the tables of strings, and a zero, as far as there is room. Return its length, 0
 * where there is none. LoadStringW with size 0 stores where the text lies, which has no zero. */
int WINAPI LoadStringA(HMODULE module, UINT number, LPSTR buffer, int size);
int WINAPI LoadStringW(HMODULE module, UINT number, LPWSTR buffer, int size);

/* ---------------------------------------------------------------- for these calls' kin */

/* The base of a module, the directory of the names of a type, and that of the languages of a name;
 * NULL, with the last error, and for NULL. */
const char *resource_base(HMODULE module);
const IMAGE_RESOURCE_DIRECTORY *resource_names(const char *base, LPCWSTR type);
const IMAGE_RESOURCE_DIRECTORY *resource_languages(const char *base, LPCWSTR type, LPCWSTR name);

/* Returns the text, wide in the buffer. A number stays. */
LPCWSTR resource_widen(LPCSTR text, wchar_t buffer[RESOURCE_NAME]);

#endif
