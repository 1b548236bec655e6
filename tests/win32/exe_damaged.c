/* Damaged libraries are refused or loaded, and the process goes on.
 * arguments: 300 1
 *
 * They are COUNT and SEED, and a third one tells of each library. Each is the good one with some
 * words changed in its headers, its directories and its tables. Its entry and its thread locals
 * stay as they are (none), because changed ones would be any code. No fault may end the process,
 * no library may stay when it is freed, and no memory may be lost. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static const char *const good_name = "exe_damaged_dll.dll", *const name = "damaged.dll";
static unsigned char good[65536], changed[65536];
static DWORD size;
static ULONGLONG state;
static unsigned long number, staying, seed;

static unsigned long chance(unsigned long below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned long)(state >> 33) % below;
}

/* The loader's own faults end in the loader: none may come here. */
static LONG WINAPI on_unhandled(EXCEPTION_POINTERS *pointers)
{
    const EXCEPTION_RECORD *record = pointers->ExceptionRecord;
    printf("library %lu of seed %lu: %08lX at %p\n", number, seed, record->ExceptionCode,
           record->ExceptionAddress);
    return EXCEPTION_CONTINUE_SEARCH;
}

static IMAGE_NT_HEADERS *headers(unsigned char *file)
{
    return (IMAGE_NT_HEADERS *)(file + ((IMAGE_DOS_HEADER *)file)->e_lfanew);
}

/* Where an address of the image lies in the file. */
static DWORD place_of(DWORD address)
{
    const IMAGE_NT_HEADERS *all = headers(good);
    const IMAGE_SECTION_HEADER *row = IMAGE_FIRST_SECTION(all);
    for (int i = 0; i < all->FileHeader.NumberOfSections; i++, row++)
        if (address >= row->VirtualAddress && address - row->VirtualAddress < row->SizeOfRawData)
            return address - row->VirtualAddress + row->PointerToRawData;
    return 0;
}

/* Chooses a byte of the headers, or of the exports, the imports or the relocations. */
static DWORD place(void)
{
    static const int tables[] = {IMAGE_DIRECTORY_ENTRY_EXPORT, IMAGE_DIRECTORY_ENTRY_IMPORT,
                                 IMAGE_DIRECTORY_ENTRY_BASERELOC};
    const IMAGE_NT_HEADERS *all = headers(good);
    const IMAGE_DATA_DIRECTORY *row = &all->OptionalHeader.DataDirectory[tables[chance(3)]];
    if (chance(2) && row->Size && place_of(row->VirtualAddress))
        return place_of(row->VirtualAddress) + chance(row->Size);
    return chance(
        (DWORD)((unsigned char *)(IMAGE_FIRST_SECTION(all) + all->FileHeader.NumberOfSections) -
                good));
}

static DWORD odd_number(DWORD now)
{
    const DWORD numbers[] = {
        0,    1,        0xFFFFFFFF, 0x7FFFFFFF, 0x80000000, 0x1000,       0xFFF,
        size, size - 1, now + 1,    now - 1,    now * 2,    now + 0x1000, now ^ 1u << chance(32)};
    return chance(4) ? numbers[chance(sizeof numbers / sizeof numbers[0])]
                     : chance(0x10000) << 16 | chance(0x10000);
}

static void damage(void)
{
    memcpy(changed, good, size);
    for (unsigned long left = 1 + chance(4); left; left--) {
        DWORD at = place(), now, bytes = 1u << chance(3);
        if (at + bytes > size)
            continue;
        memcpy(&now, changed + at, sizeof now);
        now = odd_number(now);
        memcpy(changed + at, &now, bytes);
    }
    IMAGE_NT_HEADERS *all = headers(changed);
    if ((unsigned char *)(all + 1) > changed + size || (unsigned char *)all < changed)
        return;
    all->OptionalHeader.AddressOfEntryPoint = 0;
    all->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_TLS] = (IMAGE_DATA_DIRECTORY){0, 0};
}

static BOOL write_changed(void)
{
    DWORD written = 0;
    HANDLE file = CreateFileA(name, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
    BOOL done = file != INVALID_HANDLE_VALUE && WriteFile(file, changed, size, &written, NULL);
    CloseHandle(file);
    return done && written == size;
}

static void try_one(int tells)
{
    damage();
    if (!write_changed())
        exit(2);
    HMODULE library = LoadLibraryA(name);
    DWORD error = GetLastError();
    if (library) {
        GetProcAddress(library, "one");
        GetProcAddress(library, "no such name");
        GetProcAddress(library, MAKEINTRESOURCEA(2));
        FindResourceA(library, "x", MAKEINTRESOURCEA(10));
        FreeLibrary(library);
    }
    if (GetModuleHandleA(name)) {
        staying++;
        printf("library %lu of seed %lu stays\n", number, seed);
    }
    if (tells)
        printf("%lu: %s, %lu\n", number, library ? "loaded" : "refused", error);
}

static SIZE_T available(void)
{
    MEMORYSTATUSEX memory = {.dwLength = sizeof memory};
    GlobalMemoryStatusEx(&memory);
    return (SIZE_T)memory.ullAvailPhys;
}

int main(int argc, char **argv)
{
    unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 0) : 300;
    seed = argc > 2 ? strtoul(argv[2], NULL, 0) : 1;
    FILE *file = fopen(good_name, "rb");
    if (!file)
        return 1;
    size = (DWORD)fread(good, 1, sizeof good, file);
    fclose(file);
    if (!size)
        return 1;
    headers(good)->OptionalHeader.AddressOfEntryPoint = 0;
    SetUnhandledExceptionFilter(on_unhandled);
    SIZE_T before = 0;
    for (unsigned pass = 0; pass < 2; pass++) { /* what lasts is there after the first */
        before = available();
        state = seed;
        for (number = 0; number < count; number++)
            try_one(pass == 0 && argc > 3);
    }
    SIZE_T after = available();
    printf("libraries that stay: %lu\n", staying);
    printf("memory is lost: %s\n", before > after + 0x10000 ? "yes" : "no");
    DeleteFileA(name);
    return 0;
}
