/* The Windows SDK's winbase.h: the calls of kernel32. Part of windows.h. */
#ifndef WINBASE_H
#define WINBASE_H

#include <debugapi.h>
#include <errhandlingapi.h>
#include <fibersapi.h>
#include <fileapi.h>
#include <handleapi.h>
#include <heapapi.h>
#include <interlockedapi.h>
#include <ioapiset.h>
#include <libloaderapi.h>
#include <memoryapi.h>
#include <minwinbase.h>
#include <namedpipeapi.h>
#include <processenv.h>
#include <processthreadsapi.h>
#include <profileapi.h>
#include <realtimeapiset.h>
#include <securitybaseapi.h>
#include <stdarg.h>
#include <stringapiset.h>
#include <synchapi.h>
#include <sysinfoapi.h>
#include <threadpoolapiset.h>
#include <threadpoollegacyapiset.h>
#include <timezoneapi.h>
#include <ums.h>
#include <wincon.h>
#include <winnls.h>
#include <winnt.h>
#include <winreg.h>

typedef HANDLE HLOCAL, HGLOBAL;

/* A program's own, which it begins with if it has no main and no wmain. The module is that of
 * GetModuleHandle(NULL), previous is NULL, and line is the command line behind the program's name.
 * show is 10, SW_SHOWDEFAULT. The result is the status. */
int WINAPI WinMain(HINSTANCE module, HINSTANCE previous, LPSTR line, int show);
int WINAPI wWinMain(HINSTANCE module, HINSTANCE previous, LPWSTR line, int show);

/* Memory of the process' heap. The handle of fixed memory is its address. That of moveable memory
 * is another one: Lock returns the address, and counts how often, up to 255. Moveable memory of no
 * bytes is discarded: it has no address (ERROR_DISCARDED). NULL: ERROR_NOT_ENOUGH_MEMORY,
 * ERROR_INVALID_HANDLE.
 *
 * Free returns NULL, and takes NULL; else the handle, with ERROR_INVALID_HANDLE. Size returns the
 * size that was asked for. Unlock is FALSE without an error when no lock is left, and with
 * ERROR_NOT_LOCKED when there was none; of fixed memory GlobalUnlock is TRUE. ReAlloc moves fixed
 * memory only with MOVEABLE, and locked memory, too; with MODIFY it changes the kind alone. Flags
 * tells the locks in its low byte, and DISCARDABLE and DISCARDED; Handle finds the handle of an
 * address. */
#define LMEM_FIXED          0x0000
#define LMEM_MOVEABLE       0x0002
#define LMEM_ZEROINIT       0x0040
#define LMEM_MODIFY         0x0080
#define LMEM_DISCARDABLE    0x0F00
#define LMEM_DISCARDED      0x4000
#define LMEM_INVALID_HANDLE 0x8000
#define LMEM_LOCKCOUNT      0x00FF
#define LPTR                (LMEM_FIXED | LMEM_ZEROINIT)
#define LHND                (LMEM_MOVEABLE | LMEM_ZEROINIT)
#define GMEM_FIXED          LMEM_FIXED
#define GMEM_MOVEABLE       LMEM_MOVEABLE
#define GMEM_ZEROINIT       LMEM_ZEROINIT
#define GMEM_MODIFY         LMEM_MODIFY
#define GMEM_DISCARDABLE    0x0100
#define GMEM_DDESHARE       0x2000
#define GMEM_DISCARDED      LMEM_DISCARDED
#define GMEM_INVALID_HANDLE LMEM_INVALID_HANDLE
#define GMEM_LOCKCOUNT      LMEM_LOCKCOUNT
#define GPTR                LPTR
#define GHND                LHND

HLOCAL WINAPI LocalAlloc(UINT flags, SIZE_T size);
HLOCAL WINAPI LocalReAlloc(HLOCAL memory, SIZE_T size, UINT flags);
HLOCAL WINAPI LocalFree(HLOCAL memory);
SIZE_T WINAPI LocalSize(HLOCAL memory);
LPVOID WINAPI LocalLock(HLOCAL memory);
BOOL WINAPI LocalUnlock(HLOCAL memory);
UINT WINAPI LocalFlags(HLOCAL memory);
HLOCAL WINAPI LocalHandle(LPCVOID address);
HGLOBAL WINAPI GlobalAlloc(UINT flags, SIZE_T size);
HGLOBAL WINAPI GlobalReAlloc(HGLOBAL memory, SIZE_T size, UINT flags);
HGLOBAL WINAPI GlobalFree(HGLOBAL memory);
SIZE_T WINAPI GlobalSize(HGLOBAL memory);
LPVOID WINAPI GlobalLock(HGLOBAL memory);
BOOL WINAPI GlobalUnlock(HGLOBAL memory);
UINT WINAPI GlobalFlags(HGLOBAL memory);
HGLOBAL WINAPI GlobalHandle(LPCVOID address);

/* Texts. A pointer that cannot be read or written gives 0 or NULL. lstrcpynA copies size - 1
 * characters at most, and a zero byte. The comparisons return -1, 0 or 1: marks come before digits,
 * and these before letters. Where texts are the same otherwise, a letter comes before its capital,
 * and then a word before one with - or ' in it. NULL comes first. */
int WINAPI lstrlenA(LPCSTR text);
LPSTR WINAPI lstrcpyA(LPSTR to, LPCSTR from);
LPSTR WINAPI lstrcpynA(LPSTR to, LPCSTR from, int size);
LPSTR WINAPI lstrcatA(LPSTR to, LPCSTR from);
int WINAPI lstrcmpA(LPCSTR left, LPCSTR right);
int WINAPI lstrcmpiA(LPCSTR left, LPCSTR right);
int WINAPI lstrlenW(LPCWSTR text);
LPWSTR WINAPI lstrcpyW(LPWSTR to, LPCWSTR from);
LPWSTR WINAPI lstrcpynW(LPWSTR to, LPCWSTR from, int size);
LPWSTR WINAPI lstrcatW(LPWSTR to, LPCWSTR from);
int WINAPI lstrcmpW(LPCWSTR left, LPCWSTR right);
int WINAPI lstrcmpiW(LPCWSTR left, LPCWSTR right);
#ifdef UNICODE
#define lstrlen  lstrlenW
#define lstrcpy  lstrcpyW
#define lstrcpyn lstrcpynW
#define lstrcat  lstrcatW
#define lstrcmp  lstrcmpW
#define lstrcmpi lstrcmpiW
#else
#define lstrlen  lstrlenA
#define lstrcpy  lstrcpyA
#define lstrcpyn lstrcpynA
#define lstrcat  lstrcatA
#define lstrcmp  lstrcmpA
#define lstrcmpi lstrcmpiA
#endif

/* User, in a buffer of *size characters. *size becomes the length with the zero, or what it needs.
 * FALSE: ERROR_INSUFFICIENT_BUFFER. */
BOOL WINAPI GetUserNameA(LPSTR buffer, LPDWORD size);
BOOL WINAPI GetUserNameW(LPWSTR buffer, LPDWORD size);
#ifdef UNICODE
#define GetUserName GetUserNameW
#else
#define GetUserName GetUserNameA
#endif

/* The number of a privilege, SeDebugPrivilege and so on. FALSE: ERROR_NO_SUCH_PRIVILEGE. */
BOOL WINAPI LookupPrivilegeValueA(LPCSTR system, LPCSTR name, PLUID number);
BOOL WINAPI LookupPrivilegeValueW(LPCWSTR system, LPCWSTR name, PLUID number);

/* The name of a privilege's number. *size, in letters, becomes the name's length, or the room that
 * it needs with its zero: ERROR_INSUFFICIENT_BUFFER. FALSE, too: ERROR_NO_SUCH_PRIVILEGE. */
BOOL WINAPI LookupPrivilegeNameA(LPCSTR system, PLUID number, LPSTR name, LPDWORD size);
BOOL WINAPI LookupPrivilegeNameW(LPCWSTR system, PLUID number, LPWSTR name, LPDWORD size);
#ifdef UNICODE
#define LookupPrivilegeName  LookupPrivilegeNameW
#define LookupPrivilegeValue LookupPrivilegeValueW
#else
#define LookupPrivilegeName  LookupPrivilegeNameA
#define LookupPrivilegeValue LookupPrivilegeValueA
#endif

/* Whether a system of 64 bits runs a process of 32: no. FALSE: ERROR_INVALID_HANDLE,
 * ERROR_NOACCESS. */
BOOL WINAPI IsWow64Process(HANDLE process, PBOOL is);

/* Whether CreateFileA and its kin take names in the ANSI code page: TRUE. */
BOOL WINAPI AreFileApisANSI(void);

/* An address in a form from which a writer of the program's memory cannot make another one; each
 * run has its own. NULL has one, too. */
PVOID WINAPI EncodePointer(PVOID pointer);
PVOID WINAPI DecodePointer(PVOID pointer);
PVOID WINAPI EncodeSystemPointer(PVOID pointer);
PVOID WINAPI DecodeSystemPointer(PVOID pointer);

/* Returns count: there is no such limit. */
UINT WINAPI SetHandleCount(UINT count);

/* Prints the text on the console, and ends the program with status 1. */
_Noreturn VOID WINAPI FatalAppExitA(UINT action, LPCSTR text);
_Noreturn VOID WINAPI FatalAppExitW(UINT action, LPCWSTR text);

/* There is no speaker: the call takes its time in silence. FALSE: ERROR_INVALID_PARAMETER, a
 * frequency that is not 37 to 32,767. */
BOOL WINAPI Beep(DWORD frequency, DWORD milliseconds);

#ifdef UNICODE
#define FatalAppExit FatalAppExitW
#else
#define FatalAppExit FatalAppExitA
#endif

/* number * numerator / denominator, rounded to the nearest; -1: the result does not fit, or the
 * denominator is 0. */
int WINAPI MulDiv(int number, int numerator, int denominator);

/* Writes the system's text of an error (FROM_SYSTEM) or the caller's (FROM_STRING, source), with
 * the arguments for its inserts, %1 or %1!printf!. Returns the length. ALLOCATE_BUFFER: buffer is
 * the place of a pointer to new memory, which LocalFree takes. 0: ERROR_MR_MID_NOT_FOUND,
 * ERROR_INVALID_PARAMETER for inserts without arguments, ERROR_INSUFFICIENT_BUFFER,
 * ERROR_NOT_ENOUGH_MEMORY. Modules have no texts, there is no language but English, and no width
 * but 0 and MAX_WIDTH_MASK, which makes blanks of line ends. */
#define FORMAT_MESSAGE_ALLOCATE_BUFFER 0x0100
#define FORMAT_MESSAGE_IGNORE_INSERTS  0x0200
#define FORMAT_MESSAGE_FROM_STRING     0x0400
#define FORMAT_MESSAGE_FROM_HMODULE    0x0800
#define FORMAT_MESSAGE_FROM_SYSTEM     0x1000
#define FORMAT_MESSAGE_ARGUMENT_ARRAY  0x2000
#define FORMAT_MESSAGE_MAX_WIDTH_MASK  0x00FF
DWORD WINAPI FormatMessageA(DWORD flags, LPCVOID source, DWORD number, DWORD language, LPSTR buffer,
                            DWORD size, va_list *arguments);
DWORD WINAPI FormatMessageW(DWORD flags, LPCVOID source, DWORD number, DWORD language,
                            LPWSTR buffer, DWORD size, va_list *arguments);
#ifdef UNICODE
#define FormatMessage FormatMessageW
#else
#define FormatMessage FormatMessageA
#endif

#define MoveMemory            RtlMoveMemory
#define CopyMemory            RtlCopyMemory
#define FillMemory            RtlFillMemory
#define ZeroMemory            RtlZeroMemory
#define SecureZeroMemory      RtlSecureZeroMemory

#define CaptureStackBackTrace RtlCaptureStackBackTrace

#endif
