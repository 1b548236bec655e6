/* Sections: views of files and of memory.
 *
 * run: emulator=qemu
 * run: name=checked checked=1 compilers=gcc
 * run: name=ring3 ring=3
 */
#include <windows.h>

#include <string.h>

#include "tests/windows/handles.h"
#include "tests/windows/opened.h"
#include "tests/windows/windows_check.h"

enum { GRANULE = 0x10000 };

static HANDLE open(DWORD access, DWORD how) { return open_file("mapped", access, SHARE_BOTH, how); }

static HANDLE section_of(HANDLE file, DWORD protect, DWORD size)
{
    return CreateFileMappingA(file, NULL, protect, 0, size, NULL);
}

static void check_file(void)
{
    char bytes[16] = "";
    DWORD count;
    HANDLE file = open(READ_WRITE, CREATE_ALWAYS);
    check(FAILS(section_of(file, PAGE_READWRITE, 0), ERROR_FILE_INVALID), "an empty file: 1006");
    WriteFile(file, "0123456789", 10, &count, NULL);
    check(FAILS(section_of(file, PAGE_READONLY, 11), ERROR_NOT_ENOUGH_MEMORY),
          "a file that is too short, and may not grow: 8");
    HANDLE section = section_of(file, PAGE_READWRITE, 2 * GRANULE);
    check(section && GetLastError() == 0 && GetFileSize(file, NULL) == 2 * GRANULE,
          "the file grows to the section's size");
    char *view = MapViewOfFile(section, FILE_MAP_ALL_ACCESS, 0, 0, 0);
    check(view && memcmp(view, "0123456789", 10) == 0 && view[2 * GRANULE - 1] == 0,
          "a view has the file's bytes");
    char *second = MapViewOfFile(section, FILE_MAP_READ, 0, GRANULE, 100);
    view[1] = 'x';
    view[GRANULE] = 'y';
    SetFilePointer(file, 0, NULL, FILE_BEGIN);
    check(second && *second == 'y' && ReadFile(file, bytes, 4, &count, NULL) &&
              memcmp(bytes, "0x23", 4) == 0 && WriteFile(file, "z", 1, &count, NULL) &&
              view[4] == 'z',
          "all views and the file are one memory");
    char *copy = MapViewOfFile(section, FILE_MAP_COPY, 0, 0, 4);
    copy[0] = 'c';
    check(memcmp(copy, "cx23", 4) == 0 && view[0] == '0', "FILE_MAP_COPY is a copy");
    check(FAILS(MapViewOfFile(section, FILE_MAP_READ, 0, 1, 1), ERROR_MAPPED_ALIGNMENT) &&
              FAILS(MapViewOfFile(section, FILE_MAP_READ, 0, GRANULE, GRANULE + 1),
                    ERROR_ACCESS_DENIED) &&
              FAILS(MapViewOfFile(file, FILE_MAP_READ, 0, 0, 1), ERROR_INVALID_HANDLE),
          "offset, size and handle are looked at: 1132, 5, 6");
    check(FAILS(ReadFile(section, bytes, 1, &count, NULL), ERROR_INVALID_HANDLE) &&
              FAILS(WriteFile(section, "1", 1, &count, NULL), ERROR_INVALID_HANDLE) &&
              FAILS(LockFile(section, 0, 0, 1, 0), ERROR_INVALID_HANDLE) &&
              FAILS(UnlockFile(section, 0, 0, 1, 0), ERROR_INVALID_HANDLE) &&
              FAILS(GetFileSize(section, NULL) != INVALID_FILE_SIZE, ERROR_INVALID_HANDLE) &&
              FAILS(section_of(section, PAGE_READONLY, 0), ERROR_INVALID_HANDLE),
          "a section is no file: 6");
    SetFilePointer(file, 5, NULL, FILE_BEGIN);
    check(
        FAILS(SetEndOfFile(file), ERROR_USER_MAPPED_FILE) &&
            FAILS(open(READ_WRITE, CREATE_ALWAYS) != INVALID_HANDLE_VALUE, ERROR_USER_MAPPED_FILE),
        "a file with views is not shortened: 1224");
    SetFilePointer(file, 300000, NULL, FILE_BEGIN);
    check(WriteFile(file, "w", 1, &count, NULL) && view[0] == '0', "but it grows");
    check(FlushViewOfFile(view + 5, 0) && FAILS(FlushViewOfFile(bytes, 0), ERROR_INVALID_ADDRESS),
          "FlushViewOfFile knows views: 487");
    check(FAILS(DeleteFileA("mapped"), ERROR_SHARING_VIOLATION) && CloseHandle(section) &&
              CloseHandle(file) && view[1] == 'x' &&
              FAILS(DeleteFileA("mapped"), ERROR_SHARING_VIOLATION),
          "a view keeps the file");
    check(UnmapViewOfFile(view) && UnmapViewOfFile(second + 50) && UnmapViewOfFile(copy) &&
              FAILS(UnmapViewOfFile(view), ERROR_INVALID_ADDRESS) &&
              FAILS(UnmapViewOfFile(NULL), ERROR_INVALID_ADDRESS),
          "UnmapViewOfFile, once: 487");
    file = open(GENERIC_READ, OPEN_EXISTING);
    check(FAILS(section_of(file, PAGE_READWRITE, 0), ERROR_ACCESS_DENIED) &&
              FAILS(section_of(file, PAGE_EXECUTE_READ, 0), ERROR_ACCESS_DENIED),
          "the file's rights are the section's: 5");
    section = section_of(file, PAGE_WRITECOPY, 0);
    check(section && FAILS(MapViewOfFile(section, FILE_MAP_WRITE, 0, 0, 0), ERROR_ACCESS_DENIED),
          "a section that does not change its file: 5");
    CLOSE(section, file);
    file = open(GENERIC_WRITE, OPEN_EXISTING);
    check(FAILS(section_of(file, PAGE_READONLY, 0), ERROR_ACCESS_DENIED),
          "a file that is not read: 5");
    CloseHandle(file);
    file = open(GENERIC_WRITE, TRUNCATE_EXISTING);
    check(file != INVALID_HANDLE_VALUE && CloseHandle(file) && DeleteFileA("mapped"),
          "without views it is emptied, and deleted");
}

static void check_memory(void)
{
    HANDLE none = INVALID_HANDLE_VALUE;
    HANDLE section = CreateFileMappingW(none, NULL, PAGE_READWRITE | SEC_COMMIT, 0, 5000, NULL);
    char *view = MapViewOfFile(section, FILE_MAP_WRITE, 0, 0, 0);
    check(view && view[0] == 0 && view[4999] == 0 && (view[4999] = 'm') &&
              FAILS(MapViewOfFile(section, FILE_MAP_READ, 0, 0, 5001), ERROR_ACCESS_DENIED),
          "memory without a file");
    CloseHandle(section);
    check(view[4999] == 'm' && UnmapViewOfFile(view), "lives as long as its views");
    check(FAILS(section_of(none, PAGE_READWRITE, 0), ERROR_INVALID_PARAMETER) &&
              FAILS(section_of(none, PAGE_NOACCESS, 1), ERROR_INVALID_PARAMETER) &&
              FAILS(section_of(none, PAGE_READWRITE | PAGE_READONLY, 1), ERROR_INVALID_PARAMETER) &&
              FAILS(section_of(none, PAGE_READONLY | SEC_IMAGE, 1), ERROR_BAD_EXE_FORMAT),
          "no size, no protection, an image: 87, 193");
    check(FAILS(CreateFileMappingA(none, NULL, PAGE_READWRITE, 1, 0, NULL), ERROR_COMMITMENT_LIMIT),
          "more memory than there is: 1455");
    for (unsigned i = 0; i < 300; i++) {
        section = section_of(none, PAGE_READWRITE, 100000);
        view = MapViewOfFile(section, FILE_MAP_WRITE, 0, 0, 0);
        if (!view || !UnmapViewOfFile(view) || !CloseHandle(section))
            break;
    }
    check(view != NULL, "sections that are gone give their memory back");
}

static void check_names(void)
{
    HANDLE none = INVALID_HANDLE_VALUE, event = CreateEventA(NULL, TRUE, FALSE, "an event");
    HANDLE section =
        CreateFileMappingA(none, NULL, PAGE_READWRITE, 0, 2 * GRANULE, "Local\\memory");
    check(section && GetLastError() == 0, "a section has a name");
    HANDLE same = CreateFileMappingA(none, NULL, PAGE_READWRITE, 0, 1, "memory");
    check(same && same != section && GetLastError() == ERROR_ALREADY_EXISTS,
          "who makes it again gets the same one: 183");
    HANDLE opened = OpenFileMappingA(FILE_MAP_READ, FALSE, "memory");
    char *view = MapViewOfFile(section, FILE_MAP_WRITE, 0, 0, 0);
    char *other = MapViewOfFile(opened, FILE_MAP_READ, 0, GRANULE, 0);
    view[GRANULE] = 'n';
    check(opened && other && *other == 'n', "and who opens it, too");
    check(UnmapViewOfFile(other) && view[1] == 0 && FlushViewOfFile(view, 0) &&
              UnmapViewOfFile(view) && FAILS(UnmapViewOfFile(view), ERROR_INVALID_ADDRESS),
          "a view that begins inside another one is ended alone");
    check(MapViewOfFileEx(section, FILE_MAP_READ, 0, 0, 0, view) == view &&
              FAILS(MapViewOfFileEx(section, FILE_MAP_READ, 0, 0, 0, (void *)0x10000),
                    ERROR_INVALID_ADDRESS) &&
              UnmapViewOfFile(view),
          "a view lies where it lay before, and nowhere else: 487");
    check(FAILS(OpenFileMappingA(FILE_MAP_READ, FALSE, "Memory"), ERROR_FILE_NOT_FOUND) &&
              FAILS(OpenFileMappingA(FILE_MAP_READ, FALSE, NULL), ERROR_INVALID_PARAMETER) &&
              FAILS(OpenFileMappingA(FILE_MAP_READ, FALSE, "an event"), ERROR_INVALID_HANDLE) &&
              FAILS(CreateFileMappingA(none, NULL, PAGE_READWRITE, 0, 1, "an event"),
                    ERROR_INVALID_HANDLE) &&
              FAILS(CreateFileMappingA(none, NULL, PAGE_READWRITE, 0, 1, "a\\b"),
                    ERROR_PATH_NOT_FOUND),
          "another case, no name, another object's, a path: 2, 87, 6, 3");
    check(CloseHandle(section) && CloseHandle(same) && CloseHandle(opened) && CloseHandle(event) &&
              FAILS(OpenFileMappingW(FILE_MAP_READ, FALSE, L"memory"), ERROR_FILE_NOT_FOUND),
          "the name goes with the last handle");
}

int main(void)
{
    check_file();
    check_memory();
    check_names();
    return done();
}
