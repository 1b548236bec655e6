/* Memory of heaps, by the C library and by handles. */

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

/* A heap that another thread has locked keeps this one waiting, but not without order. */
static DWORD WINAPI allocate(LPVOID heap) { return HeapAlloc(heap, 0, 1) != NULL; }

static DWORD WINAPI allocate_at_once(LPVOID heap)
{
    return HeapFree(heap, HEAP_NO_SERIALIZE, HeapAlloc(heap, HEAP_NO_SERIALIZE, 1));
}

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

/* ntdll's way has other flags. */
static void walk_by_ntdll(HANDLE heap)
{
    LONG(WINAPI * RtlWalkHeap)
    (HANDLE, LPPROCESS_HEAP_ENTRY) =
        (void *)GetProcAddress(GetModuleHandleA("ntdll"), "RtlWalkHeap");
    PROCESS_HEAP_ENTRY entry = {.lpData = NULL};
    LONG status;
    printf("by ntdll:");
    while (!(status = RtlWalkHeap(heap, &entry)))
        printf(" %X", entry.wFlags);
    printf(" %lX\n", status);
}

/* Addresses that are no blocks, and blocks that grow where they lie. */
static void check_blocks(HANDLE heap)
{
    SetLastError(7);
    printf("no heap's NULL is freed: %d", HeapFree(NULL, 0, NULL));
    printf(", NULL is not resized: %d", HeapReAlloc(heap, 0, NULL, 1) != NULL);
    printf(" %lu", GetLastError());
    printf(", no memory is no block: %d", HeapValidate(heap, 0, (void *)0x10));
    printf(" %lu\n", GetLastError());
    char *block = HeapAlloc(heap, 0, 3000);
    char *less = HeapReAlloc(heap, HEAP_REALLOC_IN_PLACE_ONLY, block, 1500);
    block[1500] = 'x';
    char *more = HeapReAlloc(heap, HEAP_REALLOC_IN_PLACE_ONLY | HEAP_ZERO_MEMORY, less, 2000);
    printf("less and more in place: %d %d, size %lu, zero %d\n", less == block, more == block,
           HeapSize(heap, 0, block), block[1500] == 0);
    printf("too much: %d\n",
           HeapReAlloc(heap, HEAP_REALLOC_IN_PLACE_ONLY, block, 0x100000) != NULL);
    HeapFree(heap, 0, block);
}

/* A value and flags of the caller's, in ntdll. */
static void check_user_info(HANDLE heap)
{
    HMODULE ntdll = GetModuleHandleA("ntdll");
    BOOLEAN(WINAPI * RtlGetUserInfoHeap)
    (HANDLE, ULONG, PVOID, PVOID *, PULONG) = (void *)GetProcAddress(ntdll, "RtlGetUserInfoHeap");
    BOOLEAN(WINAPI * RtlSetUserValueHeap)
    (HANDLE, ULONG, PVOID, PVOID) = (void *)GetProcAddress(ntdll, "RtlSetUserValueHeap");
    BOOLEAN(WINAPI * RtlSetUserFlagsHeap)
    (HANDLE, ULONG, PVOID, ULONG, ULONG) = (void *)GetProcAddress(ntdll, "RtlSetUserFlagsHeap");
    char *block = HeapAlloc(heap, 0xD00, 10), *plain = HeapAlloc(heap, 0, 10);
    PVOID value = (PVOID)7;
    ULONG flags = 7;
    printf("noted: %d", RtlGetUserInfoHeap(heap, 0, block, &value, &flags));
    printf(" %p %lX", value, flags);
    printf(", a value %d", RtlSetUserValueHeap(heap, 0, block, block));
    printf(", flags %d", RtlSetUserFlagsHeap(heap, 0, block, 0x400, 0x200));
    block = HeapReAlloc(heap, 0, block, 100000);
    printf(", kept %d", RtlGetUserInfoHeap(heap, 0, block, &value, &flags));
    printf(" %d %lX\n", value != NULL, flags);
    printf("other flags: %d", RtlSetUserFlagsHeap(heap, 0, block, 0x1000, 0));
    printf(" %lu", GetLastError());
    value = (PVOID)7;
    printf(", a plain block: %d", RtlGetUserInfoHeap(heap, 0, plain, &value, &flags));
    printf(" %p %lX", value, flags);
    printf(", no block: %d", RtlGetUserInfoHeap(heap, 0, (PVOID)0x10, &value, &flags));
    printf(" %lu\n", GetLastError());
    HGLOBAL moveable = GlobalAlloc(GMEM_MOVEABLE, 10);
    printf("moveable memory: %d",
           RtlGetUserInfoHeap(GetProcessHeap(), 0, GlobalLock(moveable), &value, &flags));
    printf(" %d %lX\n", value == moveable, flags);
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
    walk_by_ntdll(own);
    HANDLE second = HeapCreate(0, 0, 0);
    DWORD count = GetProcessHeaps(20, all);
    printf("among all: %d %d\n", all[0] == GetProcessHeap(),
           all[count - 2] == own && all[count - 1] == second);
    check_blocks(second);
    check_user_info(second);
    HeapDestroy(second);
    HeapLock(own);
    HANDLE thread = CreateThread(NULL, 0, allocate, own, 0, NULL);
    HANDLE unordered = CreateThread(NULL, 0, allocate_at_once, own, 0, NULL);
    printf("without order: %lX, ", WaitForSingleObject(unordered, 5000));
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

    HANDLE small = HeapCreate(0, 0x1000, 0x1000);
    printf("one page less its heap's records: %d %d\n", HeapAlloc(small, 0, 0xC00) != NULL,
           HeapAlloc(small, 0, 0x800) != NULL);
    HeapDestroy(small);

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
