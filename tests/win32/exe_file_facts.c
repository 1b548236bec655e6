/* Facts about open files, and files that replace others. */

#define _WIN32_WINNT 0x0601
#include <windows.h>

#include <stdio.h>
#include <string.h>

static DWORD CALLBACK progress(LARGE_INTEGER all, LARGE_INTEGER done, LARGE_INTEGER a,
                               LARGE_INTEGER b, DWORD stream, DWORD reason, HANDLE from, HANDLE to,
                               LPVOID data)
{
    (void)a, (void)b, (void)stream, (void)from, (void)to;
    printf("[%lu of %lu, %lu] ", done.LowPart, all.LowPart, reason);
    return *(DWORD *)data;
}

static void write(const char *name, const char *text)
{
    DWORD count;
    HANDLE file = CreateFileA(name, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
    WriteFile(file, text, (DWORD)strlen(text), &count, NULL);
    CloseHandle(file);
}

static const char *read(const char *name)
{
    static char text[20];
    DWORD count = 0;
    HANDLE file = CreateFileA(name, GENERIC_READ, 7, NULL, OPEN_EXISTING, 0, NULL);
    ReadFile(file, text, 19, &count, NULL);
    text[count] = 0;
    CloseHandle(file);
    return text;
}

static void show(const char *what, BOOL done)
{
    printf("%s: %d", what, done);
    printf(done ? "\n" : " %lu\n", GetLastError());
}

static void set_made(const char *name, DWORD high)
{
    FILETIME time = {0, high};
    HANDLE file = CreateFileA(name, FILE_WRITE_ATTRIBUTES, 7, NULL, OPEN_EXISTING, 0, NULL);
    SetFileTime(file, &time, NULL, NULL);
    CloseHandle(file);
}

static DWORD made(const char *name)
{
    WIN32_FILE_ATTRIBUTE_DATA data;
    GetFileAttributesExA(name, GetFileExInfoStandard, &data);
    return data.ftCreationTime.dwHighDateTime;
}

/* A folder goes by its handle if it is empty. Its end keeps a file's position. */
static void check_folders(void)
{
    FILE_DISPOSITION_INFO goes = {TRUE};
    CreateDirectoryA("exe_goes", NULL);
    write("exe_goes\\in.txt", "in");
    HANDLE folder =
        CreateFileA("exe_goes", DELETE, 7, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    show("full folder",
         SetFileInformationByHandle(folder, FileDispositionInfo, &goes, sizeof goes));
    DeleteFileA("exe_goes\\in.txt");
    show("empty", SetFileInformationByHandle(folder, FileDispositionInfo, &goes, sizeof goes));
    CloseHandle(folder);
    show("folder there", GetFileAttributesA("exe_goes") != INVALID_FILE_ATTRIBUTES);
    write("exe_end.txt", "12345");
    HANDLE file = CreateFileA("exe_end.txt", GENERIC_READ, 7, NULL, OPEN_EXISTING, 0, NULL);
    FILE_END_OF_FILE_INFO end = {.EndOfFile.QuadPart = 3};
    show("end for a reader", SetFileInformationByHandle(file, FileEndOfFileInfo, &end, sizeof end));
    printf("position %lu\n", SetFilePointer(file, 0, NULL, FILE_CURRENT));
    CloseHandle(file);
}

static DWORD error_of(BOOL done) { return done ? 0 : GetLastError(); }

static HANDLE open(const char *name, DWORD access, DWORD share, DWORD how)
{
    return CreateFileA(name, access, share, NULL, how, 0, NULL);
}

/* Copies and replacements of files that others have opened so: as their shares allow. */
static void check_opened(void)
{
    static const struct {
        DWORD access, share;
    } rows[] = {{GENERIC_READ, FILE_SHARE_WRITE},
                {GENERIC_READ, FILE_SHARE_READ},
                {GENERIC_WRITE, FILE_SHARE_READ},
                {DELETE, 7},
                {GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE},
                {0, 0}};
    write("exe_other.txt", "other");
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        write("exe_opened.txt", "opened");
        write("exe_fresh.txt", "fresh");
        HANDLE file = open("exe_opened.txt", rows[i].access, rows[i].share, OPEN_EXISTING);
        printf("opened so: from %lu", error_of(CopyFileA("exe_opened.txt", "exe_x.txt", FALSE)));
        printf(" to %lu", error_of(CopyFileA("exe_other.txt", "exe_opened.txt", FALSE)));
        printf(" replaced %lu",
               error_of(ReplaceFileA("exe_opened.txt", "exe_fresh.txt", NULL, 0, NULL, NULL)));
        CloseHandle(file);
        printf(": %s\n", read("exe_opened.txt"));
    }
    HANDLE file = open("exe_opened.txt", GENERIC_READ, 7, OPEN_EXISTING);
    HANDLE section = CreateFileMappingA(file, NULL, PAGE_READONLY, 0, 0, NULL);
    CloseHandle(file);
    file = open("exe_opened.txt", GENERIC_WRITE, 0, OPEN_EXISTING);
    printf("a section reads: %d", CloseHandle(file));
    printf(" %lu", error_of(CopyFileA("exe_other.txt", "exe_opened.txt", FALSE)));
    open("exe_opened.txt", GENERIC_WRITE, 0, CREATE_ALWAYS);
    printf(" %lu\n", GetLastError());
    CloseHandle(section);
    file = open("exe_opened.txt", GENERIC_READ | GENERIC_WRITE, 0, OPEN_EXISTING);
    section = CreateFileMappingA(file, NULL, PAGE_READWRITE, 0, 0, NULL);
    CloseHandle(file);
    open("exe_opened.txt", 0, FILE_SHARE_READ, OPEN_EXISTING);
    printf("a section writes: %lu\n", GetLastError());
    CloseHandle(section);
    write("exe_fresh.txt", "fresh");
    file = open("exe_fresh.txt", GENERIC_READ, 7, OPEN_EXISTING);
    show("another's", ReplaceFileA("exe_opened.txt", "exe_fresh.txt", NULL, 0, NULL, NULL));
    CloseHandle(file);
    SetFileAttributesA("exe_fresh.txt", FILE_ATTRIBUTE_READONLY);
    show("read only", ReplaceFileA("exe_opened.txt", "exe_fresh.txt", NULL, 0, NULL, NULL));
    SetFileAttributesA("exe_fresh.txt", FILE_ATTRIBUTE_NORMAL);
    DWORD kind = GetFileType((HANDLE)(ULONG_PTR)STD_OUTPUT_HANDLE);
    printf("standard: %d\n", kind == GetFileType(GetStdHandle(STD_OUTPUT_HANDLE)));
}

/* Pages that lie apart are read and written as one. */
static void check_pages(void)
{
    enum { PAGE = 4096 };
    char *bytes = VirtualAlloc(NULL, 4 * PAGE, MEM_COMMIT, PAGE_READWRITE);
    FILE_SEGMENT_ELEMENT out[] = {{.Buffer = bytes + 2 * PAGE}, {.Buffer = bytes}};
    FILE_SEGMENT_ELEMENT in[] = {{.Buffer = bytes + PAGE}, {.Buffer = bytes + 3 * PAGE}};
    OVERLAPPED at = {.hEvent = CreateEventA(NULL, TRUE, FALSE, NULL)};
    HANDLE file = CreateFileA("exe_pages", GENERIC_READ | GENERIC_WRITE, 0, NULL, CREATE_ALWAYS,
                              FILE_FLAG_OVERLAPPED | FILE_FLAG_NO_BUFFERING, NULL);
    bytes[0] = 'b';
    bytes[2 * PAGE] = 'a';
    show("gathered", WriteFileGather(file, out, 2 * PAGE, NULL, &at));
    printf("size %lu, event %lu\n", GetFileSize(file, NULL), WaitForSingleObject(at.hEvent, 0));
    show("scattered", ReadFileScatter(file, in, 2 * PAGE, NULL, &at));
    printf("%c%c, %lu bytes\n", bytes[PAGE], bytes[3 * PAGE], (DWORD)at.InternalHigh);
    memset(bytes + PAGE, 0, PAGE);
    show("a part", ReadFileScatter(file, in, 100, NULL, &at));
    printf("%c, %lu bytes\n", bytes[PAGE], (DWORD)at.InternalHigh);
    CloseHandle(file);
    file = CreateFileA("exe_pages", GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_EXISTING, 0, NULL);
    show("no such file", WriteFileGather(file, out, PAGE, NULL, &at));
    CloseHandle(file);
}

static void check_facts(HANDLE file)
{
    struct {
        FILE_NAME_INFO info;
        WCHAR more[100];
    } name;
    FILE_STANDARD_INFO standard;
    FILE_BASIC_INFO basic;
    show("standard",
         GetFileInformationByHandleEx(file, FileStandardInfo, &standard, sizeof standard));
    printf("end %lu, links %lu, goes %d, folder %d\n", standard.EndOfFile.LowPart,
           standard.NumberOfLinks, standard.DeletePending, standard.Directory);
    show("name", GetFileInformationByHandleEx(file, FileNameInfo, &name, sizeof name));
    printf("%lu %.14ls\n", name.info.FileNameLength, name.info.FileName);
    show("name, short", GetFileInformationByHandleEx(file, FileNameInfo, &name, 10));
    show("basic", GetFileInformationByHandleEx(file, FileBasicInfo, &basic, sizeof basic));
    printf("attributes %lX\n", basic.FileAttributes);
    show("basic, short", GetFileInformationByHandleEx(file, FileBasicInfo, &basic, 8));
    show("no class", GetFileInformationByHandleEx(file, 99, &basic, 8));
    basic.FileAttributes = FILE_ATTRIBUTE_HIDDEN;
    basic.CreationTime.QuadPart = 0x1D00000000000000;
    show("set", SetFileInformationByHandle(file, FileBasicInfo, &basic, sizeof basic));
    GetFileInformationByHandleEx(file, FileBasicInfo, &basic, sizeof basic);
    printf("attributes %lX, made %lX\n", basic.FileAttributes, basic.CreationTime.HighPart);
    FILE_END_OF_FILE_INFO end = {.EndOfFile.QuadPart = 3};
    show("end", SetFileInformationByHandle(file, FileEndOfFileInfo, &end, sizeof end));
    printf("size %lu\n", GetFileSize(file, NULL));
}

static void check_path(HANDLE file)
{
    char text[200];
    printf("path: %lu", GetFinalPathNameByHandleA(file, text, sizeof text, 0));
    printf(" %s\n", text);
    printf("of the device: %lu",
           GetFinalPathNameByHandleA(file, text, sizeof text, VOLUME_NAME_NT));
    printf(" %s, short %lu\n", text, GetFinalPathNameByHandleA(file, text, 5, VOLUME_NAME_NT));
}

static void check_file(void)
{
    write("exe_facts.txt", "12345");
    HANDLE file = CreateFileA("exe_facts.txt", GENERIC_READ | GENERIC_WRITE | DELETE, 7, NULL,
                              OPEN_EXISTING, 0, NULL);
    check_facts(file);
    check_path(file);
    FILE_DISPOSITION_INFO goes = {TRUE};
    show("goes", SetFileInformationByHandle(file, FileDispositionInfo, &goes, sizeof goes));
    CloseHandle(file);
    show("there", GetFileAttributesA("exe_facts.txt") != INVALID_FILE_ATTRIBUTES);
}

static void check_replaced(void)
{
    DWORD answer = PROGRESS_CONTINUE;
    write("exe_one.txt", "one");
    write("exe_two.txt", "two");
    SetFileAttributesA("exe_one.txt", FILE_ATTRIBUTE_HIDDEN);
    set_made("exe_one.txt", 0x01C00000);
    set_made("exe_two.txt", 0x01D00000);
    show("replaced", ReplaceFileA("exe_one.txt", "exe_two.txt", "exe_old.txt", 0, NULL, NULL));
    printf("%s,", read("exe_one.txt"));
    printf(" %s\n", read("exe_old.txt"));
    printf("as it was: %lX", GetFileAttributesA("exe_one.txt") & FILE_ATTRIBUTE_HIDDEN);
    printf(" %lX\n", made("exe_one.txt"));
    SetFileAttributesA("exe_one.txt", FILE_ATTRIBUTE_NORMAL);
    show("by none", ReplaceFileA("exe_one.txt", "exe_two.txt", NULL, 0, NULL, NULL));
    show("copied", CopyFileExA("exe_one.txt", "exe_two.txt", progress, &answer, NULL, 0));
    answer = PROGRESS_QUIET;
    show("quiet", CopyFileExA("exe_one.txt", "exe_two.txt", progress, &answer, NULL, 0));
    answer = PROGRESS_CANCEL;
    show("cancelled", CopyFileExA("exe_one.txt", "exe_no.txt", progress, &answer, NULL, 0));
    show("there already",
         CopyFileExA("exe_one.txt", "exe_two.txt", NULL, NULL, NULL, COPY_FILE_FAIL_IF_EXISTS));
    show("moved", MoveFileWithProgressA("exe_two.txt", "exe_three.txt", NULL, NULL, 0));
    printf("size %lu\n", GetCompressedFileSizeA("exe_three.txt", NULL));
}

static void check_once_more(void)
{
    static HANDLE(WINAPI * again)(HANDLE, DWORD, DWORD, DWORD);
    char text[8] = "";
    DWORD size = 0;
    again = (void *)GetProcAddress(GetModuleHandleA("kernel32"), "ReOpenFile");
    write("exe_again.txt", "again");
    HANDLE file = open("exe_again.txt", GENERIC_WRITE, FILE_SHARE_READ, OPEN_EXISTING);
    HANDLE more = again(file, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, 0);
    ReadFile(more, text, 5, &size, NULL);
    printf("once more: %lu %s", size, text);
    CloseHandle(more);
    SetLastError(0);
    printf(", to write %d", again(file, GENERIC_WRITE, 3, 0) == INVALID_HANDLE_VALUE);
    printf(" %lu", GetLastError());
    printf(", attributes %d", again(file, GENERIC_READ, 3, 0x80) == INVALID_HANDLE_VALUE);
    printf(" %lu", GetLastError());
    CloseHandle(file);
    printf(", closed %d", again(file, GENERIC_READ, 3, 0) == INVALID_HANDLE_VALUE);
    printf(" %lu\n", GetLastError());
}

static void check_kinds(void)
{
    DWORD type = 7;
    CreateDirectoryA("exe_like", NULL);
    SetFileAttributesA("exe_like", FILE_ATTRIBUTE_HIDDEN);
    show("a folder like it", CreateDirectoryExA("exe_like", "exe_new", NULL));
    printf("attributes %lX\n", GetFileAttributesA("exe_new"));
    show("program", GetBinaryTypeA("exe_file_facts.exe", &type));
    printf("type %lu\n", type);
    show("no program", GetBinaryTypeA("exe_one.txt", &type));
}

int main(void)
{
    check_file();
    check_folders();
    check_replaced();
    check_opened();
    check_once_more();
    check_kinds();
    check_pages();
    return 0;
}
