/* The Windows SDK's basic types and marks, for 32-bit x86. Part of windows.h.
 *
 * Types that the runtime uses itself are in nt.h. L"..." has two bytes a character, as on Windows.
 * There are types and wchar.h's calls for it; of Windows' calls that end in W only those of
 * synchapi.h, for names of objects.
 */
#ifndef WINDEF_H
#define WINDEF_H

#include <nt.h>
#include <predefined.h>
#include <sal.h>
#include <stddef.h>

/* ---------------------------------------------------------------- marks */

#define MAX_PATH   260
#define CALLBACK   WINAPI
#define APIENTRY   WINAPI
#define WINAPIV    __cdecl
#define APIPRIVATE __stdcall
#define WINBASEAPI
#define NTSYSAPI
#define NTSYSCALLAPI
#define FORCEINLINE         __forceinline
#define DECLSPEC_NORETURN   __declspec(noreturn)
#define DECLSPEC_NOINLINE   __declspec(noinline)
#define DECLSPEC_ALIGN(x)   __attribute__((aligned(x)))
#define DECLSPEC_CACHEALIGN DECLSPEC_ALIGN(64)
#define DECLSPEC_IMPORT
#define CONST const
#define FAR
#define NEAR
#define IN
#define OUT
#define OPTIONAL

/* ---------------------------------------------------------------- types */

typedef char CHAR, *PCHAR, *LPCH, *PCH, *LPSTR, *PSTR, *NPSTR;
typedef const char *LPCSTR, *PCSTR, *LPCCH, *PCCH;
typedef wchar_t WCHAR, *PWCHAR, *LPWCH, *PWCH, *LPWSTR, *PWSTR, *NWPSTR;
typedef const wchar_t *LPCWSTR, *PCWSTR, *LPCWCH, *PCWCH;
typedef short SHORT, *PSHORT;
typedef unsigned short USHORT, *PUSHORT;
typedef int INT, *PINT, *LPINT;
typedef UINT *PUINT, *LPUINT;
typedef LONG *PLONG, *LPLONG;
typedef ULONG *PULONG;
typedef DWORD *PDWORD, *LPDWORD;
typedef WORD *PWORD, *LPWORD, ATOM;
typedef BYTE *PBYTE, *LPBYTE, *PBOOLEAN;
typedef UCHAR *PUCHAR;
typedef BOOL *PBOOL, *LPBOOL;
typedef float FLOAT, *PFLOAT;
typedef double DOUBLE, *PDOUBLE;
typedef void *LPVOID;
typedef const void *LPCVOID, *PCVOID;

typedef signed char INT8, *PINT8;
typedef short INT16, *PINT16;
typedef int INT32, *PINT32, LONG32, *PLONG32;
typedef long long INT64, *PINT64, LONG64, *PLONG64, LONGLONG, *PLONGLONG;
typedef unsigned char UINT8, *PUINT8;
typedef unsigned short UINT16, *PUINT16;
typedef unsigned int UINT32, *PUINT32, ULONG32, *PULONG32, DWORD32, *PDWORD32;
typedef unsigned long long UINT64, *PUINT64, ULONG64, *PULONG64, DWORD64, *PDWORD64;
typedef unsigned long long ULONGLONG, *PULONGLONG, DWORDLONG, *PDWORDLONG;

typedef int INT_PTR, *PINT_PTR;
typedef unsigned int UINT_PTR, *PUINT_PTR;
typedef long LONG_PTR, *PLONG_PTR, SSIZE_T, *PSSIZE_T;
typedef ULONG_PTR *PULONG_PTR, DWORD_PTR, *PDWORD_PTR, *PSIZE_T;

/* A time in 100 ns since 1 January 1601, UTC. */
typedef struct _FILETIME {
    DWORD dwLowDateTime;
    DWORD dwHighDateTime;
} FILETIME, *PFILETIME, *LPFILETIME;

typedef HANDLE *PHANDLE, *LPHANDLE;
typedef struct HWND__ *HWND;
typedef struct HBRUSH__ *HBRUSH;
typedef struct HICON__ *HICON, *HCURSOR;
typedef struct HMENU__ *HMENU;
typedef DWORD ACCESS_MASK, *PACCESS_MASK;
typedef struct HINSTANCE__ *HINSTANCE, *HMODULE;
typedef LONG HRESULT;

/* The parameters and the result of a message. */
typedef UINT_PTR WPARAM;
typedef LONG_PTR LPARAM, LRESULT;

/* Results of calls that return one: negative for a failure, and a status by one more bit. */
#define S_OK                    ((HRESULT)0)
#define E_OUTOFMEMORY           ((HRESULT)0x8007000E)
#define SUCCEEDED(result)       ((HRESULT)(result) >= 0)
#define FAILED(result)          ((HRESULT)(result) < 0)
#define HRESULT_FROM_NT(status) ((HRESULT)((status) | 0x10000000))
typedef NTSTATUS *PNTSTATUS;
typedef int(WINAPI *FARPROC)(void);
typedef int(WINAPI *PROC)(void);

_Static_assert(sizeof(CHAR) == 1 && sizeof(SHORT) == 2 && sizeof(INT) == 4, "CHAR, SHORT, INT");
_Static_assert(sizeof(LONG) == 4 && sizeof(LONGLONG) == 8 && sizeof(SIZE_T) == 4, "LONG, SIZE_T");
_Static_assert(sizeof(WCHAR) == 2, "WCHAR: -fshort-wchar");

/* Text is wide where a program defines UNICODE. */
#ifdef UNICODE
typedef WCHAR TCHAR, *PTCHAR, TBYTE;
typedef LPWSTR LPTSTR, PTSTR;
typedef LPCWSTR LPCTSTR, PCTSTR;
#define WINDEF_TEXT(text) L##text
#else
typedef char TCHAR, *PTCHAR;
typedef LPSTR LPTSTR, PTSTR;
typedef LPCSTR LPCTSTR, PCTSTR;
#define WINDEF_TEXT(text) text
#endif
#define TEXT(text)          WINDEF_TEXT(text)

/* ---------------------------------------------------------------- parts of numbers */

#define MAKEWORD(low, high) ((WORD)((BYTE)(low) | (WORD)(BYTE)(high) << 8))
#define MAKELONG(low, high) ((LONG)((WORD)(low) | (DWORD)(WORD)(high) << 16))
#define LOBYTE(word)        ((BYTE)(word))
#define HIBYTE(word)        ((BYTE)((DWORD)(word) >> 8))
#define LOWORD(number)      ((WORD)(number))
#define HIWORD(number)      ((WORD)((DWORD)(number) >> 16))

#ifndef NOMINMAX
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define min(a, b) (((a) < (b)) ? (a) : (b))
#endif

#endif
