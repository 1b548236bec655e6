/* Heaps and words for a debugger, by ntdll's names. */

#include <stdio.h>
#include <windows.h>

static HMODULE ntdll;
#define NAMED(name)             (void *)GetProcAddress(ntdll, #name)
#define CALL(result, name, ...) ((result(NTAPI *)(__VA_ARGS__))(void *)GetProcAddress(ntdll, #name))

static void check_heaps(void)
{
    void *heap = CALL(void *, RtlCreateHeap, ULONG, void *, SIZE_T, SIZE_T, void *,
                      void *)(2, NULL, 0, 0, NULL, NULL);
    void *(NTAPI * destroy)(void *) = CALL(void *, RtlDestroyHeap, void *);
    printf("heap: %d", HeapAlloc(heap, 0, 100000) != NULL);
    printf(" %d", destroy(heap) == NULL);
    printf(", the process's %d\n", destroy(GetProcessHeap()) == GetProcessHeap());
}

static void check_words(void)
{
    ULONG(__cdecl * print)
    (ULONG, ULONG, const char *, ...) = NAMED(DbgPrintEx);
    printf("words: %lu", print(0, 0, "%d", 1));
    printf(" %lX", CALL(LONG, vDbgPrintEx, ULONG, ULONG, const char *, void *)(0, 0, "none", NULL));
    printf(" %lX\n", CALL(LONG, vDbgPrintExWithPrefix, const char *, ULONG, ULONG, const char *,
                          void *)("one", 0, 0, "none", NULL));
}

int main(void)
{
    ntdll = GetModuleHandleA("ntdll.dll");
    check_heaps();
    check_words();
    return 0;
}
