/* The one volume, which is drive C:. Ordinary code. */
#ifndef WIN32_KERNEL32_VOLUMES_H
#define WIN32_KERNEL32_VOLUMES_H

#include <fileapi.h>
#include <windef.h>

/* The roots of all drives as a list. Returns its length without the last zero, or the size that it
 * needs. */
DWORD WINAPI GetLogicalDriveStringsA(DWORD size, LPSTR buffer);
DWORD WINAPI GetLogicalDriveStringsW(DWORD size, LPWSTR buffer);

/* Returns the path that a device's name leads to. For NULL it returns the names of all devices.
 * Returns the characters with all zeros. 0: ERROR_FILE_NOT_FOUND, ERROR_INSUFFICIENT_BUFFER. Names
 * cannot be defined: ERROR_ACCESS_DENIED. */
DWORD WINAPI QueryDosDeviceA(LPCSTR name, LPSTR buffer, DWORD size);
DWORD WINAPI QueryDosDeviceW(LPCWSTR name, LPWSTR buffer, DWORD size);
BOOL WINAPI DefineDosDeviceA(DWORD flags, LPCSTR name, LPCSTR target);
BOOL WINAPI DefineDosDeviceW(DWORD flags, LPCWSTR name, LPCWSTR target);

/* The root of the volume of a path, and the volume's own name. FALSE: ERROR_INVALID_NAME,
 * ERROR_PATH_NOT_FOUND, ERROR_FILENAME_EXCED_RANGE. */
BOOL WINAPI GetVolumePathNameA(LPCSTR path, LPSTR buffer, DWORD size);
BOOL WINAPI GetVolumePathNameW(LPCWSTR path, LPWSTR buffer, DWORD size);
BOOL WINAPI GetVolumeNameForVolumeMountPointA(LPCSTR root, LPSTR buffer, DWORD size);
BOOL WINAPI GetVolumeNameForVolumeMountPointW(LPCWSTR root, LPWSTR buffer, DWORD size);

/* The roots of the volume with this name, as a list: one. *needed: its characters with both zeros.
 * FALSE: ERROR_MORE_DATA, ERROR_FILE_NOT_FOUND, ERROR_INVALID_NAME. */
BOOL WINAPI GetVolumePathNamesForVolumeNameA(LPCSTR volume, LPSTR buffer, DWORD size,
                                             LPDWORD needed);
BOOL WINAPI GetVolumePathNamesForVolumeNameW(LPCWSTR volume, LPWSTR buffer, DWORD size,
                                             LPDWORD needed);

/* Volumes stand in no folders: ERROR_ACCESS_DENIED, as for a user that may not. */
BOOL WINAPI SetVolumeMountPointA(LPCSTR folder, LPCSTR volume);
BOOL WINAPI SetVolumeMountPointW(LPCWSTR folder, LPCWSTR volume);
BOOL WINAPI DeleteVolumeMountPointA(LPCSTR folder);
BOOL WINAPI DeleteVolumeMountPointW(LPCWSTR folder);

/* The name of the volume, once. FALSE: ERROR_NO_MORE_FILES, ERROR_INVALID_HANDLE. */
HANDLE WINAPI FindFirstVolumeA(LPSTR buffer, DWORD size);
HANDLE WINAPI FindFirstVolumeW(LPWSTR buffer, DWORD size);
BOOL WINAPI FindNextVolumeA(HANDLE search, LPSTR buffer, DWORD size);
BOOL WINAPI FindNextVolumeW(HANDLE search, LPWSTR buffer, DWORD size);
BOOL WINAPI FindVolumeClose(HANDLE search);

BOOL WINAPI SetVolumeLabelA(LPCSTR root, LPCSTR label); /* ERROR_ACCESS_DENIED */
BOOL WINAPI SetVolumeLabelW(LPCWSTR root, LPCWSTR label);

#endif
