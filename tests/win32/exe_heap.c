/* Memory of heaps, by the C library and by handles. */

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

/* A heap that another thread has locked keeps this one waiting. */
static DWORD WINAPI allocate(LPVOID heap) { return HeapAlloc(heap, 0, 1) != NULL; }

static void walk(HANDLE heap)
{
    PROCESS_HEAP_ENTRY entry = {.lpData = NULL};
    while (HeapWalk(heap, &entry))
        if (entry.wFlags & PROCESS_HEAP_REGION)
            printf("region %d,", entry.lpData == heap);
        else if (entry.wFlags & PROCESS_HEAP_ENTRY_BUSY)
            printf(" block %lu,", entry.cbData);
    printf(" end %lu\n", GetLastError());
}

static void check_own(void)
{
    HANDLE own = HeapCreate(0, 0x1000, 0), all[20];
    printf("own heap: %d, at 64 KB %d, a block %d\n", own != NULL, (ULONG_PTR)own % 0x10000 == 0,
           HeapAlloc(own, 0, 0x1000) != NULL);
    DWORD *fields = own;
    printf("marks %lX %lX, flags %lX %lX\n", fields[2], fields[25], fields[16], fields[17]);
    HeapAlloc(own, 0, 17);
    walk(own);
    DWORD count = GetProcessHeaps(20, all);
    printf("among all: %d\n", all[0] == GetProcessHeap() && (all[1] == own || count > 2));
    HeapLock(own);
    HANDLE thread = CreateThread(NULL, 0, allocate, own, 0, NULL);
    printf("locked: %lX, ", WaitForSingleObject(thread, 50));
    HeapAlloc(own, 0, 1);
    HeapUnlock(own);
    printf("not any more: %lX\n", WaitForSingleObject(thread, 5000));
    printf("valid %d", HeapValidate(own, 0, NULL));
    printf(", destroyed %d", HeapDestroy(own));
    printf(", again %d", HeapDestroy(own));
    printf(" %lu\n", GetLastError());

    HANDLE fixed = HeapCreate(HEAP_NO_SERIALIZE, 0x1000, 0x100000);
    ULONG kind = 7;
    printf("fixed: too large %d, ", HeapAlloc(fixed, 0, 0x7FFF8) != NULL);
    int blocks = 0;
    while (HeapAlloc(fixed, 0, 0x10000))
        blocks++;
    printf("blocks %d", blocks > 10 && blocks <= 16);
    printf(" %lu", GetLastError());
    HeapQueryInformation(fixed, HeapCompatibilityInformation, &kind, sizeof kind, NULL);
    printf(", kind %lu\n", kind);
    HeapDestroy(fixed);

    HANDLE code = HeapCreate(HEAP_CREATE_ENABLE_EXECUTE, 0, 0);
    unsigned char *function = HeapAlloc(code, 0, 6);
    memcpy(function, "\xB8\x2A\0\0\0\xC3", 6);
    printf("its code runs: %d\n", ((int (*)(void))function)());
    HeapDestroy(code);
}

int main(void)
{
    HANDLE heap = GetProcessHeap();
    char *block = malloc(17);
    memset(block, 'm', 17);
    printf("malloc: size %d, aligned %d\n", _msize(block) >= 17, (ULONG_PTR)block % 8 == 0);
    block = realloc(block, 100000);
    printf("realloc: kept %d, size %d\n", block[0] == 'm' && block[16] == 'm',
           _msize(block) >= 100000);
    free(block);
    free(NULL);
    char *zeros = calloc(3, 5);
    printf("calloc: size %d, zeros %d\n", _msize(zeros) >= 15, zeros[0] == 0 && zeros[14] == 0);
    free(zeros);
    void *volatile none = malloc(0);
    printf("malloc(0): %d\n", none != NULL);
    free(none);
    none = malloc(0x7FFFFFF0);
    printf("too much: %d\n", none == NULL);
    free(none);

    char *bytes = HeapAlloc(heap, HEAP_ZERO_MEMORY, 13);
    printf("HeapAlloc: size %d, zeros %d\n", (int)HeapSize(heap, 0, bytes), bytes[12] == 0);
    bytes[12] = 'x';
    bytes = HeapReAlloc(heap, HEAP_ZERO_MEMORY, bytes, 4000);
    printf("HeapReAlloc: size %d, %c, zero %d\n", (int)HeapSize(heap, 0, bytes), bytes[12],
           bytes[13] == 0 && bytes[3999] == 0);
    printf("valid %d, ", HeapValidate(heap, 0, bytes));
    printf("freed %d, NULL %d\n", HeapFree(heap, 0, bytes), HeapFree(heap, 0, NULL));

    check_own();
    return 0;
}
