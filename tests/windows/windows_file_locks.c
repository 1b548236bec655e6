/* Locks of bytes of files: whom they keep out, how they end, and calls that wait for them.
 *
 * run: emulator=qemu
 * run: name=checked checked=1 compilers=gcc
 * run: name=ring3 ring=3
 */
#include <windows.h>

#include <stdbool.h>

#include "tests/windows/handles.h"
#include "tests/windows/opened.h"
#include "tests/windows/windows_check.h"

static volatile bool unlocks;

static DWORD CALLBACK unlock(LPVOID parameter)
{
    Sleep(20);
    unlocks = true;
    return UnlockFile(parameter, 0, 0, 10, 0);
}

int main(void)
{
    DWORD count;
    char bytes[4];
    OVERLAPPED start = {0};
    HANDLE one = open_file("locked", READ_WRITE, SHARE_BOTH, CREATE_ALWAYS);
    HANDLE two = open_file("locked", READ_WRITE, SHARE_BOTH, OPEN_EXISTING);
    writes(one, "0123456789abcdef");
    check(LockFile(one, 0, 0, 10, 0) && FAILS(LockFile(one, 9, 0, 1, 0), ERROR_LOCK_VIOLATION) &&
              FAILS(LockFile(two, 0, 0, 1, 0), ERROR_LOCK_VIOLATION) && LockFile(two, 10, 0, 6, 0),
          "bytes are locked once: 33");
    check(FAILS(ReadFile(two, bytes, 4, &count, NULL), ERROR_LOCK_VIOLATION) && count == 0 &&
              FAILS(WriteFile(two, bytes, 4, &count, NULL), ERROR_LOCK_VIOLATION),
          "another handle does not read or write them: 33");
    SetFilePointer(one, 0, NULL, FILE_BEGIN);
    check(ReadFile(one, bytes, 4, &count, NULL) && writes(one, "x"), "its own does");
    check(FAILS(UnlockFile(one, 0, 0, 9, 0), ERROR_NOT_LOCKED) &&
              FAILS(UnlockFile(two, 0, 0, 10, 0), ERROR_NOT_LOCKED),
          "an unlock names exactly the lock: 158");
    HANDLE thread = CreateThread(NULL, 0, unlock, one, 0, NULL);
    check(LockFileEx(two, 0, 0, 4, 0, &start) && unlocks, "LockFileEx waits until it can");
    WaitForSingleObject(thread, INFINITE);
    check(GetExitCodeThread(thread, &count) && count == TRUE, "and the other lock has gone");
    CloseHandle(thread);
    check(LockFileEx(one, LOCKFILE_FAIL_IMMEDIATELY, 0, 4, 0, &start) &&
              FAILS(LockFileEx(one, LOCKFILE_FAIL_IMMEDIATELY | LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0,
                               &start),
                    ERROR_LOCK_VIOLATION),
          "shared locks meet, but no exclusive one");
    SetFilePointer(one, 0, NULL, FILE_BEGIN);
    check(ReadFile(one, bytes, 4, &count, NULL) && SetFilePointer(one, 0, NULL, FILE_BEGIN) == 0 &&
              FAILS(WriteFile(one, bytes, 4, &count, NULL), ERROR_LOCK_VIOLATION),
          "under one nobody writes");
    check(UnlockFileEx(one, 0, 4, 0, &start) && UnlockFileEx(two, 0, 4, 0, &start), "both go");
    check(FAILS(LockFile(one, 100, 0, MAXDWORD, MAXDWORD), ERROR_INVALID_LOCK_RANGE),
          "no lock goes past the last number: 307");
    HANDLE event = CreateEventA(NULL, TRUE, FALSE, NULL);
    OVERLAPPED told = {.Internal = 1, .InternalHigh = 1, .hEvent = event};
    check(LockFileEx(one, LOCKFILE_EXCLUSIVE_LOCK, 0, 4, 0, &told) && told.Internal == 0 &&
              told.InternalHigh == 0 && WaitForSingleObject(event, 0) == WAIT_OBJECT_0,
          "a lock sets its event");
    check(LockFileEx(one, LOCKFILE_FAIL_IMMEDIATELY, 0, 4, 0, &start),
          "a shared lock may lie over an exclusive one of the same handle");
    check(UnlockFile(one, 0, 0, 4, 0) && UnlockFile(one, 0, 0, 4, 0), "and both go");
    CloseHandle(event);
    CloseHandle(two);
    check(LockFile(one, 10, 0, 6, 0) && LockFile(one, 0, 1, 100, 0),
          "a close takes its locks away");
    CloseHandle(one);
    DeleteFileA("locked");
    return done();
}
