/* Functions in tables: those before main and behind it, in the order of Microsoft's C runtime and
 * of GNU's attributes, and the callbacks of threads.
 *
 * run:
 *
 * run: name=ring3 ring=3
 */
#include "tests/harness/tap.h"

#include <stdlib.h>
#include <string.h>
#include <windows.h>

#define TABLE(section_name) __attribute__((used, section(section_name)))

static char order[64];
static unsigned length;

static void note(char letter) { order[length++] = letter; }

#define NOTE(name, letter)                                                                         \
    static void name(void) { note(letter); }

static int c_first(void)
{
    note('1');
    return 0;
}
static int c_second(void)
{
    note('2');
    return 0;
}
TABLE(".CRT$XIU") static int (*const later_of_c)(void) = c_second;
TABLE(".CRT$XIB") static int (*const of_c)(void) = c_first;

NOTE(user, '4')
NOTE(early, '3')
TABLE(".CRT$XCU") static void (*const in_user)(void) = user;
TABLE(".CRT$XCB") static void (*const in_early)(void) = early;
TABLE(".CRT$XCZ") static void (*const nothing)(void) = NULL;

NOTE(old_first, '7')
NOTE(old_second, '6')
TABLE(".ctors.65333") static void (*const in_ctors[])(void) = {old_first, old_second};

__attribute__((constructor(101))) NOTE(prior, '5');
__attribute__((constructor)) NOTE(ordinary, '8');

static DWORD reasons[8];
static DWORD threads[8];
static unsigned count;

static VOID NTAPI callback(PVOID module, DWORD reason, PVOID reserved)
{
    if (reason == DLL_PROCESS_ATTACH)
        note('0');
    if (reason == DLL_PROCESS_DETACH)
        note('g');
    if (module == GetModuleHandleA(NULL) && !reserved && count < 8) {
        threads[count] = GetCurrentThreadId();
        reasons[count++] = reason;
    }
}
TABLE(".CRT$XLB") static const PIMAGE_TLS_CALLBACK in_callbacks = callback;

NOTE(at_exit, 'a')
__attribute__((destructor)) NOTE(ordinary_end, 'b') NOTE(old_end_first, 'c')
    TABLE(".dtors.65333") static void (*const in_dtors)(void) = old_end_first;
__attribute__((destructor(101))) NOTE(last_of_gnu, 'd') NOTE(before_last, 'e')
    TABLE(".CRT$XPX") static void (*const in_before_last)(void) = before_last;
NOTE(last, 'f')
TABLE(".CRT$XTX") static void (*const in_last)(void) = last;

/* Sections of one name lie side by side between these two. */
extern const int __start_items[], __stop_items[];
TABLE("items") static const int item = 5, other_item = 6;

/* A callback in a section behind the first one's is called later. */
static VOID NTAPI judge(PVOID module, DWORD reason, PVOID reserved)
{
    (void)module, (void)reserved;
    if (reason != DLL_PROCESS_DETACH)
        return;
    ok(!strcmp(order, "abcdefg"),
       "atexit, destructors, XP, XT and callbacks come in this order: %s", order);
    ok(count == 4 && reasons[3] == DLL_PROCESS_DETACH && threads[3] == threads[0],
       "the callback is told of the program's end");
    tap_done();
}
TABLE(".CRT$XLY") static const PIMAGE_TLS_CALLBACK in_judge = judge;

static DWORD WINAPI run(PVOID told_before)
{
    *(bool *)told_before = count == 2;
    return 0;
}

int main(void)
{
    ok(!strcmp(order, "012345678"), "callbacks, XI, XC and constructors come in this order: %s",
       order);
    ok(count == 1 && reasons[0] == DLL_PROCESS_ATTACH && threads[0] == GetCurrentThreadId(),
       "the callback is told of the program's start");
    bool told_before = false;
    DWORD id;
    HANDLE thread = CreateThread(NULL, 0, run, &told_before, 0, &id);
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
    ok(told_before && reasons[1] == DLL_THREAD_ATTACH && threads[1] == id,
       "of a thread before its function");
    ok(count == 3 && reasons[2] == DLL_THREAD_DETACH && threads[2] == id, "and of its end");
    ok((uintptr_t)__stop_items - (uintptr_t)__start_items == sizeof item + sizeof other_item &&
           __start_items[0] + __start_items[1] == 11,
       "a section's begin and end have names");
    memset(order, 0, sizeof order);
    length = 0;
    atexit(at_exit);
    return 0;
}
