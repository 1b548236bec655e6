/* The lists of modules in the PEB are damaged: a circle in each, then links to nowhere. The loader
 * finds modules all the same, and the process ends. */

#include <stdio.h>
#include <windows.h>

struct lists {
    DWORD length, initialized, handle;
    LIST_ENTRY each[3];
};

static struct lists *peb_lists(void)
{
    char *peb;
    __asm__("movl %%fs:0x30, %0" : "=r"(peb));
    return *(struct lists **)(peb + 0x0C);
}

static void look(const char *how, HMODULE kernel32)
{
    printf("%s: %d", how, GetModuleHandleA("kernel32.dll") == kernel32);
    printf(" %d", GetModuleHandleA("nowhere.dll") == NULL);
    printf(" %lu", GetLastError());
    printf(" %d", LoadLibraryA("nowhere.dll") == NULL);
    printf(" %lu\n", GetLastError());
}

static DWORD WINAPI other(void *unused)
{
    (void)unused;
    return 5;
}

int main(void)
{
    HMODULE kernel32 = GetModuleHandleA("kernel32.dll");
    struct lists *lists = peb_lists();
    DWORD status = 0;
    look("whole", kernel32);
    for (int i = 0; i < 3; i++)
        lists->each[i].Flink->Flink = lists->each[i].Flink;
    look("circles", kernel32);
    for (int i = 0; i < 3; i++)
        lists->each[i].Flink = lists->each[i].Blink = (LIST_ENTRY *)0xDEADBEE0;
    look("nowhere", kernel32);
    HANDLE thread = CreateThread(NULL, 0, other, NULL, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    GetExitCodeThread(thread, &status);
    printf("a thread: %lu\n", status);
    return 0;
}
