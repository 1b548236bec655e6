/* The process as it lies in memory: from fs:[30h] to the lists of modules, to kernel32, and to a
   function by its export directory, as programs without imports do it. */

#include <stdio.h>
#include <string.h>
#include <windows.h>

struct text {
    WORD length, room;
    wchar_t *letters;
};

struct module {
    LIST_ENTRY load, memory, initialization;
    char *base;
    void *entry;
    ULONG size;
    struct text path, name;
    ULONG flags;
    WORD count;
    WORD tls_index;
};

struct loader {
    ULONG length;
    BOOLEAN is_initialized;
    HANDLE unused;
    LIST_ENTRY load, memory, initialization;
};

struct peb {
    BOOLEAN inherited, options, is_debugged, bits;
    HANDLE mutant;
    char *base;
    struct loader *loader;
    void *parameters;
};

static char *exported(char *base, const char *name)
{
    IMAGE_NT_HEADERS *headers = (void *)(base + ((IMAGE_DOS_HEADER *)base)->e_lfanew);
    IMAGE_DATA_DIRECTORY *place = &headers->OptionalHeader.DataDirectory[0];
    IMAGE_EXPORT_DIRECTORY *exports = (void *)(base + place->VirtualAddress);
    DWORD *names = (void *)(base + exports->AddressOfNames);
    DWORD *functions = (void *)(base + exports->AddressOfFunctions);
    WORD *ordinals = (void *)(base + exports->AddressOfNameOrdinals);
    for (DWORD i = 0; i < exports->NumberOfNames; i++)
        if (strcmp(base + names[i], name) == 0)
            return base + functions[ordinals[i]];
    return NULL;
}

static int are_sorted(char *base)
{
    IMAGE_NT_HEADERS *headers = (void *)(base + ((IMAGE_DOS_HEADER *)base)->e_lfanew);
    IMAGE_DATA_DIRECTORY *place = &headers->OptionalHeader.DataDirectory[0];
    IMAGE_EXPORT_DIRECTORY *exports = (void *)(base + place->VirtualAddress);
    DWORD *names = (void *)(base + exports->AddressOfNames);
    for (DWORD i = 1; i < exports->NumberOfNames; i++)
        if (strcmp(base + names[i - 1], base + names[i]) >= 0)
            return 0;
    return exports->NumberOfNames > 10;
}

static struct module *of_load_list(struct loader *loader, int number)
{
    LIST_ENTRY *link = loader->load.Flink;
    while (number-- > 0)
        link = link->Flink;
    return CONTAINING_RECORD(link, struct module, load);
}

int main(void)
{
    struct peb *peb;
    __asm__("movl %%fs:0x30, %0" : "=r"(peb));
    struct loader *loader = peb->loader;
    printf("base %d, debugged %d\n", peb->base == (char *)GetModuleHandleA(NULL), peb->is_debugged);
    printf("loader %lX, %d\n", loader->length, loader->is_initialized);
    for (int i = 0; i < 4; i++) {
        struct module *module = of_load_list(loader, i);
        printf("%d: %ls, handle %d\n", i, module->name.letters,
               module->base == (char *)GetModuleHandleW(module->name.letters));
    }
    struct module *first =
        CONTAINING_RECORD(loader->initialization.Flink, struct module, initialization);
    struct module *third =
        CONTAINING_RECORD(loader->memory.Flink->Flink->Flink, struct module, memory);
    printf("initialized first: %ls, third in memory: %ls\n", first->name.letters,
           third->name.letters);

    int count = 0, in_initialization = 0, headers = 1, lengths = 1;
    for (LIST_ENTRY *at = loader->load.Flink; at != &loader->load; at = at->Flink) {
        struct module *module = CONTAINING_RECORD(at, struct module, load);
        IMAGE_NT_HEADERS *nt =
            (void *)(module->base + ((IMAGE_DOS_HEADER *)module->base)->e_lfanew);
        count++;
        headers &= *(WORD *)module->base == IMAGE_DOS_SIGNATURE &&
                   nt->Signature == IMAGE_NT_SIGNATURE &&
                   module->size == nt->OptionalHeader.SizeOfImage;
        lengths &= module->name.length == 2 * wcslen(module->name.letters) &&
                   module->path.length > module->name.length;
    }
    for (LIST_ENTRY *at = loader->initialization.Flink; at != &loader->initialization;
         at = at->Flink)
        in_initialization++;
    printf("all but the program are initialized: %d\n", in_initialization == count - 1);
    printf("headers %d, lengths %d\n", headers, lengths);

    char *kernel = third->base;
    printf("sorted %d\n", are_sorted(kernel) && are_sorted(of_load_list(loader, 1)->base));
    FARPROC(WINAPI * get)(HMODULE, const char *) = (void *)exported(kernel, "GetProcAddress");
    DWORD(WINAPI * id)(void) = (void *)get((HMODULE)kernel, "GetCurrentThreadId");
    printf("the same function: %d\n", id && id() == GetCurrentThreadId());
    printf("and by hand: %d\n",
           (char *)get((HMODULE)kernel, "CreateThread") == exported(kernel, "CreateThread"));
    DWORD session = 9;
    ProcessIdToSessionId(GetCurrentProcessId(), &session);
    printf("session %lu %lu\n", *(ULONG *)((char *)peb + 0x1D4), session);
    return 0;
}
