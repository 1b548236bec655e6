/* Atoms: numbers for names, of the process and of all processes. A name is the same in any case,
 * and has 255 characters at most. A number below C000h and the name "#number" are their own atom.
 * Ordinary code.
 */
#ifndef WIN32_KERNEL32_ATOMS_H
#define WIN32_KERNEL32_ATOMS_H

#include <windef.h>

typedef WORD ATOM;

BOOL WINAPI InitAtomTable(DWORD size); /* TRUE: tables grow */

/* Return the atom, which an Add counts. 0: ERROR_INVALID_PARAMETER, ERROR_INVALID_NAME (no
 * character), ERROR_FILE_NOT_FOUND, ERROR_NOT_ENOUGH_MEMORY. */
ATOM WINAPI AddAtomA(LPCSTR name);
ATOM WINAPI AddAtomW(LPCWSTR name);
ATOM WINAPI FindAtomA(LPCSTR name);
ATOM WINAPI FindAtomW(LPCWSTR name);
ATOM WINAPI GlobalAddAtomA(LPCSTR name);
ATOM WINAPI GlobalAddAtomW(LPCWSTR name);
ATOM WINAPI GlobalFindAtomA(LPCSTR name);
ATOM WINAPI GlobalFindAtomW(LPCWSTR name);

/* Take an Add back. They return 0, or the atom with ERROR_INVALID_HANDLE. */
ATOM WINAPI DeleteAtom(ATOM atom);
ATOM WINAPI GlobalDeleteAtom(ATOM atom);

/* Copy the name as it was first given, cut if it must be, with ERROR_MORE_DATA. Return its length.
 * 0: ERROR_INVALID_HANDLE, ERROR_INVALID_PARAMETER for atom 0. */
UINT WINAPI GetAtomNameA(ATOM atom, LPSTR buffer, int size);
UINT WINAPI GetAtomNameW(ATOM atom, LPWSTR buffer, int size);
UINT WINAPI GlobalGetAtomNameA(ATOM atom, LPSTR buffer, int size);
UINT WINAPI GlobalGetAtomNameW(ATOM atom, LPWSTR buffer, int size);

#endif
