/* Walks of snapshots and heaps on several CPUs, while other threads walk the same snapshot, and
 * make and free blocks of the heap.
 *
 * run: emulator=qemu smp=4
 * run: name=ring3 ring=3 smp=4
 * run: name=checked checked=1 smp=4 compilers=gcc
 */
#include <windows.h>

#include "tests/windows/windows_check.h"

#include <tlhelp32.h>

enum { WALKERS = 4, SNAPSHOTS = 100, WALKS = 5000, BLOCKS = 8, SIZES = 64 };

static HANDLE snapshots[SNAPSHOTS], heap;
static LONG rows, foreign_rows, bad_blocks;
static volatile LONG is_over;

static LONG count_rows(HANDLE snapshot)
{
    HEAPLIST32 row = {.dwSize = sizeof row};
    LONG count = 0;
    for (; Heap32ListNext(snapshot, &row); count++)
        if (row.th32ProcessID != GetCurrentProcessId())
            InterlockedIncrement(&foreign_rows);
    return count;
}

static DWORD WINAPI walk_snapshots(LPVOID unused)
{
    (void)unused;
    for (unsigned i = 0; i < SNAPSHOTS; i++)
        InterlockedExchangeAdd(&rows, count_rows(snapshots[i]));
    return 0;
}

static DWORD WINAPI walk_heap(LPVOID unused)
{
    (void)unused;
    for (unsigned i = 0; i < WALKS; i++) {
        HEAPENTRY32 entry = {.dwSize = sizeof entry};
        for (BOOL more = Heap32First(&entry, 0, (ULONG_PTR)heap); more; more = Heap32Next(&entry))
            if (entry.dwBlockSize % SIZES || entry.dwBlockSize > BLOCKS * SIZES)
                InterlockedIncrement(&bad_blocks);
    }
    return 0;
}

static DWORD WINAPI change_heap(LPVOID unused)
{
    (void)unused;
    while (!is_over) {
        PVOID blocks[BLOCKS];
        for (unsigned i = 0; i < BLOCKS; i++)
            blocks[i] = HeapAlloc(heap, 0, (i + 1) * SIZES);
        for (unsigned i = 0; i < BLOCKS; i++)
            HeapFree(heap, 0, blocks[i]);
    }
    return 0;
}

static void start(HANDLE *threads, unsigned count, LPTHREAD_START_ROUTINE function)
{
    for (unsigned i = 0; i < count; i++)
        threads[i] = CreateThread(NULL, 0, function, NULL, 0, NULL);
}

static void join(const HANDLE *threads, unsigned count)
{
    WaitForMultipleObjects(count, threads, TRUE, INFINITE);
    for (unsigned i = 0; i < count; i++)
        CloseHandle(threads[i]);
}

static void check_snapshots(void)
{
    enum { HEAPS = 40 };
    HANDLE heaps[HEAPS], threads[WALKERS];
    LONG all;
    for (unsigned i = 0; i < HEAPS; i++)
        heaps[i] = HeapCreate(0, 0, 0);
    for (unsigned i = 0; i < SNAPSHOTS; i++)
        snapshots[i] = CreateToolhelp32Snapshot(TH32CS_SNAPHEAPLIST, 0);
    HANDLE other = CreateToolhelp32Snapshot(TH32CS_SNAPHEAPLIST, 0);
    all = count_rows(other);
    check(all > HEAPS, "a snapshot has all heaps");
    start(threads, WALKERS, walk_snapshots);
    join(threads, WALKERS);
    check(rows == SNAPSHOTS * all && !foreign_rows, "threads that walk a snapshot share its rows");
    for (unsigned i = 0; i < SNAPSHOTS; i++)
        CloseHandle(snapshots[i]);
    CloseHandle(other);
    for (unsigned i = 0; i < HEAPS; i++)
        HeapDestroy(heaps[i]);
}

static void check_heap(void)
{
    HANDLE walkers[WALKERS / 2], others[WALKERS / 2];
    heap = HeapCreate(0, 0, 0);
    start(others, WALKERS / 2, change_heap);
    start(walkers, WALKERS / 2, walk_heap);
    join(walkers, WALKERS / 2);
    is_over = TRUE;
    join(others, WALKERS / 2);
    check(!bad_blocks, "a walk of a heap meets its blocks only, while others make and free them");
    HeapDestroy(heap);
}

int main(void)
{
    check_snapshots();
    check_heap();
    return done();
}
