/* Files of settings (.ini): sections in brackets, and lines "key=text" below them. A name without a
 * folder is that of a file in C:\Windows. Sections and keys are the same in any case; blanks around
 * a key or a text are not theirs, nor is a pair of quotes around a text; a line that begins with ;
 * is a comment. Ordinary code.
 */
#ifndef WIN32_KERNEL32_PROFILES_H
#define WIN32_KERNEL32_PROFILES_H

#include <windef.h>

/* Copy a key's text, or the other one (NULL: ""), as far as there is room. Without a key the keys
 * of the section, without a section the sections: texts one behind the other, and an empty one.
 * Return the characters without the last zero; size - 1 (lists: size - 2) says that something is
 * cut. The calls without a file read win.ini. */
DWORD WINAPI GetPrivateProfileStringA(LPCSTR section, LPCSTR key, LPCSTR other, LPSTR buffer,
                                      DWORD size, LPCSTR file);
DWORD WINAPI GetPrivateProfileStringW(LPCWSTR section, LPCWSTR key, LPCWSTR other, LPWSTR buffer,
                                      DWORD size, LPCWSTR file);
DWORD WINAPI GetProfileStringA(LPCSTR section, LPCSTR key, LPCSTR other, LPSTR buffer, DWORD size);
DWORD WINAPI GetProfileStringW(LPCWSTR section, LPCWSTR key, LPCWSTR other, LPWSTR buffer,
                               DWORD size);
DWORD WINAPI GetPrivateProfileSectionNamesA(LPSTR buffer, DWORD size, LPCSTR file);
DWORD WINAPI GetPrivateProfileSectionNamesW(LPWSTR buffer, DWORD size, LPCWSTR file);

/* The number with which the text begins, 0x before hexadecimal digits. */
UINT WINAPI GetPrivateProfileIntA(LPCSTR section, LPCSTR key, INT other, LPCSTR file);
UINT WINAPI GetPrivateProfileIntW(LPCWSTR section, LPCWSTR key, INT other, LPCWSTR file);
UINT WINAPI GetProfileIntA(LPCSTR section, LPCSTR key, INT other);
UINT WINAPI GetProfileIntW(LPCWSTR section, LPCWSTR key, INT other);

/* Copy the lines of a section in the form of a list. */
DWORD WINAPI GetPrivateProfileSectionA(LPCSTR section, LPSTR buffer, DWORD size, LPCSTR file);
DWORD WINAPI GetPrivateProfileSectionW(LPCWSTR section, LPWSTR buffer, DWORD size, LPCWSTR file);
DWORD WINAPI GetProfileSectionA(LPCSTR section, LPSTR buffer, DWORD size);
DWORD WINAPI GetProfileSectionW(LPCWSTR section, LPWSTR buffer, DWORD size);

/* Set a key's text. Without a text the key goes, without a key the section. The section's call
 * replaces all its lines by those of a list. FALSE: the file's error; ERROR_FILE_NOT_FOUND, no
 * section is given. */
BOOL WINAPI WritePrivateProfileStringA(LPCSTR section, LPCSTR key, LPCSTR text, LPCSTR file);
BOOL WINAPI WritePrivateProfileStringW(LPCWSTR section, LPCWSTR key, LPCWSTR text, LPCWSTR file);
BOOL WINAPI WriteProfileStringA(LPCSTR section, LPCSTR key, LPCSTR text);
BOOL WINAPI WriteProfileStringW(LPCWSTR section, LPCWSTR key, LPCWSTR text);
BOOL WINAPI WritePrivateProfileSectionA(LPCSTR section, LPCSTR lines, LPCSTR file);
BOOL WINAPI WritePrivateProfileSectionW(LPCWSTR section, LPCWSTR lines, LPCWSTR file);
BOOL WINAPI WriteProfileSectionA(LPCSTR section, LPCSTR lines);
BOOL WINAPI WriteProfileSectionW(LPCWSTR section, LPCWSTR lines);

/* Bytes as hexadecimal digits, and their sum in the last two. FALSE: ERROR_INVALID_DATA, the text
 * is not of so many bytes. */
BOOL WINAPI GetPrivateProfileStructA(LPCSTR section, LPCSTR key, LPVOID bytes, UINT size,
                                     LPCSTR file);
BOOL WINAPI GetPrivateProfileStructW(LPCWSTR section, LPCWSTR key, LPVOID bytes, UINT size,
                                     LPCWSTR file);
BOOL WINAPI WritePrivateProfileStructA(LPCSTR section, LPCSTR key, LPVOID bytes, UINT size,
                                       LPCSTR file);
BOOL WINAPI WritePrivateProfileStructW(LPCWSTR section, LPCWSTR key, LPVOID bytes, UINT size,
                                       LPCWSTR file);

#endif
