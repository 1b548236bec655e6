/* Delayed imports: a DLL comes when one of its functions is first called, and one that is missing
   raises C06D007E.

   compiler: clang
   linker: -delayload:exe_clang_delay_dll.dll -delayload:exe_clang_delay_dll_gone.dll */

#include <windows.h>

#include <stdio.h>
#include <string.h>

__declspec(dllimport) int twice(int number);
__declspec(dllimport) int thrice(int number);
__declspec(dllimport) int never_there(int number);

/* A descriptor, as the linker writes it; all but the first word are distances from the image's
 * base. */
typedef struct {
    DWORD attributes;
    DWORD name;
    DWORD module;
    DWORD slots;
    DWORD names;
    DWORD bound_slots;
    DWORD unload_slots;
    DWORD stamp;
} delayed;

extern char __ImageBase[];

static int asked;

/* A function of Microsoft's library: the stub of a function calls it, and jumps to the address that
 * it returns. */
FARPROC WINAPI __delayLoadHelper2(const delayed *from, FARPROC *slot)
{
    asked++;
    HMODULE *module = (HMODULE *)(__ImageBase + from->module);
    const char *name = __ImageBase + from->name;
    if (!*module)
        *module = LoadLibraryA(name);
    ULONG_PTR seen = (ULONG_PTR)name;
    if (!*module) {
        RaiseException(0xC06D007E, 0, 1, &seen);
        return NULL;
    }
    const DWORD *names = (const DWORD *)(__ImageBase + from->names);
    DWORD entry = names[slot - (FARPROC *)(__ImageBase + from->slots)];
    return *slot = GetProcAddress(*module, __ImageBase + entry + 2);
}

static int is_missing(EXCEPTION_POINTERS *all)
{
    if (all->ExceptionRecord->ExceptionCode != 0xC06D007E)
        return EXCEPTION_CONTINUE_SEARCH;
    printf("missing: %s\n", (const char *)all->ExceptionRecord->ExceptionInformation[0]);
    return EXCEPTION_EXECUTE_HANDLER;
}

/* A function of its own, because a caller may keep the address that it finds at its first call. */
static __declspec(noinline) int doubled(int number) { return twice(number); }

int main(void)
{
    const char *dll = "exe_clang_delay_dll.dll";
    puts(GetModuleHandleA(dll) ? "loaded early" : "not loaded");
    int first = doubled(21);
    printf("twice: %d, %s\n", first, GetModuleHandleA(dll) ? "loaded" : "not loaded");
    doubled(1);
    doubled(2);
    printf("asked %d\n", asked);
    printf("thrice: %d\n", thrice(5));
    printf("asked %d\n", asked);
    __try {
        never_there(1);
        puts("not reached");
    } __except (is_missing(GetExceptionInformation())) {
        puts("goes on");
    }
    return 0;
}
