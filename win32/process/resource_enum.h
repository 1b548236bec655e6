/* Walks over the resources of modules, by the names of kernel32. Ordinary code. */
#ifndef WIN32_PROCESS_RESOURCE_ENUM_H
#define WIN32_PROCESS_RESOURCE_ENUM_H

#include <winbase.h>

/* Call the function for each type, name or language, in the order of the file, until it returns
 * FALSE, which is ERROR_RESOURCE_ENUM_USER_STOP. */
typedef BOOL(CALLBACK *ENUMRESTYPEPROCA)(HMODULE, LPSTR type, LONG_PTR context);
typedef BOOL(CALLBACK *ENUMRESTYPEPROCW)(HMODULE, LPWSTR type, LONG_PTR context);
typedef BOOL(CALLBACK *ENUMRESNAMEPROCA)(HMODULE, LPCSTR type, LPSTR name, LONG_PTR context);
typedef BOOL(CALLBACK *ENUMRESNAMEPROCW)(HMODULE, LPCWSTR type, LPWSTR name, LONG_PTR context);
typedef BOOL(CALLBACK *ENUMRESLANGPROCA)(HMODULE, LPCSTR type, LPCSTR name, WORD language,
                                         LONG_PTR context);
typedef BOOL(CALLBACK *ENUMRESLANGPROCW)(HMODULE, LPCWSTR type, LPCWSTR name, WORD language,
                                         LONG_PTR context);
BOOL WINAPI EnumResourceTypesA(HMODULE module, ENUMRESTYPEPROCA function, LONG_PTR context);
BOOL WINAPI EnumResourceTypesW(HMODULE module, ENUMRESTYPEPROCW function, LONG_PTR context);
BOOL WINAPI EnumResourceNamesA(HMODULE module, LPCSTR type, ENUMRESNAMEPROCA function,
                               LONG_PTR context);
BOOL WINAPI EnumResourceNamesW(HMODULE module, LPCWSTR type, ENUMRESNAMEPROCW function,
                               LONG_PTR context);
BOOL WINAPI EnumResourceLanguagesA(HMODULE module, LPCSTR type, LPCSTR name,
                                   ENUMRESLANGPROCA function, LONG_PTR context);
BOOL WINAPI EnumResourceLanguagesW(HMODULE module, LPCWSTR type, LPCWSTR name,
                                   ENUMRESLANGPROCW function, LONG_PTR context);

/* Files of programs cannot be changed: ERROR_ACCESS_DENIED, or the error of a file that is not
 * there. No handle is one of a change: ERROR_INVALID_HANDLE. */
HANDLE WINAPI BeginUpdateResourceA(LPCSTR file, BOOL deletes);
HANDLE WINAPI BeginUpdateResourceW(LPCWSTR file, BOOL deletes);
BOOL WINAPI UpdateResourceA(HANDLE change, LPCSTR type, LPCSTR name, WORD language, LPVOID bytes,
                            DWORD size);
BOOL WINAPI UpdateResourceW(HANDLE change, LPCWSTR type, LPCWSTR name, WORD language, LPVOID bytes,
                            DWORD size);
BOOL WINAPI EndUpdateResourceA(HANDLE change, BOOL discards);
BOOL WINAPI EndUpdateResourceW(HANDLE change, BOOL discards);

#endif
