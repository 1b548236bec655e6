/* The process' heap, and the functions that exit calls. The status tells whether a claim failed.
 *
 * run: args=exit exit=3 expect="^second$" expect="^first$"
 * run: name=main args=main exit=4 expect="^second$" expect="^first$" compilers=gcc
 * run: name=ring3 ring=3 args=exit exit=3 expect="^second$" expect="^first$"
 * run: name=checked checked=1 args=exit exit=3 expect="^second$" expect="^first$" compilers=gcc
 * run: name=exit-process args=process exit=5 compilers=gcc
 */
#include <windows.h>

#include "tests/windows/windows_check.h"

#include <stdlib.h>
#include <string.h>

static void check_blocks(HANDLE heap)
{
    static const char zeros[1000];
    char *block = HeapAlloc(heap, 0, 1001), *other;
    check(block && (DWORD)block % 8 == 0, "a block is aligned to 8");
    memset(block, 0x55, 1001);
    check(HeapSize(heap, 0, block) == 1001, "its size is the one that was asked for");
    block = HeapReAlloc(heap, HEAP_ZERO_MEMORY, block, 2001);
    check(block && block[0] == 0x55 && block[1000] == 0x55 && !memcmp(block + 1001, zeros, 1000),
          "what it grows by can be zero, and the rest stays");
    check(HeapSize(heap, 0, block) == 2001, "and its size is the new one");
    other = HeapReAlloc(heap, HEAP_REALLOC_IN_PLACE_ONLY, block, 10);
    check(other == block && HeapSize(heap, 0, block) == 10, "one that shrinks in place stays");
    check(!HeapReAlloc(heap, HEAP_REALLOC_IN_PLACE_ONLY, block, 1u << 20) &&
              HeapSize(heap, 0, block) == 10,
          "one that cannot grow in place is as it was");
    check(HeapFree(heap, 0, block) && HeapFree(heap, 0, NULL), "it is freed; NULL is no failure");
    block = HeapAlloc(heap, HEAP_ZERO_MEMORY, 1000);
    check(block && !memcmp(block, zeros, 1000), "a block can be zero from the start");
    HeapFree(heap, 0, block);
    block = HeapAlloc(heap, 0, 0);
    check(block && HeapSize(heap, 0, block) == 0, "one of no bytes is a block");
    HeapFree(heap, 0, block);
}

/* The error of a call that must fail. The last error is another before the next one. */
static DWORD error_of(void *result)
{
    DWORD error = result ? 0 : GetLastError();
    SetLastError(4711);
    return error;
}

static void check_failures(HANDLE heap)
{
    static char none;
    volatile DWORD raised = 0;
    char *block = HeapAlloc(heap, 0, 10);
    check(!HeapAlloc(heap, 0, 0xFFFFFFFF) && GetLastError() == ERROR_NOT_ENOUGH_MEMORY &&
              error_of(HeapAlloc(heap, 0, 0xF0000000)) == ERROR_NOT_ENOUGH_MEMORY &&
              error_of(HeapReAlloc(heap, 0, block, 0xFFFFFFFF)) == ERROR_NOT_ENOUGH_MEMORY &&
              error_of(HeapReAlloc(heap, HEAP_REALLOC_IN_PLACE_ONLY, block, 1u << 20)) ==
                  ERROR_NOT_ENOUGH_MEMORY,
          "without memory, or without room in place: NULL and 8");
    check(error_of(HeapReAlloc(heap, 0, NULL, 10)) == ERROR_SUCCESS &&
              error_of(HeapReAlloc(HeapCreate(0, 0, 0), 0, block, 10)) == ERROR_INVALID_PARAMETER,
          "no block of the heap: 87; no block at all: 0");
    check(error_of(HeapAlloc(&none, 0, 10)) == ERROR_INVALID_HANDLE &&
              error_of(HeapReAlloc(&none, 0, block, 10)) == ERROR_INVALID_HANDLE,
          "no heap: 6");
    HeapFree(heap, 0, block);
    check(!HeapFree(&none, 0, &none) && GetLastError() == ERROR_INVALID_HANDLE,
          "a handle of no heap frees nothing: 6");
    check(HeapSize(&none, 0, &none) == (SIZE_T)-1, "and has no sizes");
    __try {
        HeapAlloc(heap, HEAP_GENERATE_EXCEPTIONS, 0xF0000000);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        raised = GetExceptionCode();
    }
    check(raised == STATUS_NO_MEMORY, "a failure can be an exception: C0000017");
    __try {
        HeapReAlloc(HeapCreate(0, 0, 0), HEAP_GENERATE_EXCEPTIONS, block, 10);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        raised = GetExceptionCode();
    }
    check(raised == STATUS_ACCESS_VIOLATION, "and what is no block another: C0000005");
}

/* The blocks that take all memory begin with the next one's address. */
static void check_room(void)
{
    enum { LARGE = 0x70000 };
    HANDLE fixed = HeapCreate(0, 0, LARGE + 100);
    void **first = NULL, **block;
    char *small = HeapAlloc(fixed, 0, LARGE);
    check(HeapReAlloc(fixed, HEAP_REALLOC_IN_PLACE_ONLY, small, 10) == small &&
              HeapFree(fixed, 0, small) && (small = HeapAlloc(fixed, 0, LARGE)) &&
              HeapFree(fixed, 0, small),
          "a heap with a size has the room again that a smaller block has left");
    while ((block = HeapAlloc(GetProcessHeap(), 0, LARGE))) {
        *block = first;
        first = block;
    }
    check(error_of(HeapAlloc(fixed, 0, LARGE)) == ERROR_NOT_ENOUGH_MEMORY,
          "without memory it has none, either");
    while ((block = first)) {
        first = *block;
        HeapFree(GetProcessHeap(), 0, block);
    }
    check(HeapAlloc(fixed, 0, LARGE) && HeapDestroy(fixed), "and loses no room by that");
}

static void first(void) { puts("first"); }

static void second(void)
{
    check(atexit(first) == 0, "a function that runs at the end may add one");
    done();
    puts("second");
}

static void nothing(void) {}

/* ExitProcess is no call of the C library. */
static void is_not_called(void) { _Exit(9); }

int main(int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "";
    HANDLE heap = GetProcessHeap();
    int count = 0;
    check(heap && heap == GetProcessHeap(), "the process has a heap");
    check_blocks(heap);
    check_failures(heap);
    check_room();
    if (!strcmp(way, "process")) {
        atexit(is_not_called);
        ExitProcess(done() ? 1 : 5);
    }
    check(atexit(second) == 0, "a function can be named that runs at the end");
    while (count < 1000 && atexit(nothing) == 0)
        count++;
    check(count == 1000, "many of them");
    if (!strcmp(way, "exit"))
        exit(failures ? 1 : 3);
    return failures ? 1 : 4;
}
