/* The registry, which has no keys but the roots. Part of windows.h. Each call returns an error:
 * ERROR_FILE_NOT_FOUND for a key or a value of a root, ERROR_ACCESS_DENIED where one would be made,
 * ERROR_INVALID_HANDLE for what is no root, ERROR_NO_MORE_ITEMS where all would be told. Opening a
 * root by an empty name gives that root. Any context, at either privilege level.
 */
#ifndef WINREG_H
#define WINREG_H

#include <minwinbase.h>

typedef struct HKEY__ *HKEY, **PHKEY;
typedef ACCESS_MASK REGSAM;
typedef LONG LSTATUS;

#define HKEY_CLASSES_ROOT       ((HKEY)0x80000000u)
#define HKEY_CURRENT_USER       ((HKEY)0x80000001u)
#define HKEY_LOCAL_MACHINE      ((HKEY)0x80000002u)
#define HKEY_USERS              ((HKEY)0x80000003u)
#define HKEY_PERFORMANCE_DATA   ((HKEY)0x80000004u)
#define HKEY_CURRENT_CONFIG     ((HKEY)0x80000005u)

#define KEY_QUERY_VALUE         0x00001u
#define KEY_SET_VALUE           0x00002u
#define KEY_CREATE_SUB_KEY      0x00004u
#define KEY_ENUMERATE_SUB_KEYS  0x00008u
#define KEY_NOTIFY              0x00010u
#define KEY_WOW64_64KEY         0x00100u
#define KEY_WOW64_32KEY         0x00200u
#define KEY_READ                0x20019u
#define KEY_WRITE               0x20006u
#define KEY_EXECUTE             KEY_READ
#define KEY_ALL_ACCESS          0xF003Fu

#define REG_NONE                0u
#define REG_SZ                  1u
#define REG_EXPAND_SZ           2u
#define REG_BINARY              3u
#define REG_DWORD               4u
#define REG_MULTI_SZ            7u
#define REG_QWORD               11u
#define REG_OPTION_NON_VOLATILE 0u
#define REG_CREATED_NEW_KEY     1u
#define REG_OPENED_EXISTING_KEY 2u

LSTATUS WINAPI RegOpenCurrentUser(REGSAM access, PHKEY opened);
LSTATUS WINAPI RegOpenKeyA(HKEY key, LPCSTR name, PHKEY opened);
LSTATUS WINAPI RegOpenKeyW(HKEY key, LPCWSTR name, PHKEY opened);
LSTATUS WINAPI RegOpenKeyExA(HKEY key, LPCSTR name, DWORD options, REGSAM access, PHKEY opened);
LSTATUS WINAPI RegOpenKeyExW(HKEY key, LPCWSTR name, DWORD options, REGSAM access, PHKEY opened);
LSTATUS WINAPI RegCreateKeyA(HKEY key, LPCSTR name, PHKEY opened);
LSTATUS WINAPI RegCreateKeyW(HKEY key, LPCWSTR name, PHKEY opened);
LSTATUS WINAPI RegCreateKeyExA(HKEY key, LPCSTR name, DWORD reserved, LPSTR kind, DWORD options,
                               REGSAM access, const SECURITY_ATTRIBUTES *security, PHKEY opened,
                               LPDWORD how);
LSTATUS WINAPI RegCreateKeyExW(HKEY key, LPCWSTR name, DWORD reserved, LPWSTR kind, DWORD options,
                               REGSAM access, const SECURITY_ATTRIBUTES *security, PHKEY opened,
                               LPDWORD how);
LSTATUS WINAPI RegCloseKey(HKEY key); /* ERROR_SUCCESS for a root, which stays */
LSTATUS WINAPI RegQueryValueExA(HKEY key, LPCSTR name, LPDWORD reserved, LPDWORD type, LPBYTE data,
                                LPDWORD size);
LSTATUS WINAPI RegQueryValueExW(HKEY key, LPCWSTR name, LPDWORD reserved, LPDWORD type, LPBYTE data,
                                LPDWORD size);
LSTATUS WINAPI RegSetValueExA(HKEY key, LPCSTR name, DWORD reserved, DWORD type, const BYTE *data,
                              DWORD size);
LSTATUS WINAPI RegSetValueExW(HKEY key, LPCWSTR name, DWORD reserved, DWORD type, const BYTE *data,
                              DWORD size);
LSTATUS WINAPI RegDeleteKeyA(HKEY key, LPCSTR name);
LSTATUS WINAPI RegDeleteKeyW(HKEY key, LPCWSTR name);
LSTATUS WINAPI RegDeleteValueA(HKEY key, LPCSTR name);
LSTATUS WINAPI RegDeleteValueW(HKEY key, LPCWSTR name);
LSTATUS WINAPI RegEnumKeyExA(HKEY key, DWORD index, LPSTR name, LPDWORD size, LPDWORD reserved,
                             LPSTR kind, LPDWORD kind_size, PFILETIME written);
LSTATUS WINAPI RegEnumKeyExW(HKEY key, DWORD index, LPWSTR name, LPDWORD size, LPDWORD reserved,
                             LPWSTR kind, LPDWORD kind_size, PFILETIME written);
LSTATUS WINAPI RegEnumValueA(HKEY key, DWORD index, LPSTR name, LPDWORD size, LPDWORD reserved,
                             LPDWORD type, LPBYTE data, LPDWORD data_size);
LSTATUS WINAPI RegEnumValueW(HKEY key, DWORD index, LPWSTR name, LPDWORD size, LPDWORD reserved,
                             LPDWORD type, LPBYTE data, LPDWORD data_size);

#ifdef UNICODE
#define RegOpenKey      RegOpenKeyW
#define RegOpenKeyEx    RegOpenKeyExW
#define RegCreateKey    RegCreateKeyW
#define RegCreateKeyEx  RegCreateKeyExW
#define RegQueryValueEx RegQueryValueExW
#define RegSetValueEx   RegSetValueExW
#define RegDeleteKey    RegDeleteKeyW
#define RegDeleteValue  RegDeleteValueW
#define RegEnumKeyEx    RegEnumKeyExW
#define RegEnumValue    RegEnumValueW
#else
#define RegOpenKey      RegOpenKeyA
#define RegOpenKeyEx    RegOpenKeyExA
#define RegCreateKey    RegCreateKeyA
#define RegCreateKeyEx  RegCreateKeyExA
#define RegQueryValueEx RegQueryValueExA
#define RegSetValueEx   RegSetValueExA
#define RegDeleteKey    RegDeleteKeyA
#define RegDeleteValue  RegDeleteValueA
#define RegEnumKeyEx    RegEnumKeyExA
#define RegEnumValue    RegEnumValueA
#endif

#endif
