/* The first frames of threads: where debuggers and programs that walk the stack find kernel32 and
 * ntdll. */

#include <stdio.h>
#include <string.h>
#include <windows.h>

static HMODULE ntdll, kernel32;

static HMODULE module_of(DWORD address)
{
    MEMORY_BASIC_INFORMATION about;
    VirtualQuery((void *)address, &about, sizeof about);
    return about.AllocationBase;
}

static const char *name_of(DWORD address)
{
    HMODULE module = module_of(address);
    return module == ntdll                    ? "ntdll"
           : module == kernel32               ? "kernel32"
           : module == GetModuleHandleA(NULL) ? "the program"
                                              : "nothing known";
}

static DWORD top(void)
{
    DWORD value;
    __asm__("movl %%fs:4, %0" : "=r"(value));
    return value;
}

static DWORD at(DWORD distance) { return *(DWORD *)(top() - distance); }

/* The words on the stack, by the distance from its top. */
static void show(DWORD function, DWORD parameter)
{
    DWORD chain;
    __asm__("movl %%fs:0, %0" : "=r"(chain));
    printf("returns into %s, frame %lX, into %s, frame %lX, into %s\n", name_of(at(0x74)),
           top() - at(0x6C), name_of(at(0x68)), top() - at(0x2C), name_of(at(0x28)));
    printf("parameter: %d %d %d %d, function: %d %d\n", at(0x70) == parameter,
           at(0x64) == parameter, at(0x20) == parameter, at(8) == parameter, at(0x24) == function,
           at(0xC) == function);
    printf("ends: %lX %lX %lX\n", at(0x14), at(0x10), at(4));
    while (*(DWORD *)chain != 0xFFFFFFFF)
        chain = *(DWORD *)chain;
    printf("the last handler's frame %lX, in %s\n", top() - chain, name_of(((DWORD *)chain)[1]));
}

static DWORD WINAPI run(void *parameter)
{
    show((DWORD)run, (DWORD)parameter);
    return 5;
}

static DWORD WINAPI other(void *parameter)
{
    printf("another function, parameter %d\n", (int)parameter);
    return 6;
}

static DWORD end_of(HANDLE thread)
{
    DWORD code;
    WaitForSingleObject(thread, INFINITE);
    GetExitCodeThread(thread, &code);
    return code;
}

int main(void)
{
    char *peb;
    __asm__("movl %%fs:0x30, %0" : "=r"(peb));
    ntdll = GetModuleHandleA("ntdll.dll");
    kernel32 = GetModuleHandleA("kernel32.dll");
    const BYTE *base = (const BYTE *)GetModuleHandleA(NULL);
    const IMAGE_NT_HEADERS *headers = (const void *)(base + *(const LONG *)(base + 0x3C));
    show((DWORD)base + headers->OptionalHeader.AddressOfEntryPoint, (DWORD)peb);
    printf("ends with %lu\n", end_of(CreateThread(NULL, 0, run, (void *)0x12345, 0, NULL)));

    HANDLE thread = CreateThread(NULL, 0, run, (void *)7, CREATE_SUSPENDED, NULL);
    CONTEXT context = {.ContextFlags = CONTEXT_FULL};
    GetThreadContext(thread, &context);
    printf("begins at RtlUserThreadStart: %d, function %d, parameter %lu\n",
           context.Eip == (DWORD)GetProcAddress(ntdll, "RtlUserThreadStart"),
           context.Eax == (DWORD)run, context.Ebx);
    context.Eax = (DWORD)other;
    context.Ebx = 8;
    SetThreadContext(thread, &context);
    ResumeThread(thread);
    printf("ends with %lu\n", end_of(thread));
    return 0;
}
