/* Memory that has two views, and files in memory; the pages of views, and their names. */

#include <stdio.h>
#include <string.h>
#include <windows.h>

/* The facts about a section that Windows 7's ntdll has. */
struct basic {
    PVOID base;
    ULONG traits;
    LARGE_INTEGER size;
};
struct image {
    PVOID entry;
    ULONG zero_bits, stack, stack_at_first, subsystem;
    USHORT minor, major;
    ULONG value;
    USHORT traits, library_traits, machine;
    BOOLEAN has_code;
    UCHAR flags;
    ULONG loader_flags, file_size, sum;
};
#define NTDLL(name) ((LONG(WINAPI *)())(void *)GetProcAddress(GetModuleHandleA("ntdll"), name))

static void show_section(const char *what, HANDLE section)
{
    struct basic basic = {0};
    struct image image = {0};
    SIZE_T length = 0;
    printf("%s: %lX", what, NTDLL("NtQuerySection")(section, 0, &basic, sizeof basic, &length));
    printf(" %lu, %p %lX %lX", length, basic.base, basic.traits, basic.size.LowPart);
    printf(", image: %lX", NTDLL("NtQuerySection")(section, 1, &image, sizeof image, NULL));
    printf(" %X %X %lu, too small: %lX\n", image.machine,
           image.traits & IMAGE_FILE_EXECUTABLE_IMAGE, image.subsystem,
           NTDLL("NtQuerySection")(section, 0, &basic, 15, NULL));
}

static HANDLE section_of(HANDLE file, DWORD protect)
{
    return CreateFileMappingA(file, NULL, protect, 0, file == INVALID_HANDLE_VALUE ? 9 : 0, NULL);
}

static void check_traits(HANDLE file)
{
    static const DWORD traits[] = {
        SEC_COMMIT | SEC_RESERVE, SEC_NOCACHE, SEC_IMAGE | SEC_COMMIT,
        SEC_FILE | SEC_COMMIT,    SEC_IMAGE,   SEC_RESERVE | SEC_NOCACHE};
    printf("traits:");
    for (int i = 0; i < 6; i++) {
        SetLastError(0);
        printf(" %d", section_of(INVALID_HANDLE_VALUE, PAGE_READWRITE | traits[i]) != NULL);
        printf(" %lu", GetLastError());
    }
    puts("");
    show_section("memory", section_of(INVALID_HANDLE_VALUE, PAGE_READWRITE));
    show_section("reserved", section_of(INVALID_HANDLE_VALUE, PAGE_READWRITE | SEC_RESERVE));
    HANDLE whole = section_of(file, PAGE_READONLY);
    struct basic basic = {0};
    NTDLL("NtQuerySection")(whole, 0, &basic, sizeof basic, NULL);
    printf("file: %lX, its size %d, image: %lX\n", basic.traits,
           basic.size.LowPart == GetFileSize(file, NULL),
           NTDLL("NtQuerySection")(whole, 1, &basic, 0x30, NULL));
}

/* The program's own file, mapped once more as an image. */
static void check_image(HANDLE file)
{
    HANDLE section = section_of(file, PAGE_READONLY | SEC_IMAGE);
    struct image image;
    MEMORY_BASIC_INFORMATION about;
    char *own = (char *)GetModuleHandleA(NULL);
    IMAGE_NT_HEADERS *headers = (void *)(own + ((IMAGE_DOS_HEADER *)own)->e_lfanew);
    NTDLL("NtQuerySection")(section, 1, &image, sizeof image, NULL);
    printf("image: %d, entry %d, machine %X, file %d\n", section != NULL,
           (char *)image.entry == own + headers->OptionalHeader.AddressOfEntryPoint, image.machine,
           image.file_size == GetFileSize(file, NULL));
    char *view = MapViewOfFile(section, FILE_MAP_READ, 0, 0, 0);
    char *code = view + ((char *)check_traits - own);
    VirtualQuery(code, &about, sizeof about);
    printf("elsewhere: %d, %.2s, code %lX %lX %lX, the same %d\n", view != own, view, about.Protect,
           about.AllocationProtect, about.Type, !memcmp(code, (char *)check_traits, 8));
    static char variable[0x1000] = "as in the file";
    strcpy(variable, "changed");
    char *twin = view + (variable - own);
    printf("variables: %s", twin);
    VirtualQuery(twin, &about, sizeof about);
    printf(", %lX", about.Protect);
    *twin = 'A';
    VirtualQuery(twin, &about, sizeof about);
    printf(" %lX, %s\n", about.Protect, variable);
    LARGE_INTEGER wished = {.QuadPart = headers->OptionalHeader.SizeOfImage + 0x1000};
    HANDLE other = NULL;
    printf("too large: %lX", NTDLL("NtCreateSection")(&other, SECTION_ALL_ACCESS, NULL, &wished,
                                                      PAGE_READONLY, SEC_IMAGE, file));
    struct basic basic = {0};
    wished.QuadPart = 1;
    NTDLL("NtCreateSection")
    (&other, SECTION_ALL_ACCESS, NULL, &wished, PAGE_READONLY, SEC_IMAGE, file);
    NTDLL("NtQuerySection")(other, 0, &basic, sizeof basic, NULL);
    printf(", a byte: %lX %lX\n", basic.traits, basic.size.LowPart);
    CloseHandle(other);
    PVOID base = NULL;
    SIZE_T size = 0;
    LONG status = NTDLL("NtMapViewOfSection")(section, GetCurrentProcess(), &base, 0, 0, NULL,
                                              &size, 1, 0, PAGE_READONLY);
    printf("by ntdll: %lX, size %d", status,
           size == ((headers->OptionalHeader.SizeOfImage + 0xFFF) & ~0xFFFul));
    printf(", unmapped %lX", NTDLL("NtUnmapViewOfSection")(GetCurrentProcess(), base));
    HANDLE named = CreateFileMappingA(file, NULL, PAGE_READONLY | SEC_IMAGE, 0, 0, "exe_mapping"),
           opened = OpenFileMappingA(FILE_MAP_READ, FALSE, "exe_mapping");
    base = NULL;
    printf(", without the right to ask: %lX %lX",
           NTDLL("NtQuerySection")(opened, 0, &basic, sizeof basic, NULL),
           NTDLL("NtMapViewOfSection")(opened, GetCurrentProcess(), &base, 0, 0, NULL, &size, 1, 0,
                                       PAGE_READONLY));
    UnmapViewOfFile(base);
    CloseHandle(named);
    CloseHandle(opened);
    printf(" %d", UnmapViewOfFile(view));
    VirtualQuery(view, &about, sizeof about);
    printf(" %lX\n", about.State);
    CloseHandle(section);
}

static void check_no_image(void)
{
    DWORD count;
    HANDLE section = NULL, file = CreateFileA("exe_map.txt", GENERIC_READ | GENERIC_WRITE, 0, NULL,
                                              CREATE_ALWAYS, FILE_FLAG_DELETE_ON_CLOSE, NULL);
    WriteFile(file, "no image", 8, &count, NULL);
    printf("no image: %d", section_of(file, PAGE_READONLY | SEC_IMAGE) != NULL);
    printf(" %lu", GetLastError());
    printf(" %lX\n", NTDLL("NtCreateSection")(&section, SECTION_ALL_ACCESS, NULL, NULL,
                                              PAGE_READONLY, SEC_IMAGE, file));
    CloseHandle(file);
}

/* ---------------------------------------------------------------- pages of views */

static void show_pages(const char *what, const char *at)
{
    MEMORY_BASIC_INFORMATION about;
    VirtualQuery(at, &about, sizeof about);
    printf(" %s %lX", what, about.RegionSize);
    printf(" %lX %lX %lX %lX", about.State, about.Protect, about.AllocationProtect, about.Type);
}

static void check_copy(void)
{
    DWORD count, old;
    char text[8] = "";
    HANDLE file =
        CreateFileA("exe_copy.bin", GENERIC_READ | GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
    SetFilePointer(file, 0x2000, NULL, FILE_BEGIN);
    SetEndOfFile(file);
    HANDLE section = section_of(file, PAGE_READWRITE);
    char *copy = MapViewOfFile(section, FILE_MAP_COPY, 0, 0, 0);
    char *view = MapViewOfFile(section, FILE_MAP_READ, 0, 0, 0);
    printf("copied on write:");
    show_pages("before", copy);
    copy[0] = 'c';
    show_pages("after", copy);
    show_pages("behind", copy + 0x1000);
    SetFilePointer(file, 0, NULL, FILE_BEGIN);
    ReadFile(file, text, 1, &count, NULL);
    printf(", the file %d, another view %d\n", *text, *view);
    printf("more than the view: %d", VirtualProtect(view, 1, PAGE_READWRITE, &old));
    printf(" %lu", GetLastError());
    printf(", freed: %d", VirtualFree(view, 0, MEM_RELEASE));
    printf(" %lu\n", GetLastError());
    UnmapViewOfFile(copy + 0x1FFF);
    printf("unmapped: %d\n", IsBadReadPtr(copy, 1));
    UnmapViewOfFile(view);
    CloseHandle(section);
    CloseHandle(file);
    DeleteFileA("exe_copy.bin");
}

static void check_reserved(void)
{
    HANDLE section = CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE | SEC_RESERVE, 0,
                                        0x40000, NULL);
    char *one = MapViewOfFile(section, FILE_MAP_WRITE, 0, 0, 0);
    char *two = MapViewOfFile(section, FILE_MAP_READ, 0, 0x10000, 0);
    printf("reserved:");
    show_pages("one", one);
    VirtualAlloc(one + 0x10000, 0x2000, MEM_COMMIT, PAGE_READWRITE);
    show_pages("one", one + 0x10000);
    show_pages("two", two);
    strcpy(one + 0x10000, "in both");
    printf(", %s\n", two);
    UnmapViewOfFile(one);
    UnmapViewOfFile(two);
    PVOID base = one;
    SIZE_T size = 1;
    LARGE_INTEGER offset = {.QuadPart = 0x10000};
    LONG(WINAPI * map)
    (HANDLE, HANDLE, PVOID *, ULONG_PTR, SIZE_T, LARGE_INTEGER *, SIZE_T *, ULONG, ULONG, ULONG) =
        (void *)GetProcAddress(GetModuleHandleA("ntdll"), "NtMapViewOfSection");
    printf("by ntdll: %lX",
           map(section, GetCurrentProcess(), &base, 3, 0, &offset, &size, 1, 0, PAGE_READONLY));
    printf(" %d %lX %s", base == one, size, (char *)base);
    base = one + 1;
    printf(", elsewhere: %lX",
           map(section, GetCurrentProcess(), &base, 0, 0, &offset, &size, 1, 0, PAGE_READONLY));
    base = one;
    printf(" %lX",
           map(section, GetCurrentProcess(), &base, 0, 0, &offset, &size, 1, 0, PAGE_READONLY));
    printf(" %lX %lX\n",
           map(section, GetCurrentProcess(), &base, 5, 0, &offset, &size, 1, 0, PAGE_READONLY),
           map(section, GetCurrentProcess(), &base, 22, 0, &offset, &size, 1, 0, PAGE_READONLY));
    UnmapViewOfFile(one);
    CloseHandle(section);
}

static void check_names(void)
{
    DWORD(WINAPI * named)
    (HANDLE, PVOID, char *, DWORD) =
        (void *)GetProcAddress(LoadLibraryA("psapi"), "GetMappedFileNameA");
    DWORD(WINAPI * wide)
    (HANDLE, PVOID, WCHAR *, DWORD) =
        (void *)GetProcAddress(GetModuleHandleA("kernel32"), "K32GetMappedFileNameW");
    char name[100] = "", whole[200];
    WCHAR units[100] = L"";
    SIZE_T length = 0;
    HANDLE own = GetCurrentProcess(),
           file = CreateFileA("exe_name.bin", GENERIC_READ | GENERIC_WRITE, 0, NULL, CREATE_ALWAYS,
                              0, NULL);
    SetFilePointer(file, 9, NULL, FILE_BEGIN);
    SetEndOfFile(file);
    HANDLE section = section_of(file, PAGE_READONLY);
    char *view = MapViewOfFile(section, FILE_MAP_READ, 0, 0, 0);
    printf("named: %lu", named(own, view + 8, name, sizeof name));
    printf(" %s", name);
    printf(", cut: %lu", named(own, view, name, 9));
    printf(" %s", name);
    printf(", the program: %lu", wide(own, GetModuleHandleA(NULL), units, 100));
    printf(" %ls", units);
    printf(", by ntdll: %lX", NTDLL("NtQueryVirtualMemory")(own, view, 2, whole, 200, &length));
    printf(" %lu %lX", length, NTDLL("NtQueryVirtualMemory")(own, view, 2, whole, 8, &length));
    printf(" %lX\n", NTDLL("NtQueryVirtualMemory")(own, view, 2, whole, 7, &length));
    char *second = MapViewOfFile(section, FILE_MAP_READ, 0, 0, 0),
         *heap = HeapAlloc(GetProcessHeap(), 0, 1);
    HANDLE program =
        CreateFileA("exe_mapping.exe", GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    HANDLE again = section_of(program, PAGE_READONLY | SEC_IMAGE),
           plain = section_of(program, PAGE_READONLY);
    char *image = (char *)GetModuleHandleA(NULL);
    char *twin = MapViewOfFile(again, FILE_MAP_READ, 0, 0, 0),
         *bytes = MapViewOfFile(plain, FILE_MAP_READ, 0, 0, 0);
    const struct {
        char *one, *other;
    } pairs[] = {{view, view + 8}, {view, second}, {image, image + 0x1000}, {image, twin},
                 {twin, image},    {image, bytes}, {bytes, image},          {view, image},
                 {view, heap},     {NULL, view}};
    printf("of one file:");
    for (unsigned i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        printf(" %lX", NTDLL("NtAreMappedFilesTheSame")(pairs[i].one, pairs[i].other));
    puts("");
    UnmapViewOfFile(view);
    CloseHandle(section);
    CloseHandle(file);
    DeleteFileA("exe_name.bin");
    section = section_of(INVALID_HANDLE_VALUE, PAGE_READONLY);
    view = MapViewOfFile(section, FILE_MAP_READ, 0, 0, 0);
    printf("no names: %lu", named(own, view, name, sizeof name));
    printf(" %lu", GetLastError());
    printf(" %lu", named(own, units, name, sizeof name));
    printf(" %lu", GetLastError());
    printf(" %lu", named(own, view, name, 0));
    printf(" %lu\n", GetLastError());
}

int main(void)
{
    DWORD count;
    char text[16] = "";
    HANDLE shared =
        CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE, 0, 0x11000, NULL);
    printf("new: %d\n", shared != NULL);
    char *one = MapViewOfFile(shared, FILE_MAP_ALL_ACCESS, 0, 0, 0);
    char *two = MapViewOfFile(shared, FILE_MAP_READ, 0, 0x10000, 0);
    strcpy(one + 0x10000, "seen by both");
    printf("%s\n", two);
    printf("in the middle of 64 KB: %d",
           MapViewOfFile(shared, FILE_MAP_READ, 0, 0x1000, 0) != NULL);
    printf(" %lu\n", GetLastError());
    printf("unmapped: %d", UnmapViewOfFile(one));
    printf(" %d", UnmapViewOfFile(two));
    printf(" %d", UnmapViewOfFile(two));
    printf(" %lu\n", GetLastError());
    CloseHandle(shared);

    shared = CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE, 0, 100, "named");
    HANDLE again = OpenFileMappingW(FILE_MAP_READ, FALSE, L"Local\\named");
    one = MapViewOfFile(shared, FILE_MAP_WRITE, 0, 0, 0);
    two = MapViewOfFile(again, FILE_MAP_READ, 0, 0, 0);
    strcpy(one, "by name");
    printf("opened: %d %s, made again: %d", again != NULL, two,
           CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE, 0, 9, "named") != NULL);
    printf(" %lu\n", GetLastError());
    printf("another name: %d", OpenFileMappingA(FILE_MAP_READ, FALSE, "Named") != NULL);
    printf(" %lu\n", GetLastError());

    HANDLE file =
        CreateFileA("exe_map.bin", GENERIC_READ | GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
    HANDLE section = CreateFileMappingA(file, NULL, PAGE_READWRITE, 0, 0, NULL);
    printf("of an empty file: %d %lu\n", section != NULL, GetLastError());
    WriteFile(file, "from the file", 13, &count, NULL);
    section = CreateFileMappingA(file, NULL, PAGE_READWRITE, 0, 0, NULL);
    char *view = MapViewOfFile(section, FILE_MAP_WRITE, 0, 0, 0);
    printf("%s, zero behind: %d\n", view, view[13]);
    memcpy(view, "INTO", 4);
    FlushViewOfFile(view, 0);
    SetFilePointer(file, 0, NULL, FILE_BEGIN);
    ReadFile(file, text, 13, &count, NULL);
    printf("%lu: %s\n", count, text);
    UnmapViewOfFile(view);
    CloseHandle(section);
    CloseHandle(file);
    printf("deleted %d\n", DeleteFileA("exe_map.bin"));

    file =
        CreateFileA("exe_mapping.exe", GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    section = CreateFileMappingA(file, NULL, PAGE_READONLY, 0, 0, NULL);
    view = MapViewOfFile(section, FILE_MAP_READ, 0, 0, 0);
    printf("the program's own file: %.2s, at 64 KB: %d\n", view, (DWORD)view % 0x10000 == 0);
    check_traits(file);
    check_image(file);
    check_no_image();
    check_copy();
    check_reserved();
    check_names();
    return 0;
}
