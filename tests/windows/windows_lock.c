/* VirtualLock and VirtualUnlock: pages that can be locked, and pages that have been.
 *
 * run: emulator=qemu
 * run: name=checked checked=1 compilers=gcc
 * run: name=ring3 ring=3
 */
#include <windows.h>

#include "tests/windows/windows_check.h"

#define PAGE 4096

static char variable[PAGE];

static BOOL fails(BOOL done, DWORD error)
{
    DWORD is = GetLastError();
    SetLastError(0);
    return !done && is == error;
}

static char *reserve(void) { return VirtualAlloc(NULL, 64 * PAGE, MEM_RESERVE, PAGE_READWRITE); }

static void check_locks(char *range)
{
    check(fails(VirtualUnlock(range, PAGE), ERROR_NOT_LOCKED),
          "what is not locked is not unlocked");
    check(fails(VirtualUnlock(NULL, 1), ERROR_NOT_LOCKED), "nor address 0");
    check(VirtualLock(range + 1, PAGE) && GetLastError() == 0,
          "two pages are locked by bytes of both");
    check(VirtualLock(range, 1), "a page is locked again");
    check(fails(VirtualUnlock(range, 3 * PAGE), ERROR_NOT_LOCKED),
          "no page is unlocked if one is not locked");
    check(VirtualUnlock(range, PAGE), "one unlock undoes any number of locks");
    check(fails(VirtualUnlock(range, PAGE), ERROR_NOT_LOCKED), "the next finds no lock");
    check(VirtualUnlock(range + PAGE, PAGE), "the other page is still locked");
    check(VirtualLock(variable, sizeof variable) && VirtualUnlock(variable, sizeof variable),
          "variables can be locked");
    char local;
    check(VirtualLock(&local, 1) && VirtualUnlock(&local, 1), "so can the stack");
}

static void check_refusals(char *range)
{
    DWORD old;
    check(fails(VirtualLock(range, 0), ERROR_INVALID_PARAMETER), "size 0 is refused");
    check(fails(VirtualUnlock(range, 0), ERROR_INVALID_PARAMETER), "by both");
    check(fails(VirtualLock((void *)0xFFFFF000, 0x2000), ERROR_INVALID_PARAMETER),
          "so are bytes that wrap around");
    check(fails(VirtualLock((void *)0xFFFFF000, 0x1000), ERROR_INVALID_PARAMETER),
          "and addresses that no program has");
    check(fails(VirtualLock(NULL, 1), ERROR_NOACCESS), "free memory cannot be locked");
    check(fails(VirtualLock(range + 8 * PAGE, 1), ERROR_NOACCESS), "nor reserved memory");
    check(fails(VirtualLock(range + 7 * PAGE, PAGE + 1), ERROR_NOACCESS),
          "nor a part that reaches into it");
    check(fails(VirtualUnlock(range + 7 * PAGE, 1), ERROR_NOT_LOCKED), "and nothing of it is then");
    VirtualProtect(range, PAGE, PAGE_NOACCESS, &old);
    check(fails(VirtualLock(range, 1), ERROR_NOACCESS), "nor a page that cannot be accessed");
    VirtualProtect(range, PAGE, PAGE_READONLY | PAGE_GUARD, &old);
    check(fails(VirtualLock(range, 1), STATUS_GUARD_PAGE_VIOLATION), "a guard goes off");
    check(VirtualLock(range, 1) && VirtualUnlock(range, 1), "and can be locked the next time");
}

static void check_quota(char *range)
{
    VirtualAlloc(range, 64 * PAGE, MEM_COMMIT, PAGE_READWRITE);
    check(fails(VirtualLock(range, 51 * PAGE), ERROR_WORKING_SET_QUOTA),
          "51 pages are more than a working set has");
    check(VirtualLock(range, 50 * PAGE), "50 are not");
    check(VirtualLock(range + 10 * PAGE, PAGE), "a page of them takes no more");
    check(fails(VirtualLock(range + 50 * PAGE, 1), ERROR_WORKING_SET_QUOTA), "another page does");
    VirtualFree(range, 2 * PAGE, MEM_DECOMMIT);
    check(VirtualLock(range + 50 * PAGE, 2 * PAGE), "memory that is given back is not locked");
    VirtualAlloc(range, 2 * PAGE, MEM_COMMIT, PAGE_READWRITE);
    check(fails(VirtualUnlock(range, 2 * PAGE), ERROR_NOT_LOCKED), "nor when it comes again");
    VirtualFree(range, 0, MEM_RELEASE);
    range = reserve();
    VirtualAlloc(range, 64 * PAGE, MEM_COMMIT, PAGE_READWRITE);
    check(VirtualLock(range, 50 * PAGE) && VirtualUnlock(range, 50 * PAGE),
          "nor is any of a range that is released");
    VirtualFree(range, 0, MEM_RELEASE);
}

int main(void)
{
    char *range = reserve();
    VirtualAlloc(range, 8 * PAGE, MEM_COMMIT, PAGE_READWRITE);
    SetLastError(0);
    check_locks(range);
    check_refusals(range);
    check_quota(range);
    return done();
}
