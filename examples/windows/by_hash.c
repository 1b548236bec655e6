/* A program for Windows that imports nothing: it finds kernel32 in the process' lists, and calls
 * there by hashes of their names. docs/windows-samples.md takes it apart. */
#include <windows.h>
#include <winternl.h>

typedef HANDLE WINAPI get_handle(DWORD which);
typedef BOOL WINAPI write_file(HANDLE file, const void *bytes, DWORD count, DWORD *done, void *how);
typedef void WINAPI exit_process(UINT status);

#define GET_STD_HANDLE 0x7487D823
#define WRITE_FILE     0xE80A791F
#define EXIT_PROCESS   0x73E2D87E

static DWORD hash_of(const char *name)
{
    DWORD hash = 0;
    for (; *name; name++)
        hash = (hash >> 13 | hash << 19) + (unsigned char)*name;
    return hash;
}

/* The third module in the order of loading: the program, ntdll, kernel32. */
static char *kernel32(void)
{
    PEB *peb = (PEB *)__readfsdword(0x30);
    LIST_ENTRY *memory_order = &peb->Ldr->InMemoryOrderModuleList;
    LIST_ENTRY *third = memory_order->Flink->Flink->Flink;
    return CONTAINING_RECORD(third, LDR_DATA_TABLE_ENTRY, InMemoryOrderLinks)->DllBase;
}

static void *find(char *base, DWORD hash)
{
    IMAGE_NT_HEADERS *headers = (IMAGE_NT_HEADERS *)(base + ((IMAGE_DOS_HEADER *)base)->e_lfanew);
    IMAGE_EXPORT_DIRECTORY *exports =
        (IMAGE_EXPORT_DIRECTORY *)(base + headers->OptionalHeader.DataDirectory[0].VirtualAddress);
    DWORD *names = (DWORD *)(base + exports->AddressOfNames);
    WORD *numbers = (WORD *)(base + exports->AddressOfNameOrdinals);
    DWORD *functions = (DWORD *)(base + exports->AddressOfFunctions);
    for (DWORD i = 0; i < exports->NumberOfNames; i++)
        if (hash_of(base + names[i]) == hash)
            return base + functions[numbers[i]];
    return NULL;
}

void start(void)
{
    static const char text[] = "no imports\r\n";
    char *base = kernel32();
    get_handle *handle_of = (get_handle *)find(base, GET_STD_HANDLE);
    write_file *write = (write_file *)find(base, WRITE_FILE);
    exit_process *leave = (exit_process *)find(base, EXIT_PROCESS);
    DWORD done;
    write(handle_of(STD_OUTPUT_HANDLE), text, sizeof text - 1, &done, NULL);
    leave(0);
}
