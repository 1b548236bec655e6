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

static void check_failures(HANDLE heap)
{
    static char none;
    volatile DWORD raised = 0;
    SetLastError(4711);
    check(!HeapAlloc(heap, 0, 0xFFFFFFFF) && !HeapAlloc(heap, 0, 0xF0000000) &&
              !HeapReAlloc(heap, 0, NULL, 10) && !HeapAlloc(&none, 0, 10) && GetLastError() == 4711,
          "what fails returns NULL, and leaves the last error alone");
    check(!HeapFree(&none, 0, &none) && GetLastError() == ERROR_INVALID_HANDLE,
          "a handle of no heap frees nothing: 6");
    check(HeapSize(&none, 0, &none) == (SIZE_T)-1, "and has no sizes");
    __try {
        HeapAlloc(heap, HEAP_GENERATE_EXCEPTIONS, 0xF0000000);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        raised = GetExceptionCode();
    }
    check(raised == STATUS_NO_MEMORY, "a failure can be an exception: C0000017");
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
