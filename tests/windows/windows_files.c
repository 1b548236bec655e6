/* Files by handles: opening, reading, writing, positions, sharing, names.
 *
 * run: emulator=qemu
 * run: name=checked checked=1 compilers=gcc
 * run: name=ring3 ring=3
 */
#include <windows.h>

#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "tests/windows/handles.h"
#include "tests/windows/opened.h"
#include "tests/windows/windows_check.h"

static BOOL opens_not(const char *name, DWORD access, DWORD share, DWORD how, DWORD error)
{
    return open_file(name, access, share, how) == INVALID_HANDLE_VALUE && GetLastError() == error;
}

static BOOL reads(HANDLE file, const char *text)
{
    char buffer[64] = "";
    DWORD count;
    return ReadFile(file, buffer, sizeof buffer - 1, &count, NULL) && count == strlen(text) &&
           strcmp(buffer, text) == 0;
}

static void check_opening(void)
{
    check(opens_not("none", GENERIC_READ, 0, OPEN_EXISTING, ERROR_FILE_NOT_FOUND) &&
              opens_not("none", READ_WRITE, 0, TRUNCATE_EXISTING, ERROR_FILE_NOT_FOUND),
          "a file that is not there: 2");
    HANDLE file = open_file("file", READ_WRITE, 0, CREATE_NEW);
    check(file != INVALID_HANDLE_VALUE && GetLastError() == 0, "CREATE_NEW makes one: 0");
    check(writes(file, "text") && CloseHandle(file), "it is written");
    check(FAILS(CloseHandle(file), ERROR_INVALID_HANDLE) &&
              FAILS(writes(file, "x"), ERROR_INVALID_HANDLE),
          "a closed handle: 6");
    check(opens_not("FILE", READ_WRITE, 0, CREATE_NEW, ERROR_FILE_EXISTS), "one that is there: 80");
    file = open_file("c:/folder/../file.", READ_WRITE, 0, OPEN_ALWAYS);
    check(GetLastError() == ERROR_ALREADY_EXISTS && reads(file, "text"),
          "OPEN_ALWAYS finds it: 183");
    CloseHandle(file);
    file = open_file("file", READ_WRITE, 0, CREATE_ALWAYS);
    check(GetLastError() == ERROR_ALREADY_EXISTS && GetFileSize(file, NULL) == 0,
          "CREATE_ALWAYS empties it: 183");
    writes(file, "new");
    CloseHandle(file);
    check(opens_not("file", GENERIC_READ, 0, TRUNCATE_EXISTING, ERROR_INVALID_PARAMETER) &&
              opens_not("file", GENERIC_READ, 0, 0, ERROR_INVALID_PARAMETER) &&
              opens_not("file", GENERIC_READ, 0, 6, ERROR_INVALID_PARAMETER),
          "no such disposition: 87");
    file = open_file("file", GENERIC_WRITE, 0, TRUNCATE_EXISTING);
    check(GetLastError() == 0 && GetFileSize(file, NULL) == 0, "TRUNCATE_EXISTING: 0");
    char byte;
    DWORD count = 7;
    check(FAILS(ReadFile(file, &byte, 1, &count, NULL), ERROR_ACCESS_DENIED) && count == 0,
          "a handle for writing does not read: 5");
    CloseHandle(file);
    check(opens_not("", GENERIC_READ, 0, OPEN_EXISTING, ERROR_PATH_NOT_FOUND) &&
              opens_not(NULL, GENERIC_READ, 0, OPEN_EXISTING, ERROR_PATH_NOT_FOUND) &&
              opens_not("D:\\file", GENERIC_READ, 0, OPEN_EXISTING, ERROR_PATH_NOT_FOUND) &&
              opens_not("a*", GENERIC_READ, 0, OPEN_EXISTING, ERROR_INVALID_NAME) &&
              opens_not("C:", GENERIC_READ, 0, OPEN_EXISTING, ERROR_ACCESS_DENIED) &&
              opens_not("C:\\", GENERIC_READ, 0, OPEN_EXISTING, ERROR_PATH_NOT_FOUND) &&
              opens_not("file\\", GENERIC_READ, 0, OPEN_EXISTING, ERROR_PATH_NOT_FOUND) &&
              opens_not("none\\", GENERIC_READ, 0, OPEN_EXISTING, ERROR_FILE_NOT_FOUND) &&
              opens_not("\\\\.\\none", GENERIC_READ, 0, OPEN_EXISTING, ERROR_FILE_NOT_FOUND),
          "names that are no file's: 3, 123, 5, 2");
    file = CreateFileW(L"F\xFCR", GENERIC_WRITE, 0, NULL, CREATE_NEW, 0, NULL);
    check(file != INVALID_HANDLE_VALUE && CloseHandle(file) &&
              GetFileAttributesA("f\xC3\xBCr") == 0x20,
          "wide names are those in UTF-8");
    check(DeleteFileW(L"f\xFCr") && FAILS(DeleteFileA("f\xC3\xBCr"), ERROR_FILE_NOT_FOUND),
          "and DeleteFile takes them away");
}

static void check_positions(void)
{
    LONG high = 0;
    LARGE_INTEGER to = {.QuadPart = 5000000000}, at;
    HANDLE file = open_file("places", READ_WRITE, 0, CREATE_ALWAYS);
    writes(file, "0123456789");
    check(SUCCEEDS(reads(file, "")), "at the end 0 bytes are read");
    SetLastError(4711);
    check(SetFilePointer(file, 3, NULL, FILE_BEGIN) == 3 && GetLastError() == 0 &&
              reads(file, "3456789"),
          "SetFilePointer from the start: le 0");
    check(SetFilePointer(file, -4, NULL, FILE_END) == 6 &&
              SetFilePointer(file, 1, NULL, FILE_CURRENT) == 7 && reads(file, "789"),
          "from the end, and from here");
    check(FAILS(SetFilePointer(file, -1, NULL, FILE_BEGIN) != INVALID_SET_FILE_POINTER,
                ERROR_NEGATIVE_SEEK) &&
              SetFilePointer(file, 0, NULL, FILE_CURRENT) == 10,
          "before the start: 131, and nothing has moved");
    check(FAILS(SetFilePointer(file, 0, NULL, 3) != INVALID_SET_FILE_POINTER,
                ERROR_INVALID_PARAMETER),
          "from nowhere: 87");
    high = 1;
    check(SetFilePointer(file, -1, &high, FILE_BEGIN) == 0xFFFFFFFF && GetLastError() == 0 &&
              high == 1,
          "a position of more than 32 bits");
    check(SetFilePointerEx(file, to, &at, FILE_BEGIN) && at.QuadPart == to.QuadPart &&
              SetFilePointerEx(file, to, NULL, FILE_BEGIN),
          "SetFilePointerEx");
    check(FAILS(writes(file, "x"), ERROR_DISK_FULL) && FAILS(SetEndOfFile(file), ERROR_DISK_FULL),
          "for which there is no room: 112");
    SetFilePointer(file, 12, NULL, FILE_BEGIN);
    check(writes(file, "x") && GetFileSize(file, NULL) == 13 &&
              SetFilePointer(file, 9, NULL, FILE_BEGIN) == 9,
          "a write behind the end");
    char bytes[8];
    DWORD count;
    check(ReadFile(file, bytes, sizeof bytes, &count, NULL) && count == 4 &&
              memcmp(bytes, "9\0\0x", 4) == 0,
          "leaves zeros before it");
    SetFilePointer(file, 5, NULL, FILE_BEGIN);
    check(SetEndOfFile(file) && GetFileSize(file, (DWORD *)&high) == 5 && high == 0,
          "SetEndOfFile shortens");
    SetFilePointer(file, 200000, NULL, FILE_BEGIN);
    check(SetEndOfFile(file) && GetFileSizeEx(file, &at) && at.QuadPart == 200000, "and lengthens");
    CloseHandle(file);

    file = open_file("places", FILE_APPEND_DATA, 0, CREATE_ALWAYS);
    writes(file, "ab");
    SetFilePointer(file, 0, NULL, FILE_BEGIN);
    check(writes(file, "cd") && GetFileSize(file, NULL) == 4 &&
              FAILS(SetEndOfFile(file), ERROR_ACCESS_DENIED),
          "FILE_APPEND_DATA alone writes at the end");
    check(FlushFileBuffers(file) && GetFileType(file) == FILE_TYPE_DISK,
          "a file is flushed, and of the disk");
    CloseHandle(file);
    file = open_file("places", GENERIC_READ, 0, OPEN_EXISTING);
    check(FAILS(FlushFileBuffers(file), ERROR_ACCESS_DENIED) &&
              FAILS(writes(file, "x"), ERROR_ACCESS_DENIED),
          "one for reading is not: 5");
    CloseHandle(file);
    check(DeleteFileA("places"), "DeleteFile");
}

static void check_overlapped(void)
{
    char bytes[8] = "";
    DWORD count = 7;
    HANDLE event = CreateEvent(NULL, TRUE, FALSE, NULL);
    HANDLE file = open_file("offsets", READ_WRITE, 0, CREATE_ALWAYS);
    OVERLAPPED at = {.Offset = 4, .hEvent = event};
    check(WriteFile(file, "abc", 3, NULL, &at) && at.Internal == 0 && at.InternalHigh == 3 &&
              is_signalled(event) && SetFilePointer(file, 0, NULL, FILE_CURRENT) == 7,
          "a write at an offset tells its bytes, sets the event, and moves the position");
    at = (OVERLAPPED){.Offset = 5};
    check(ReadFile(file, bytes, 8, &count, &at) && count == 2 && memcmp(bytes, "bc", 2) == 0 &&
              GetOverlappedResult(file, &at, &count, FALSE) && count == 2,
          "so does a read");
    at.Offset = 7;
    check(FAILS(ReadFile(file, bytes, 8, &count, &at), ERROR_HANDLE_EOF) && count == 0 &&
              FAILS(GetOverlappedResult(file, &at, &count, TRUE), ERROR_HANDLE_EOF),
          "at the end: 38");
    at.Internal = STATUS_PENDING;
    at.hEvent = CreateEventA(NULL, TRUE, TRUE, NULL);
    at.InternalHigh = 7;
    check(GetOverlappedResult(file, &at, &count, TRUE) && count == 7,
          "an event that its owner sets ends the wait for a call");
    CloseHandle(at.hEvent);
    check(FAILS(GetOverlappedResult(file, &at, &count, FALSE), ERROR_IO_INCOMPLETE),
          "not yet: 996");
    at = (OVERLAPPED){.Offset = 0xFFFFFFFF, .OffsetHigh = 0xFFFFFFFF};
    check(WriteFile(file, "d", 1, &count, &at) && GetFileSize(file, NULL) == 8,
          "all ones: at the end");
    at = (OVERLAPPED){.Offset = 0xFFFFFFF0, .OffsetHigh = 0xFFFFFFFF};
    check(FAILS(WriteFile(file, "0123456789abcdef", 16, &count, &at), ERROR_INVALID_PARAMETER) &&
              FAILS(ReadFile(file, bytes, 4, &count, &at), ERROR_INVALID_PARAMETER) &&
              GetFileSize(file, NULL) == 8,
          "no other offset below 0: 87");
    CloseHandle(file);
    file = CreateFileA("offsets", GENERIC_READ, 0, NULL, OPEN_EXISTING, FILE_FLAG_OVERLAPPED, NULL);
    at = (OVERLAPPED){.Offset = 4};
    check(FAILS(ReadFile(file, bytes, 1, &count, NULL), ERROR_INVALID_PARAMETER) &&
              ReadFile(file, bytes, 4, &count, &at) && memcmp(bytes, "abcd", 4) == 0,
          "FILE_FLAG_OVERLAPPED wants an offset: 87");
    CLOSE(file, event);
    DeleteFileA("offsets");
}

static void check_memory(void)
{
    DWORD count = 7;
    char *page = VirtualAlloc(NULL, 4096, MEM_RESERVE | MEM_COMMIT, PAGE_READONLY);
    HANDLE file = open_file("memory", READ_WRITE, 0, CREATE_ALWAYS);
    writes(file, "text");
    SetFilePointer(file, 0, NULL, FILE_BEGIN);
    check(FAILS(ReadFile(file, page, 4, &count, NULL), ERROR_NOACCESS) && count == 0 &&
              FAILS(ReadFile(file, (void *)16, 4, &count, NULL), ERROR_NOACCESS),
          "a buffer that cannot be written: 998");
    check(FAILS(WriteFile(file, (void *)16, 4, &count, NULL), ERROR_INVALID_USER_BUFFER) &&
              FAILS(WriteFile(NULL, (void *)16, 4, &count, NULL), ERROR_INVALID_HANDLE),
          "one that cannot be read: 1784");
    check(reads(file, "text") && ReadFile(file, NULL, 0, &count, NULL) &&
              WriteFile(file, NULL, 0, &count, NULL),
          "and nothing was; no bytes need no buffer");
    CloseHandle(file);
    VirtualFree(page, 0, MEM_RELEASE);
    DeleteFileA("memory");
}

static void check_sharing(void)
{
    HANDLE file = open_file("shared", GENERIC_READ, FILE_SHARE_READ, OPEN_ALWAYS);
    check(opens_not("shared", GENERIC_WRITE, SHARE_BOTH, OPEN_EXISTING, ERROR_SHARING_VIOLATION) &&
              opens_not("shared", GENERIC_READ, 0, OPEN_EXISTING, ERROR_SHARING_VIOLATION),
          "both must share: 32");
    HANDLE second = open_file("shared", GENERIC_READ, FILE_SHARE_READ, OPEN_EXISTING);
    HANDLE third = open_file("shared", 0, 0, OPEN_EXISTING);
    check(second != INVALID_HANDLE_VALUE && third != INVALID_HANDLE_VALUE,
          "readers share; no access needs no sharing");
    check(FAILS(DeleteFileA("shared"), ERROR_SHARING_VIOLATION), "DeleteFile of an open file: 32");
    CLOSE(file, second, third);
    file = open_file("shared", READ_WRITE, SHARE_BOTH | FILE_SHARE_DELETE, OPEN_EXISTING);
    check(DeleteFileA("shared") && writes(file, "still") && GetFileAttributesA("shared") == 0x20 &&
              opens_not("shared", GENERIC_READ, 7, OPEN_EXISTING, ERROR_ACCESS_DENIED),
          "with FILE_SHARE_DELETE it stays until its last close, and cannot be opened: 5");
    CloseHandle(file);
    check(GetFileAttributesA("shared") == INVALID_FILE_ATTRIBUTES, "then it is gone");
    file = CreateFileA("gone", READ_WRITE, 0, NULL, CREATE_NEW, FILE_FLAG_DELETE_ON_CLOSE, NULL);
    check(duplicate(file, &second, 0, DUPLICATE_SAME_ACCESS) && writes(file, "ab") &&
              SetFilePointer(second, 0, NULL, FILE_CURRENT) == 2,
          "a duplicate has the same position");
    CloseHandle(file);
    check(writes(second, "c") && CloseHandle(second) &&
              GetFileAttributesA("gone") == INVALID_FILE_ATTRIBUTES,
          "FILE_FLAG_DELETE_ON_CLOSE: the last handle takes the file away");
    file = open_file("waited", GENERIC_WRITE, 0, CREATE_ALWAYS);
    check(is_signalled(file) && FAILS(SetEvent(file), ERROR_INVALID_HANDLE),
          "a wait for a file ends at once");
    CloseHandle(file);
    FILE *stream = fopen("C:\\Waited", "w+");
    check(stream && fputs("by stdio", stream) == 0, "stdio opens the same file");
    file = open_file("waited", GENERIC_READ, SHARE_BOTH, OPEN_EXISTING);
    check(reads(file, "by stdio"), "and reads what the other wrote");
    check(FAILS(DeleteFileA("waited"), ERROR_SHARING_VIOLATION), "a FILE keeps it, too");
    CloseHandle(file);
    fclose(stream);
    check(DeleteFileA("waited"), "until it is closed");
    for (unsigned i = 0; i < 300; i++)
        CloseHandle(open_file("many", GENERIC_WRITE, 0, CREATE_ALWAYS));
    HANDLE many[200];
    unsigned count = 0;
    while (count < 200 &&
           (many[count] = open_file("many", 0, 7, OPEN_EXISTING)) != INVALID_HANDLE_VALUE)
        count++;
    check(count >= 64 && count < 200 && GetLastError() == ERROR_TOO_MANY_OPEN_FILES, "too many: 4");
    while (count)
        CloseHandle(many[--count]);
    check(DeleteFileA("many"), "all are closed");
}

static void check_names(void)
{
    char text[MAX_PATH], *part;
    WCHAR wide[MAX_PATH], *wide_part;
    memset(text, 'x', sizeof text);
    check(GetFullPathNameA("a/./b.txt", sizeof text, text, &part) == 10 &&
              strcmp(text, "C:\\a\\b.txt") == 0 && part == text + 5,
          "GetFullPathName: the path, and its last part");
    check(GetFullPathNameA("abc", 6, text, NULL) == 7 && text[5] == 'b', "the size that is needed");
    check(GetFullPathNameA("a\\", sizeof text, text, &part) == 5 && part == NULL,
          "a folder has no part");
    check(GetFullPathNameA("nul", sizeof text, text, NULL) == 7 &&
              strcmp(text, "\\\\.\\nul") == 0 &&
              FAILS(GetFullPathNameA("", sizeof text, text, NULL), ERROR_INVALID_NAME),
          "a device; no name: 123");
    check(GetFullPathNameW(L"\xE4/b", MAX_PATH, wide, &wide_part) == 6 && wide[3] == 0xE4 &&
              wide_part == wide + 5,
          "the same for wide text");
    check(GetTempPathA(sizeof text, text) == 11 && strcmp(text, "C:\\Windows\\") == 0 &&
              SetEnvironmentVariable("TMP", "c:/t") && GetTempPathW(MAX_PATH, wide) == 5 &&
              wide[4] == '\\',
          "GetTempPath asks TMP");
    wmemset(wide, 'a', MAX_PATH);
    check(GetTempPathW(MAX_PATH - 1, wide) == 5 && !wide[6] && !wide[MAX_PATH - 2] &&
              wide[MAX_PATH - 1] == 'a' && GetTempPathW(3, wide) == 6 && !wide[0] && wide[3] == 't',
          "the wide one clears the buffer first");
    check(GetFullPathNameW(L"//./x/../y", MAX_PATH, wide, &wide_part) == 5 &&
              wcscmp(wide, L"\\\\.\\y") == 0 && wide_part == wide + 4 &&
              GetFullPathNameA("c:b", sizeof text, text, &part) == 4 && text[0] == 'C' &&
              GetFullPathNameA("\\\\s\\t", sizeof text, text, &part) == 5 && !part,
          "a device's whole path; the current folder's own drive; a share is no part");
    WIN32_FILE_ATTRIBUTE_DATA data;
    CreateDirectoryA("x", NULL);
    HANDLE file = open_file("x\\data", GENERIC_WRITE, 0, CREATE_ALWAYS);
    writes(file, "12345");
    CloseHandle(file);
    check(GetFileAttributesExA("x\\data", GetFileExInfoStandard, &data) &&
              data.dwFileAttributes == 0x20 && data.nFileSizeLow == 5 && data.nFileSizeHigh == 0 &&
              sizeof data == 36,
          "GetFileAttributesEx");
    check(
        FAILS(GetFileAttributesExW(L"none", GetFileExInfoStandard, &data), ERROR_FILE_NOT_FOUND) &&
            FAILS(GetFileAttributesExW(L"x", GetFileExMaxInfoLevel, &data),
                  ERROR_INVALID_PARAMETER),
        "its errors");
    check(GetFileAttributesW(L"C:\\") == 0x10 && GetFileAttributesA("x") == 0x10 &&
              GetFileAttributesA("C:\\Windows\\Temp\\") == 0x10 &&
              GetFileAttributesA("nul") == 0x20 &&
              FAILS(GetFileAttributesA("x?") != INVALID_FILE_ATTRIBUTES, ERROR_INVALID_NAME),
          "folders, devices, and no name: 123");
    DWORD sectors = 0, size = 0, left = 0, all = 0;
    check(GetDiskFreeSpaceA("C:\\", &sectors, &size, &left, &all) && sectors * size == 4096 &&
              left <= all && GetDiskFreeSpaceW(NULL, NULL, NULL, NULL, NULL) &&
              FAILS(GetDiskFreeSpaceA("D:\\", NULL, NULL, NULL, NULL), ERROR_PATH_NOT_FOUND),
          "the disk");
    check(DeleteFileA("x\\data") && FAILS(DeleteFileA("C:\\"), ERROR_ACCESS_DENIED),
          "a folder stays: 5");
}

static void check_nul(void)
{
    HANDLE nul = open_file("NUL", READ_WRITE, 0, OPEN_EXISTING);
    check(nul != INVALID_HANDLE_VALUE && GetFileType(nul) == FILE_TYPE_CHAR &&
              writes(nul, "gone") && reads(nul, ""),
          "NUL takes all and has nothing");
    check(SetFilePointer(nul, 5, NULL, FILE_BEGIN) == 0 &&
              FAILS(GetFileSize(nul, NULL) != INVALID_FILE_SIZE, ERROR_INVALID_FUNCTION),
          "it has no positions");
    CloseHandle(nul);
}

int main(void)
{
    check_opening();
    check_positions();
    check_overlapped();
    check_memory();
    check_sharing();
    check_names();
    check_nul();
    return done();
}
