/* Memory that has two views, and files in memory. */

#include <stdio.h>
#include <string.h>
#include <windows.h>

/* What Windows 7's ntdll tells of a section. */
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
    return 0;
}
