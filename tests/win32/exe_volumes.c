/* Drives, devices and volumes: their names, and the folders that lead to them. */

#define _WIN32_WINNT 0x0601
#include <windows.h>

#include <stdio.h>
#include <string.h>

static void show(const char *what, BOOL done)
{
    printf("%s: %d", what, done);
    printf(done ? "\n" : " %lu\n", GetLastError());
}

static void check_drives(void)
{
    char text[200];
    printf("drives: %lu", GetLogicalDriveStringsA(sizeof text, text));
    printf(" %s, short %lu\n", text, GetLogicalDriveStringsA(2, text));
    printf("device: %lu", QueryDosDeviceA("C:", text, sizeof text));
    printf(" %s\n", text);
    show("none", QueryDosDeviceA("Q:", text, sizeof text));
    show("root", GetVolumePathNameA("some\\file.txt", text, sizeof text));
    printf("%s\n", text);
}

static void check_volume(void)
{
    char text[200];
    CreateDirectoryA("exe_new", NULL);
    SetFileAttributesA("exe_new", FILE_ATTRIBUTE_HIDDEN);
    show("volume", GetVolumeNameForVolumeMountPointA("C:\\", text, sizeof text));
    printf("%.11s %u\n", text, (unsigned)strlen(text));
    show("without a slash", GetVolumeNameForVolumeMountPointA("C:", text, sizeof text));
    DWORD needed = 0;
    FindClose(FindFirstVolumeA(text, sizeof text));
    char roots[8] = "", inside[80];
    show("no room for roots", GetVolumePathNamesForVolumeNameA(text, roots, 4, &needed));
    show("roots", GetVolumePathNamesForVolumeNameA(text, roots, sizeof roots, &needed));
    printf("%s %lu\n", roots, needed);
    show("no folder for it", SetVolumeMountPointA("C:\\exe_new\\", text));
    show("nor from one", DeleteVolumeMountPointA("C:\\exe_new\\"));
    show("no volume", GetVolumePathNamesForVolumeNameW(L"C:\\", NULL, 0, NULL));
    printf("space: %d,", GetDiskFreeSpaceA(text, NULL, NULL, NULL, NULL));
    sprintf(inside, "%sexe_new", text);
    printf(" inside: %lX\n", GetFileAttributesA(inside));
    HANDLE search = FindFirstVolumeA(text, sizeof text);
    show("first", search != INVALID_HANDLE_VALUE);
    show("next", FindNextVolumeA(search, text, sizeof text));
    show("closed", FindVolumeClose(search));
}

int main(void)
{
    check_drives();
    check_volume();
    return 0;
}
