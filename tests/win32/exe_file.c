/* The program's own file: its headers as a file and in memory, and sections at their places. */

#include <stdio.h>
#include <string.h>
#include <windows.h>

static char zeros[5000];
static int filled = 0x11223344;

int main(void)
{
    char path[MAX_PATH], bytes[0x400];
    DWORD count;
    char *base = (char *)GetModuleHandleA(NULL);
    GetModuleFileNameA(NULL, path, sizeof path);
    HANDLE file = CreateFileA(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    printf("opened %d", file != INVALID_HANDLE_VALUE);
    ReadFile(file, bytes, sizeof bytes, &count, NULL);
    printf(" %.2s\n", bytes);
    IMAGE_NT_HEADERS *inside = (void *)(base + ((IMAGE_DOS_HEADER *)base)->e_lfanew);
    IMAGE_NT_HEADERS *outside = (void *)(bytes + ((IMAGE_DOS_HEADER *)bytes)->e_lfanew);
    printf("headers: %d %d\n",
           memcmp(&inside->FileHeader, &outside->FileHeader, sizeof inside->FileHeader) == 0,
           inside->OptionalHeader.AddressOfEntryPoint ==
               outside->OptionalHeader.AddressOfEntryPoint);
    printf("machine %X, magic %X, subsystem %d\n", inside->FileHeader.Machine,
           inside->OptionalHeader.Magic, inside->OptionalHeader.Subsystem);
    IMAGE_SECTION_HEADER *section = IMAGE_FIRST_SECTION(inside);
    int where = 0, order = 1;
    for (int i = 0; i < inside->FileHeader.NumberOfSections; i++) {
        DWORD offset = (DWORD)((char *)&filled - base) - section[i].VirtualAddress;
        if (offset < section[i].SizeOfRawData) {
            SetFilePointer(file, section[i].PointerToRawData + offset, NULL, FILE_BEGIN);
            ReadFile(file, &where, sizeof where, &count, NULL);
        }
        order &= i == 0 || section[i].VirtualAddress > section[i - 1].VirtualAddress;
    }
    printf("in the file, too: %X, in order %d\n", where, order);
    int sum = 0;
    for (unsigned i = 0; i < sizeof zeros; i++)
        sum |= zeros[i];
    printf("zeros: %d\n", sum);
    printf("written: %d\n", CreateFileA(path, GENERIC_WRITE, 7, NULL, OPEN_EXISTING, 0, NULL) !=
                                INVALID_HANDLE_VALUE);
    printf("deleted: %d", DeleteFileA(path));
    printf(" %d\n",
           GetLastError() == ERROR_SHARING_VIOLATION || GetLastError() == ERROR_ACCESS_DENIED);
    return 0;
}
