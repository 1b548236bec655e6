/* Memory by LocalAlloc and GlobalAlloc, fixed and moveable. */

#include <stdio.h>
#include <string.h>
#include <windows.h>

static void end(void)
{
    printf(" %lu\n", GetLastError());
    SetLastError(7);
}

static void check_locks(HGLOBAL fixed, HGLOBAL moveable)
{
    char *bytes = GlobalLock(moveable);
    printf("fixed: the handle is the address: %d, flags %X, size %lu\n", GlobalLock(fixed) == fixed,
           GlobalFlags(fixed), GlobalSize(fixed));
    printf("moveable: another one: %d, at the handle: %d, zero %d, size %lu\n",
           bytes != (char *)moveable, *(char **)moveable == bytes, bytes[9] == 0,
           GlobalSize(moveable));
    printf("locked twice: %d", GlobalLock(moveable) == bytes);
    printf(", flags %X\n", GlobalFlags(moveable));
    printf("one left: %d", GlobalUnlock(moveable));
    end();
    printf("none left: %d", GlobalUnlock(moveable));
    end();
    printf("there was none: %d", GlobalUnlock(moveable));
    end();
    printf("fixed: %d", GlobalUnlock(fixed));
    end();
    printf("fixed, local: %d", LocalUnlock(fixed));
    end();
    printf("handles: %d %d", GlobalHandle(bytes) == moveable, GlobalHandle(fixed) == fixed);
    end();
}

static void check_sizes(HGLOBAL moveable)
{
    char *bytes = GlobalLock(moveable);
    strcpy(bytes, "kept");
    GlobalUnlock(moveable);
    HGLOBAL again = GlobalReAlloc(moveable, 5000, GMEM_MOVEABLE | GMEM_ZEROINIT);
    bytes = GlobalLock(again);
    printf("larger: %d, %s, zero %d, size %lu\n", again == moveable, bytes, bytes[4999] == 0,
           GlobalSize(again));
    GlobalUnlock(again);
    printf("no bytes: %d", GlobalReAlloc(moveable, 0, GMEM_MOVEABLE) == moveable);
    printf(", flags %X, lock %d", GlobalFlags(moveable), GlobalLock(moveable) != NULL);
    end();
    printf("bytes again: %d", GlobalReAlloc(moveable, 3, GMEM_MOVEABLE) == moveable);
    printf(", flags %X\n", GlobalFlags(moveable));
}

static void check_freed(HGLOBAL moveable)
{
    printf("freed: %d", GlobalFree(moveable) == NULL);
    printf(", again: %d", GlobalFree(moveable) == moveable);
    end();
    printf("lock of a freed one: %d", GlobalLock(moveable) != NULL);
    end();
    printf("its flags: %X", GlobalFlags(moveable));
    end();
    printf("its size: %lu", GlobalSize(moveable));
    end();
}

/* A fixed block moves, and becomes moveable. */
static void check_fixed(HGLOBAL fixed)
{
    printf("fixed in place: %d", GlobalReAlloc(fixed, 100000, 0) != NULL);
    end();
    fixed = GlobalReAlloc(fixed, 100000, GMEM_MOVEABLE);
    printf("it may move: %d, size %lu\n", fixed != NULL, GlobalSize(fixed));
    HGLOBAL moveable = LocalReAlloc(fixed, 0, LMEM_MODIFY | LMEM_MOVEABLE);
    printf("made moveable: %d, size %lu\n", moveable != fixed && LocalLock(moveable) == fixed,
           LocalSize(moveable));
    printf("free of NULL: %d, of none: %d", LocalFree(NULL) == NULL,
           LocalReAlloc(NULL, 10, LMEM_MOVEABLE) == NULL);
    end();
    LocalFree(moveable);
}

static void check_discardable(void)
{
    HGLOBAL moveable = GlobalAlloc(GMEM_MOVEABLE | GMEM_DISCARDABLE, 0);
    printf("discardable: flags %X, ", GlobalFlags(moveable));
    for (int i = 0; i < 300; i++)
        GlobalLock(moveable);
    printf("%X, ", GlobalFlags(moveable));
    moveable = GlobalReAlloc(moveable, 1, GMEM_MOVEABLE);
    for (int i = 0; i < 300; i++)
        GlobalLock(moveable);
    printf("%X\n", GlobalFlags(moveable));
}

static void check_many(void)
{
    HGLOBAL many[1000];
    int different = 1;
    for (int i = 0; i < 1000; i++)
        many[i] = GlobalAlloc(GMEM_MOVEABLE, 1);
    for (int i = 1; i < 1000; i++)
        different &= many[i] && many[i] != many[i - 1];
    for (int i = 0; i < 1000; i++)
        different &= GlobalFree(many[i]) == NULL;
    printf("many: %d\n", different);
}

/* Handles that are none. */
static void check_none(void)
{
    printf("no memory: %d", GlobalLock((HGLOBAL)0xDEADBEE0) != NULL);
    printf(" %lu", GetLastError());
    printf(", no block %d\n", HeapValidate(GetProcessHeap(), 0, (void *)0xDEADBEE0));
    printf("no name: %lu", GetLongPathNameA(NULL, NULL, 0));
    printf(" %lu\n", GetLastError());
    static char wild[64];
    HGLOBAL gone = GlobalAlloc(GMEM_MOVEABLE, 1);
    GlobalFree(gone);
    printf("unlock of a freed one: %d", GlobalUnlock(gone));
    end();
    printf("no memory: %lu", GlobalSize((HGLOBAL)0xC040));
    end();
    printf("freed: %d", GlobalFree((HGLOBAL)0xC040) == NULL);
    end();
    printf("no block: %d", GlobalFree((HGLOBAL)(((ULONG_PTR)wild + 31) & ~7ul)) == NULL);
    end();
}

/* The words of a handle, as programs of old look at them. */
static void check_entry(void)
{
    DWORD *entry = GlobalAlloc(GMEM_MOVEABLE | GMEM_DISCARDABLE | GMEM_DDESHARE, 1);
    GlobalLock(entry);
    printf("before its address: %lX, flags %X", entry[-1], GlobalFlags(entry));
    GlobalUnlock(entry);
    GlobalDiscard(entry);
    printf(", discarded %lX %d\n", entry[-1], entry[0] == 0);
}

int main(void)
{
    HGLOBAL fixed = GlobalAlloc(GMEM_FIXED, 100), moveable = GlobalAlloc(GHND, 10);
    SetLastError(7);
    check_locks(fixed, moveable);
    check_sizes(moveable);
    check_freed(moveable);
    check_fixed(fixed);
    check_discardable();
    check_many();
    check_none();
    check_entry();
    return 0;
}
