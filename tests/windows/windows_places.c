/* Where files are found, what their times are, and that no second process is started; the clock.
 *
 * run: emulator=qemu
 * run: name=ring3 ring=3
 */
#include <windows.h>

#include <string.h>
#include <wchar.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

static HANDLE make(LPCSTR name, LPCVOID bytes, DWORD size)
{
    DWORD done;
    HANDLE file = CreateFileA(name, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ, NULL,
                              CREATE_ALWAYS, 0, NULL);
    WriteFile(file, bytes, size, &done, NULL);
    return file;
}

static BOOL same(FILETIME one, FILETIME other) { return memcmp(&one, &other, sizeof one) == 0; }

static void check_times(void)
{
    FILETIME first = {1, 30000000}, other = {2, 30000000}, none = {0, 0}, made, read, written;
    FILETIME start_time = {0, 0};
    WIN32_FILE_ATTRIBUTE_DATA facts;
    WIN32_FIND_DATAA found;
    HANDLE file = make("times.txt", "x", 1);
    check(GetFileTime(file, &made, &start_time, &written) && same(start_time, made) &&
              *(LONGLONG *)&written >= *(LONGLONG *)&made,
          "a file has the time of its making, and of the last write");
    check(SetFileTime(file, &first, NULL, &other) && GetFileTime(file, &made, &read, &written) &&
              same(made, first) && same(read, start_time) && same(written, other),
          "SetFileTime sets those that it is given");
    check(SetFileTime(file, NULL, NULL, &none) && GetFileTime(file, NULL, NULL, &written) &&
              same(written, other),
          "0 leaves a time");
    check(GetFileAttributesExA("times.txt", GetFileExInfoStandard, &facts) &&
              same(facts.ftCreationTime, first) && same(facts.ftLastWriteTime, other),
          "GetFileAttributesEx tells them");
    HANDLE search = FindFirstFileA("times.*", &found);
    check(same(found.ftLastWriteTime, other), "FindFirstFile, too");
    FindClose(search);
    CloseHandle(file);
    file = CreateFileA("times.txt", GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    check(FAILS(SetFileTime(file, &first, NULL, NULL), ERROR_ACCESS_DENIED) &&
              FAILS(GetFileTime(GetStdHandle(STD_OUTPUT_HANDLE), &made, NULL, NULL),
                    ERROR_INVALID_HANDLE),
          "a handle for reading: 5; the console: 6");
    CloseHandle(file);
}

static void check_attributes(void)
{
    check(SetFileAttributesA("times.txt", FILE_ATTRIBUTE_NORMAL) &&
              SetFileAttributesW(L"times.txt", FILE_ATTRIBUTE_ARCHIVE),
          "SetFileAttributes");
    check(SetFileAttributesA("times.txt", FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_READONLY) &&
              GetFileAttributesA("times.txt") ==
                  (FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_READONLY) &&
              FAILS(DeleteFileA("times.txt"), ERROR_ACCESS_DENIED) &&
              FAILS(SetFileAttributesA("times.txt", FILE_ATTRIBUTE_DIRECTORY),
                    ERROR_INVALID_PARAMETER) &&
              SetFileAttributesA("times.txt", 0) &&
              GetFileAttributesA("times.txt") == FILE_ATTRIBUTE_NORMAL &&
              FAILS(SetFileAttributesW(L"none.txt", FILE_ATTRIBUTE_NORMAL), ERROR_FILE_NOT_FOUND),
          "a read-only file stays: 5; no file: 2");
}

static void check_search(void)
{
    char narrow[MAX_PATH], *part = NULL;
    WCHAR wide[MAX_PATH], *wide_part = NULL;
    CreateDirectoryA("tools", NULL);
    CloseHandle(make("tools\\one.txt", "x", 1));
    check(SearchPathA(NULL, "times.txt", NULL, MAX_PATH, narrow, &part) == 12 &&
              strcmp(narrow, "C:\\times.txt") == 0 && strcmp(part, "times.txt") == 0,
          "SearchPathA");
    check(SearchPathA("C:\\Windows;C:\\tools", "one", ".txt", MAX_PATH, narrow, NULL) == 16 &&
              strcmp(narrow, "C:\\tools\\one.txt") == 0,
          "in other folders, with an extension");
    SetEnvironmentVariableA("PATH", "C:\\none;C:\\tools");
    check(SearchPathW(NULL, L"one", L".txt", MAX_PATH, wide, &wide_part) == 16 &&
              wcscmp(wide_part, L"one.txt") == 0,
          "SearchPathW, in the folders of PATH");
    check(SearchPathA(NULL, "tools\\one.txt", NULL, 3, narrow, NULL) == 17,
          "a path is looked for where it says; without room the size is returned");
    check(FAILS(SearchPathA(NULL, "none", ".txt", MAX_PATH, narrow, NULL), ERROR_FILE_NOT_FOUND) &&
              FAILS(SearchPathW(NULL, NULL, NULL, MAX_PATH, wide, NULL), ERROR_INVALID_PARAMETER),
          "no file: 2; no name: 87");
}

static void check_drives(void)
{
    char name[20], system[20];
    WCHAR wide[20], wide_system[20];
    DWORD serial = 0, again = 1, most = 0;
    ULARGE_INTEGER mine, all, left;
    check(GetDriveTypeA("C:\\") == DRIVE_FIXED && GetDriveTypeW(L"D:\\") == DRIVE_NO_ROOT_DIR &&
              GetLogicalDrives() == 4,
          "there is one drive");
    check(GetVolumeInformationA("C:\\", name, 20, &serial, &most, NULL, system, 20) &&
              most == 255 && strcmp(system, "NTFS") == 0 &&
              GetVolumeInformationW(NULL, wide, 20, &again, NULL, NULL, wide_system, 20) &&
              again == serial && wcscmp(wide_system, L"NTFS") == 0,
          "GetVolumeInformation");
    check(FAILS(GetVolumeInformationA("C:\\x", NULL, 0, NULL, NULL, NULL, NULL, 0),
                ERROR_INVALID_NAME) &&
              FAILS(GetVolumeInformationA("D:\\", NULL, 0, NULL, NULL, NULL, NULL, 0),
                    ERROR_PATH_NOT_FOUND) &&
              FAILS(GetVolumeInformationA(NULL, NULL, 0, NULL, NULL, NULL, system, 4),
                    ERROR_BAD_LENGTH),
          "no root: 123; another drive: 3; no room: 24");
    check(GetDiskFreeSpaceExA("C:\\tools", &mine, &all, &left) && mine.QuadPart == 16 << 20 &&
              all.QuadPart == mine.QuadPart && left.QuadPart == mine.QuadPart &&
              GetDiskFreeSpaceExW(NULL, NULL, NULL, NULL) &&
              FAILS(GetDiskFreeSpaceExA("times.txt", NULL, NULL, NULL), ERROR_DIRECTORY),
          "GetDiskFreeSpaceEx");
    check(GetLongPathNameA("times.txt", name, 20) == 9 && strcmp(name, "times.txt") == 0 &&
              GetShortPathNameW(L"times.txt", wide, 20) == 9 &&
              GetShortPathNameA("times.txt", name, 3) == 10 &&
              GetLongPathNameA("times.txt", NULL, 20) == 10 &&
              FAILS(GetLongPathNameW(L"none", wide, 20), ERROR_FILE_NOT_FOUND),
          "names are their own long and short ones");
}

static void check_information(void)
{
    BY_HANDLE_FILE_INFORMATION one, other;
    HANDLE file = make("tools\\two.txt", "four", 4);
    HANDLE again = CreateFileA("C:\\tools\\two.txt", GENERIC_READ,
                               FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0, NULL);
    check(GetFileInformationByHandle(file, &one) && one.nFileSizeLow == 4 &&
              one.dwFileAttributes == FILE_ATTRIBUTE_ARCHIVE && one.nNumberOfLinks == 1 &&
              GetFileInformationByHandle(again, &other) && one.nFileIndexLow == other.nFileIndexLow,
          "GetFileInformationByHandle");
    CLOSE(file, again);
    check(FAILS(GetFileInformationByHandle(GetStdHandle(STD_OUTPUT_HANDLE), &one),
                ERROR_INVALID_HANDLE),
          "the console: 6");
}

static BOOL starts(LPCSTR name, LPSTR line)
{
    STARTUPINFOA info = {.cb = sizeof info};
    PROCESS_INFORMATION process = {(HANDLE)1, NULL, 0, 0};
    BOOL started = CreateProcessA(name, line, NULL, NULL, FALSE, 0, NULL, NULL, &info, &process);
    return started || process.hProcess;
}

static void check_processes(void)
{
    static WORD program[] = {IMAGE_DOS_SIGNATURE, 0};
    char none[] = "none.exe 1", line[] = "\"tools\\other\" 1", text[] = "times.txt";
    WCHAR wide_line[] = L"tools\\other.exe";
    STARTUPINFOW info = {.cb = sizeof info};
    PROCESS_INFORMATION process;
    CloseHandle(make("tools\\other.exe", program, sizeof program));
    check(FAILS(starts(NULL, none), ERROR_FILE_NOT_FOUND) &&
              FAILS(starts("C:\\none.exe", NULL), ERROR_FILE_NOT_FOUND),
          "no program: 2");
    check(FAILS(starts(NULL, text), ERROR_BAD_EXE_FORMAT), "a file that is none: 193");
    check(FAILS(starts(NULL, line), ERROR_ACCESS_DENIED) &&
              FAILS(starts("C:\\tools", NULL), ERROR_ACCESS_DENIED) &&
              FAILS(CreateProcessW(NULL, wide_line, NULL, NULL, FALSE, 0, NULL, NULL, &info,
                                   &process),
                    ERROR_ACCESS_DENIED),
          "a program does not start, as a folder does not: 5");
    check(FAILS(starts(NULL, NULL), ERROR_INVALID_PARAMETER), "neither name nor line: 87");
}

static void check_clock(void)
{
    SYSTEMTIME time;
    DWORD adjustment = 0, increment = 1;
    BOOL disabled = FALSE;
    GetSystemTime(&time);
    check(FAILS(SetSystemTime(&time), ERROR_PRIVILEGE_NOT_HELD) &&
              FAILS(SetLocalTime(&time), ERROR_PRIVILEGE_NOT_HELD),
          "nobody sets the clock: 1314");
    time.wMonth = 13;
    check(FAILS(SetSystemTime(&time), ERROR_INVALID_PARAMETER), "to no date: 87");
    check(GetSystemTimeAdjustment(&adjustment, &increment, &disabled) && adjustment == 10000 &&
              increment == 10000 && disabled,
          "GetSystemTimeAdjustment");
}

int main(void)
{
    check_times();
    check_attributes();
    check_search();
    check_drives();
    check_information();
    check_processes();
    check_clock();
    return done();
}
