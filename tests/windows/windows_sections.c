/* Sections: views of files and of memory, each with addresses and protections of its own.
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

enum { GRANULE = 0x10000, PAGE = 0x1000 };

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
    file = open(READ_WRITE, OPEN_EXISTING);
    section = section_of(file, PAGE_READONLY, GRANULE);
    SetFilePointer(file, GRANULE - 1, NULL, FILE_BEGIN);
    check(FAILS(SetEndOfFile(file), ERROR_USER_MAPPED_FILE) &&
              SetFilePointer(file, GRANULE, NULL, FILE_BEGIN) == GRANULE && SetEndOfFile(file),
          "nor is one with a section made shorter than that: 1224");
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
          "each view is ended alone");
    check(MapViewOfFileEx(section, FILE_MAP_READ, 0, 0, 0, view) == view &&
              FAILS(MapViewOfFileEx(section, FILE_MAP_READ, 0, 0, 0, view + GRANULE),
                    ERROR_INVALID_ADDRESS) &&
              FAILS(MapViewOfFileEx(section, FILE_MAP_READ, 0, 0, 0, view + 1),
                    ERROR_MAPPED_ALIGNMENT) &&
              UnmapViewOfFile(view),
          "a view lies where it is wanted, if nothing else does: 487, 1132");
    check(FAILS(MapViewOfFile(opened, FILE_MAP_WRITE, 0, 0, 0), ERROR_ACCESS_DENIED) &&
              FAILS(MapViewOfFile(section, FILE_MAP_READ | FILE_MAP_EXECUTE, 0, 0, 0),
                    ERROR_ACCESS_DENIED),
          "a handle has the rights that it was opened with: 5");
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

/* ---------------------------------------------------------------- pages of views */

/* Whether a view's pages from here on are so many, in one state and with one protection. */
static BOOL has(const char *view, DWORD size, DWORD state, DWORD protect, DWORD first_protect)
{
    MEMORY_BASIC_INFORMATION about;
    return VirtualQuery(view, &about, sizeof about) && about.BaseAddress == (PVOID)view &&
           about.RegionSize == size && about.State == state && about.Protect == protect &&
           about.AllocationProtect == first_protect && about.Type == MEM_MAPPED;
}

static BOOL protects(char *view, DWORD protect, DWORD before)
{
    DWORD old = 0;
    return VirtualProtect(view, PAGE, protect, &old) && old == before;
}

static void check_protections(void)
{
    static const DWORD rows[][4] = {
        /* access, protection of the view, what VirtualProtect may make of it, and may not */
        {FILE_MAP_READ, PAGE_READONLY, PAGE_WRITECOPY, PAGE_READWRITE},
        {FILE_MAP_COPY, PAGE_WRITECOPY, PAGE_READONLY, PAGE_READWRITE},
        {FILE_MAP_WRITE, PAGE_READWRITE, PAGE_NOACCESS, PAGE_EXECUTE_READ},
        {FILE_MAP_ALL_ACCESS, PAGE_READWRITE, PAGE_WRITECOPY, PAGE_EXECUTE},
        {FILE_MAP_READ | FILE_MAP_EXECUTE, PAGE_EXECUTE_READ, PAGE_EXECUTE_WRITECOPY,
         PAGE_EXECUTE_READWRITE},
        {FILE_MAP_WRITE | FILE_MAP_EXECUTE, PAGE_EXECUTE_READWRITE, PAGE_EXECUTE_READ,
         PAGE_READONLY | PAGE_READWRITE},
        {FILE_MAP_COPY | FILE_MAP_EXECUTE, PAGE_EXECUTE_WRITECOPY, PAGE_WRITECOPY, PAGE_READWRITE},
    };
    HANDLE section =
        CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, PAGE_EXECUTE_READWRITE, 0, 2 * PAGE, NULL);
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const DWORD *row = rows[i];
        DWORD old;
        char *view = MapViewOfFile(section, row[0], 0, 0, 0);
        check(view && has(view, 2 * PAGE, MEM_COMMIT, row[1], row[1]) &&
                  protects(view, row[2], row[1]) && has(view, PAGE, MEM_COMMIT, row[2], row[1]) &&
                  has(view + PAGE, PAGE, MEM_COMMIT, row[1], row[1]) &&
                  FAILS(VirtualProtect(view, PAGE, row[3], &old), ERROR_INVALID_PARAMETER) &&
                  protects(view, row[1], row[2]) && UnmapViewOfFile(view + PAGE + 1),
              "a view has its access's protection, of which there is no more: 87");
    }
    CloseHandle(section);
    section = section_of(INVALID_HANDLE_VALUE, PAGE_READWRITE | SEC_COMMIT | SEC_NOCACHE, PAGE);
    char *view = MapViewOfFile(section, FILE_MAP_WRITE, 0, 0, 0);
    DWORD all = PAGE_READWRITE | PAGE_NOCACHE;
    check(protects(view, PAGE_READWRITE | PAGE_GUARD, all) &&
              has(view, PAGE, MEM_COMMIT, all | PAGE_GUARD, all) && IsBadReadPtr(view, 1) &&
              has(view, PAGE, MEM_COMMIT, all, all) && UnmapViewOfFile(view),
          "one that is not cached stays so, whatever protection its pages get");
    CloseHandle(section);
}

static void check_reserved(void)
{
    HANDLE section = CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE | SEC_RESERVE, 0,
                                        4 * GRANULE, NULL);
    char *one = MapViewOfFile(section, FILE_MAP_WRITE, 0, 0, 0),
         *two = MapViewOfFile(section, FILE_MAP_READ, 0, GRANULE, 2 * GRANULE);
    check(one && two && has(one, 4 * GRANULE, MEM_RESERVE, 0, PAGE_READWRITE) &&
              has(two, 2 * GRANULE, MEM_RESERVE, 0, PAGE_READONLY) && IsBadReadPtr(one, 1),
          "SEC_RESERVE: a view without memory");
    check(VirtualAlloc(one + GRANULE + 5, PAGE, MEM_COMMIT, PAGE_READWRITE) == one + GRANULE &&
              has(one, GRANULE, MEM_RESERVE, 0, PAGE_READWRITE) &&
              has(one + GRANULE, 2 * PAGE, MEM_COMMIT, PAGE_READWRITE, PAGE_READWRITE) &&
              has(two, 2 * PAGE, MEM_COMMIT, PAGE_READONLY, PAGE_READONLY),
          "what is committed in one is there in all");
    one[GRANULE] = 'r';
    char *late = MapViewOfFile(section, FILE_MAP_READ, 0, GRANULE, PAGE);
    check(*two == 'r' && late && *late == 'r' && !late[1], "and in one that comes later");
    check(FAILS(VirtualAlloc(two + GRANULE, PAGE, MEM_COMMIT, PAGE_READWRITE),
                ERROR_INVALID_PARAMETER) &&
              has(one + 2 * GRANULE, 2 * GRANULE, MEM_RESERVE, 0, PAGE_READWRITE),
          "a view commits no page with more than its own protection: 87");
    check(FAILS(VirtualFree(one, 0, MEM_RELEASE), ERROR_INVALID_PARAMETER) &&
              FAILS(VirtualFree(one + GRANULE, PAGE, MEM_DECOMMIT), ERROR_INVALID_PARAMETER) &&
              one[GRANULE] == 'r',
          "VirtualFree takes nothing from a view: 87");
    check(UnmapViewOfFile(one) && UnmapViewOfFile(late) && *two == 'r' && UnmapViewOfFile(two) &&
              IsBadReadPtr(two, 1),
          "views end one by one");
    CloseHandle(section);
    section = CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE | SEC_RESERVE, 0,
                                 0x20000000, NULL);
    check(section && (one = MapViewOfFile(section, FILE_MAP_WRITE, 0, 0x10000000, GRANULE)) &&
              VirtualAlloc(one, 1, MEM_COMMIT, PAGE_READWRITE) == one && (*one = 'm') == 'm' &&
              UnmapViewOfFile(one),
          "addresses can be more than there is memory");
    CloseHandle(section);
}

static DWORD deepest; /* of the stack, written by fill_stack */

static void fill_stack(void)
{
    volatile char room[2 * PAGE + 100];
    for (unsigned i = sizeof room; i-- > 0;)
        room[i] = 's';
    deepest = (DWORD)room;
}

/* Calls f on the stack whose end is top. */
static void call_on(char *top, void (*f)(void))
{
    __asm__ volatile("movl %%esp, %%ebx\n\tmovl %0, %%esp\n\tcall *%1\n\tmovl %%ebx, %%esp"
                     :
                     : "S"(top), "D"(f)
                     : "eax", "ebx", "ecx", "edx", "memory", "cc");
}

static void check_stack(void)
{
    enum { BASE = 4, LIMIT = 8, DEALLOCATION = 0xE0C };
    HANDLE section = CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE | SEC_RESERVE, 0,
                                        GRANULE, NULL);
    char *view = MapViewOfFile(section, FILE_MAP_WRITE, 0, 0, 0),
         *other = MapViewOfFile(section, FILE_MAP_READ, 0, 0, 0), *top = view + GRANULE;
    DWORD base = __readfsdword(BASE), limit = __readfsdword(LIMIT),
          deallocation = __readfsdword(DEALLOCATION);
    VirtualAlloc(top - PAGE, PAGE, MEM_COMMIT, PAGE_READWRITE | PAGE_GUARD);
    __writefsdword(DEALLOCATION, (DWORD)view);
    __writefsdword(BASE, (DWORD)top);
    __writefsdword(LIMIT, (DWORD)top);
    call_on(top, fill_stack);
    check(__readfsdword(LIMIT) <= deepest, "a stack in a view grows");
    __writefsdword(LIMIT, limit);
    __writefsdword(BASE, base);
    __writefsdword(DEALLOCATION, deallocation);
    char *shown = other + (deepest - (DWORD)view);
    check(!IsBadReadPtr(shown, 1) && *shown == 's', "by memory of the section");
    UnmapViewOfFile(view), UnmapViewOfFile(other);
    CloseHandle(section);
}

static DWORD code;

static LONG WINAPI note_code(EXCEPTION_POINTERS *pointers)
{
    code = pointers->ExceptionRecord->ExceptionCode;
    pointers->ContextRecord->Eip += 1; /* behind the breakpoint */
    return EXCEPTION_CONTINUE_EXECUTION;
}

static void breaks(void) { __asm__ volatile("int3"); }

/* The page below esp has not been written to when the exception comes. In ring 0 the CPU itself
 * pushes there, and cannot. */
static void check_copied_stack(void)
{
    enum { RING = 3, USED = 0x40 };
    WORD selector;
    __asm__("movw %%cs, %0" : "=r"(selector));
    if (!(selector & RING))
        return;
    HANDLE section = section_of(INVALID_HANDLE_VALUE, PAGE_READWRITE, 2 * PAGE);
    char *copy = MapViewOfFile(section, FILE_MAP_COPY, 0, 0, 0),
         *view = MapViewOfFile(section, FILE_MAP_READ, 0, 0, 0);
    PVOID handler = AddVectoredExceptionHandler(1, note_code);
    call_on(copy + PAGE + USED, breaks);
    RemoveVectoredExceptionHandler(handler);
    check(code == (DWORD)EXCEPTION_BREAKPOINT &&
              has(copy, 2 * PAGE, MEM_COMMIT, PAGE_READWRITE, PAGE_WRITECOPY) &&
              !*(DWORD *)(view + PAGE + USED - sizeof(DWORD)),
          "an exception is laid on a stack that is to be copied");
    UnmapViewOfFile(copy), UnmapViewOfFile(view);
    CloseHandle(section);
}

static void check_copies(void)
{
    DWORD count;
    char bytes[4] = "";
    HANDLE file = open(READ_WRITE, CREATE_ALWAYS), semaphore = CreateSemaphoreA(NULL, 7, 9, NULL);
    SetFilePointer(file, 2 * PAGE, NULL, FILE_BEGIN);
    SetEndOfFile(file);
    HANDLE section = section_of(file, PAGE_WRITECOPY, 0),
           second = section_of(file, PAGE_READONLY, 0);
    char *copy = MapViewOfFile(section, FILE_MAP_COPY, 0, 0, 0),
         *other = MapViewOfFile(section, FILE_MAP_COPY, 0, 0, 0),
         *view = MapViewOfFile(second, FILE_MAP_READ, 0, 0, 0);
    SetFilePointer(file, 0, NULL, FILE_BEGIN);
    check(WriteFile(file, "abc", 3, &count, NULL) && !memcmp(copy, "abc", 4) &&
              !memcmp(view, "abc", 4),
          "what is written to the file is in all views that have no copy");
    copy[0] = 'A';
    SetFilePointer(file, 0, NULL, FILE_BEGIN);
    check(has(copy, PAGE, MEM_COMMIT, PAGE_READWRITE, PAGE_WRITECOPY) &&
              has(copy + PAGE, PAGE, MEM_COMMIT, PAGE_WRITECOPY, PAGE_WRITECOPY) &&
              other[0] == 'a' && view[0] == 'a' && ReadFile(file, bytes, 3, &count, NULL) &&
              !strcmp(bytes, "abc"),
          "a page that is written to is the view's own");
    check(WriteFile(file, "d", 1, &count, NULL) && view[3] == 'd' && !copy[3],
          "and stays as it is");
    check(protects(copy, PAGE_READONLY, PAGE_READWRITE) &&
              protects(copy, PAGE_WRITECOPY, PAGE_READONLY) &&
              has(copy, PAGE, MEM_COMMIT, PAGE_READWRITE, PAGE_WRITECOPY) && copy[0] == 'A',
          "whatever protection it gets");
    LONG *answer = (LONG *)(other + PAGE);
    check(ReleaseSemaphore(semaphore, 1, answer) && *answer == 7 && !*(LONG *)(copy + PAGE) &&
              !*(LONG *)(view + PAGE),
          "an answer of the kernel's is written to a copy, too");
    check(FAILS(VirtualAlloc(copy, PAGE, MEM_COMMIT, PAGE_READONLY), ERROR_ACCESS_DENIED),
          "pages of a file are there already: 5");
    UnmapViewOfFile(copy), UnmapViewOfFile(other), UnmapViewOfFile(view);
    CLOSE(section, second, file, semaphore);
    DeleteFileA("mapped");
}

int main(void)
{
    check_file();
    check_memory();
    check_names();
    check_protections();
    check_reserved();
    check_stack();
    check_copied_stack();
    check_copies();
    return done();
}
