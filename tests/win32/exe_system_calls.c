/* System calls by stubs and by numbers, as programs make them that avoid ntdll's functions, or that
 * look at their bytes. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static HMODULE ntdll;

static const BYTE *code_of(const char *name) { return (const BYTE *)GetProcAddress(ntdll, name); }

static DWORD word_at(const BYTE *code)
{
    DWORD word;
    memcpy(&word, code, sizeof word);
    return word;
}

static void show_stub(const char *name, const char *other)
{
    const BYTE *code = code_of(name);
    printf("%s: %02X %lX %02X %lX %02X%02X", name, code[0], word_at(code + 1), code[5],
           word_at(code + 6), code[10], code[11]);
    if (code[12] == 0xC2)
        printf(" ret %d", code[13] | code[14] << 8);
    else
        printf(" %s", code[12] == 0xC3 ? "ret" : "?");
    printf(", %s is %s\n", other, code == code_of(other) ? "the same" : "another");
}

static LONG call(DWORD number, const void *arguments)
{
    LONG result;
    __asm__ volatile("int $0x2E"
                     : "=a"(result), "+d"(arguments)
                     : "0"(number)
                     : "ecx", "memory", "cc");
    return result;
}

/* Looks at three registers that calls keep. */
static LONG call_and_keep(DWORD number, const void *arguments, DWORD kept[3])
{
    LONG result;
    DWORD ebx = 0x11111111, esi = 0x22222222, edi = 0x33333333;
    __asm__ volatile("int $0x2E"
                     : "=a"(result), "+d"(arguments), "+b"(ebx), "+S"(esi), "+D"(edi)
                     : "0"(number)
                     : "ecx", "memory", "cc");
    kept[0] = ebx, kept[1] = esi, kept[2] = edi;
    return result;
}

/* The places of the stubs, sorted, are those of the numbers 0, 1, 2 and so on. */
static int compare(const void *a, const void *b)
{
    return *(const DWORD *)a < *(const DWORD *)b ? -1 : 1;
}

static void check_order(void)
{
    static DWORD places[1000];
    const BYTE *base = (const BYTE *)ntdll;
    const IMAGE_NT_HEADERS *headers = (const void *)(base + word_at(base + 0x3C));
    const IMAGE_EXPORT_DIRECTORY *exports =
        (const void *)(base + headers->OptionalHeader.DataDirectory[0].VirtualAddress);
    const DWORD *names = (const void *)(base + exports->AddressOfNames);
    const DWORD *functions = (const void *)(base + exports->AddressOfFunctions);
    const WORD *ordinals = (const void *)(base + exports->AddressOfNameOrdinals);
    DWORD count = 0, wrong = 0;
    for (DWORD i = 0; i < exports->NumberOfNames; i++)
        if (strncmp((const char *)base + names[i], "Zw", 2) == 0)
            places[count++] = functions[ordinals[i]];
    qsort(places, count, sizeof places[0], compare);
    for (DWORD i = 0; i < count; i++) {
        const BYTE *code = base + places[i];
        wrong += code[0] != 0xB8 || word_at(code + 1) != i || code[10] != 0xFF || code[11] != 0x12;
    }
    printf("stubs: %lu, not in the order of the numbers: %lu\n", count, wrong);
}

/* A call that the runtime has not takes its arguments from the stack all the same. */
static void check_missing(void)
{
    LONG(NTAPI * start)(HANDLE) = (void *)code_of("NtStartProfile");
    DWORD before, after;
    LONG result;
    __asm__ volatile("movl %%esp, %0\n\tpushl $0\n\tcall *%3\n\tmovl %%esp, %1"
                     : "=&r"(before), "=&r"(after), "=&a"(result)
                     : "r"(start)
                     : "ecx", "edx", "memory", "cc");
    printf("missing: %lX, the stack %s\n", result, before == after ? "as it was" : "moved");
}

/* The state of the running thread is that behind its system call, also when it is changed. */
static void check_own_state(const BYTE *way)
{
    static CONTEXT own = {.ContextFlags = CONTEXT_FULL};
    const BYTE *get = code_of("NtGetContextThread"), *set = code_of("NtSetContextThread");
    DWORD before, esi = 0x22222222, edi = 0x33333333;
    LONG result = -1;
    __asm__ volatile("movl %%esp, %0\n\tpushl %5\n\tpushl $-2\n\tcall *%4"
                     : "=&b"(before), "+a"(result), "+S"(esi), "+D"(edi)
                     : "m"(get), "r"(&own)
                     : "ecx", "memory", "cc");
    printf("own state: %lX, esi %lX, edi %lX, behind the call %d", result, own.Esi, own.Edi,
           own.Eip == (DWORD)way + 6 && own.Ebx == before && own.Esp == before - 16);
    own.ContextFlags = CONTEXT_INTEGER;
    own.Esi = 0x44444444;
    own.Edi = 0x55555555;
    __asm__ volatile("movl %%esp, %0\n\tmovl %0, %c6(%5)\n\tpushl %5\n\tpushl $-2\n\tcall *%4"
                     : "=&b"(before), "+a"(result), "+S"(esi), "+D"(edi)
                     : "m"(set), "d"(&own), "i"(FIELD_OFFSET(CONTEXT, Ebx))
                     : "ecx", "memory", "cc");
    printf(", changed: %lX %lX\n", esi, edi);
}

int main(void)
{
    static const char *const names[][2] = {
        {"NtAcceptConnectPort", "ZwAcceptConnectPort"},
        {"NtClose", "ZwClose"},
        {"NtContinue", "ZwContinue"},
        {"NtAllocateVirtualMemory", "ZwAllocateVirtualMemory"},
        {"NtTestAlert", "ZwTestAlert"},
        {"NtYieldExecution", "ZwYieldExecution"},
    };
    ntdll = GetModuleHandleA("ntdll.dll");
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        show_stub(names[i][0], names[i][1]);
    check_order();
    check_missing();

    const BYTE *way = *(const BYTE **)0x7FFE0300, *back = *(const BYTE **)0x7FFE0304;
    MEMORY_BASIC_INFORMATION about;
    VirtualQuery(way, &about, sizeof about);
    printf("the way is in ntdll: %d, a function of it: %d\n", about.AllocationBase == ntdll,
           way == code_of("KiIntSystemCall") || way == code_of("KiFastSystemCall"));
    printf("it comes back to ret: %d\n", back[0] == 0xC3 && back == code_of("KiFastSystemCallRet"));
    const BYTE *fast = code_of("KiFastSystemCall"), *old = code_of("KiIntSystemCall");
    printf("fast %02X%02X%02X%02X%02X, old %02X%02X%02X%02X%02X%02X%02X\n", fast[0], fast[1],
           fast[2], fast[3], fast[4], old[0], old[1], old[2], old[3], old[4], old[5], old[6]);

    check_own_state(way);
    printf("no call from the kernel: %lX\n",
           ((LONG(NTAPI *)(void *, ULONG, LONG))code_of("NtCallbackReturn"))(NULL, 0, 0));

    HANDLE event = CreateEventA(NULL, TRUE, FALSE, NULL);
    DWORD set[2] = {(DWORD)event, 0}, kept[3], gone[1] = {(DWORD)event};
    LONG before = 7;
    set[1] = (DWORD)&before;
    printf("set: %lX", call_and_keep(0x143, set, kept));
    printf(", before %ld, now %lX, kept %lX %lX %lX\n", before, WaitForSingleObject(event, 0),
           kept[0], kept[1], kept[2]);
    printf("close: %lX", call(0x32, gone));
    printf(", again %lX\n", call(0x32, gone));
    printf("unknown: %lX %lX %lX\n", call(0x191, gone), call(0xFFFF, gone), call(0xFFFFFFFF, gone));
    printf("not served: %lX %lX\n", call(0, gone), call(0x190 - 2, gone));
    printf("arguments that cannot be read: %lX %lX\n", call(0x32, NULL), call(0x32, (void *)0x10));
    printf("none needed: %lX\n", call(0x174, NULL));

    LONG(NTAPI * close)(HANDLE) = (void *)code_of("ZwClose");
    printf("by its other name: %lX\n", close((HANDLE)0xBAD0));

    BYTE *own = VirtualAlloc(NULL, 0x1000, MEM_COMMIT, PAGE_EXECUTE_READWRITE);
    memcpy(own, code_of("NtAllocateVirtualMemory"), 16);
    LONG(NTAPI * allocate)
    (HANDLE, void **, ULONG, SIZE_T *, ULONG, ULONG) = (void *)own;
    void *base = NULL;
    SIZE_T size = 100;
    printf("by a copy of a stub: %lX", allocate((HANDLE)-1, &base, 0, &size, MEM_COMMIT, 4));
    printf(", %lX bytes, written %d\n", (DWORD)size, *(char *)base = 5);
    return 0;
}
