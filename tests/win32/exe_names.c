/* The lists of names of Windows' own modules: sorted, and each name is found. */

#include <stdio.h>
#include <string.h>
#include <windows.h>

static void check(const char *name)
{
    char *base = (char *)LoadLibraryA(name);
    IMAGE_NT_HEADERS *headers = (void *)(base + ((IMAGE_DOS_HEADER *)base)->e_lfanew);
    DWORD place = headers->OptionalHeader.DataDirectory[0].VirtualAddress;
    IMAGE_EXPORT_DIRECTORY *exports = (void *)(base + place);
    DWORD *names = (void *)(base + exports->AddressOfNames);
    WORD *ordinals = (void *)(base + exports->AddressOfNameOrdinals);
    int lost = 0, disordered = 0, otherwise = 0;
    for (DWORD i = 0; i < exports->NumberOfNames; i++) {
        FARPROC found = GetProcAddress((HMODULE)base, base + names[i]);
        lost += found == NULL;
        otherwise += found != GetProcAddress((HMODULE)base, (char *)(ordinals[i] + exports->Base));
        disordered += i > 0 && strcmp(base + names[i - 1], base + names[i]) >= 0;
    }
    printf("%s: %d lost, %d disordered, %d otherwise by number\n", name, lost, disordered,
           otherwise);
}

int main(void)
{
    check("kernel32");
    check("ntdll");
    check("msvcrt");
    check("user32");
    check("advapi32");
    return 0;
}
