/* VirtualQuery's facts about the program's own image, its stack, and memory of no one. */

#include <stdio.h>
#include <string.h>
#include <windows.h>

static const char constant[] = "read only";
static char variable = 1;
static char pages[4 * 0x1000] = "not written";

static void show(const char *what, const void *at)
{
    MEMORY_BASIC_INFORMATION about;
    VirtualQuery(at, &about, sizeof about);
    printf("%s: state %lX, type %lX, protection %lX, at first %lX, whole pages %d, mine %d\n", what,
           about.State, about.Type, about.Protect, about.AllocationProtect,
           ((ULONG_PTR)about.BaseAddress | about.RegionSize) % 0x1000 == 0,
           about.AllocationBase == GetModuleHandleA(NULL));
}

static DWORD protection_at(const void *at)
{
    MEMORY_BASIC_INFORMATION about;
    VirtualQuery(at, &about, sizeof about);
    return about.Protect;
}

/* A page of the image is copied when it is written to. */
static void check_copies(void)
{
    char *page = (char *)(((ULONG_PTR)pages + 0x1FFF) & ~0xFFFul);
    DWORD before = 0;
    printf("before a write: %lX %lX", protection_at(page), protection_at(page + 0x1000));
    *page = 1;
    printf(", behind it: %lX %lX\n", protection_at(page), protection_at(page + 0x1000));
    printf("read only: %d", VirtualProtect(page, 0x2000, PAGE_READONLY, &before));
    printf(" %lX", before);
    printf(", and back: %d", VirtualProtect(page, 0x2000, PAGE_READWRITE, &before));
    printf(" %lX, %lX %lX", before, protection_at(page), protection_at(page + 0x1000));
    printf(", the other: %d", VirtualProtect(page + 0x1000, 0x1000, PAGE_WRITECOPY, &before));
    printf(" %lX\n", before);
    char *own = VirtualAlloc(NULL, 0x1000, MEM_COMMIT, PAGE_READWRITE);
    printf("not of an image: %lX, %d", protection_at(own),
           VirtualProtect(own, 0x1000, PAGE_WRITECOPY, &before));
    printf(" %lu, %d", GetLastError(),
           VirtualProtect(page, 1, PAGE_READWRITE | MEM_IMAGE, &before));
    printf(" %lu\n", GetLastError());
}

int main(void)
{
    char *base = (char *)GetModuleHandleA(NULL);
    IMAGE_NT_HEADERS *headers = (void *)(base + ((IMAGE_DOS_HEADER *)base)->e_lfanew);
    MEMORY_BASIC_INFORMATION about;
    int local = 0;
    variable++;
    show("headers", base);
    show("code", (void *)main);
    show("constants", constant);
    show("variables", &variable);
    show("stack", &local);
    check_copies();

    char *at = base;
    int regions = 0;
    while (VirtualQuery(at, &about, sizeof about) && about.AllocationBase == base) {
        at = (char *)about.BaseAddress + about.RegionSize;
        regions++;
    }
    printf("the image's size: %d, regions: %d\n",
           (DWORD)(at - base) == ((headers->OptionalHeader.SizeOfImage + 0xFFF) & ~0xFFFu),
           regions >= 4);
    printf("base in the header: %d\n", (char *)headers->OptionalHeader.ImageBase == base);
    char *page = VirtualAlloc(NULL, 0x1000, MEM_RESERVE, PAGE_READWRITE);
    VirtualQuery(page, &about, sizeof about);
    printf("reserved: %lX %lX %lX\n", about.State, about.Protect, about.AllocationProtect);
    VirtualFree(page, 0, MEM_RELEASE);
    VirtualQuery(page, &about, sizeof about);
    printf("free: %lX %lX %p\n", about.State, about.Protect, about.AllocationBase);
    printf("past the end: %lu", VirtualQuery((void *)0x80000000, &about, sizeof about));
    printf(" %lu\n", GetLastError());
    printf("inside the image: %d", VirtualAlloc(base, 0x1000, MEM_COMMIT, PAGE_READWRITE) != NULL);
    printf(" free %d", VirtualFree(base, 0, MEM_RELEASE));
    printf(" %lu\n", GetLastError());
    return 0;
}
