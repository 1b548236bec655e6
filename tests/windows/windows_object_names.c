/* Names of objects: which object a name finds, and which names there can be. The number in front of
 * a claim is the rule's.
 *
 * run: emulator=qemu
 * run: name=checked checked=1 compilers=gcc
 * run: name=4-ring3 smp=4 ring=3 compilers=gcc
 * run: name=ring3 ring=3
 * run: name=486 cpu=486 compilers=gcc
 */
#include <windows.h>

#include <string.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

static void check_names(void)
{
    HANDLE event = CreateEvent(NULL, FALSE, FALSE, "a name");
    check(event && GetLastError() == 0, "9: a fresh object: 0");
    HANDLE again = CreateEvent(NULL, FALSE, FALSE, "a name");
    check(again && again != event && GetLastError() == ERROR_ALREADY_EXISTS,
          "9: an existing one: its handle, and 183");
    SetEvent(event);
    check(is_signalled(again), "it is the same object");
    check(FAILS(CreateMutex(NULL, FALSE, "a name"), ERROR_INVALID_HANDLE),
          "9: an existing one of another kind: 6");
    check(FAILS(OpenEvent(EVENT_ALL_ACCESS, FALSE, "A name"), ERROR_FILE_NOT_FOUND),
          "9: names are case-sensitive");
    HANDLE opened = OpenEvent(EVENT_ALL_ACCESS, FALSE, "a name");
    check(opened && SetEvent(opened), "OpenEvent finds it");
    CLOSE(event, again, opened);
    check(FAILS(OpenEvent(EVENT_ALL_ACCESS, FALSE, "a name"), ERROR_FILE_NOT_FOUND),
          "the name goes with the last handle");
}

static void check_more_names(void)
{
    char name[MAX_PATH + 1];
    HANDLE first = CreateEvent(NULL, FALSE, FALSE, ""),
           second = CreateEvent(NULL, FALSE, FALSE, "");
    check(first && second && GetLastError() == 0 && SetEvent(first) && is_unsignalled(second),
          "an empty name is none");
    CLOSE(first, second);
    first = CreateEvent(NULL, FALSE, FALSE, "Local\\abc");
    second = OpenEvent(SYNCHRONIZE, FALSE, "abc");
    check(first && second, "Local\\ in front of a name changes nothing");
    CloseHandle(second);
    second = CreateMutex(NULL, FALSE, "Global\\abc");
    check(second && GetLastError() == 0, "names behind Global\\ are others");
    CLOSE(first, second);
    check(FAILS(CreateEvent(NULL, FALSE, FALSE, "a\\b"), ERROR_PATH_NOT_FOUND) &&
              FAILS(OpenEvent(SYNCHRONIZE, FALSE, "Local\\a\\b"), ERROR_PATH_NOT_FOUND),
          "another backslash leads nowhere: 3");
    check(FAILS(CreateEvent(NULL, FALSE, FALSE, "\\a"), ERROR_BAD_PATHNAME), "one in front: 161");
    memset(name, 'x', sizeof name);
    name[MAX_PATH] = '\0';
    check(FAILS(CreateEvent(NULL, FALSE, FALSE, name), ERROR_FILENAME_EXCED_RANGE),
          "too long: 206");
    name[MAX_PATH - 1] = '\0';
    first = CreateEvent(NULL, FALSE, FALSE, name);
    check(first != NULL, "259 bytes are not");
    CloseHandle(first);
    first = CreateEvent(NULL, FALSE, FALSE, "b");
    duplicate(first, &second, 0, DUPLICATE_SAME_ACCESS | DUPLICATE_CLOSE_SOURCE);
    first = OpenEvent(SYNCHRONIZE, FALSE, "b");
    check(first != NULL, "a handle that takes the only one's place keeps the name");
    CLOSE(first, second);
}

static void check_wide_names(void)
{
    HANDLE event = CreateEventW(NULL, TRUE, TRUE, L"\u00E4\u20AC");
    HANDLE again = OpenEventA(SYNCHRONIZE, FALSE, "\xC3\xA4\xE2\x82\xAC");
    check(event && again, "a wide name is the same one in UTF-8");
    CloseHandle(again);
    again = OpenEventW(EVENT_MODIFY_STATE, FALSE, L"\u00E4\u20AC");
    check(again && ResetEvent(again) && is_unsignalled(event) &&
              WAIT_FAILS(WaitForSingleObject(again, 0), ERROR_ACCESS_DENIED) && SetEvent(again),
          "OpenEventW finds the event, and has the rights asked for");
    check(FAILS(OpenEventW(SYNCHRONIZE, FALSE, L"\u00E4"), ERROR_FILE_NOT_FOUND) &&
              FAILS(OpenEventW(SYNCHRONIZE, FALSE, NULL), ERROR_INVALID_PARAMETER),
          "a name that nothing has: 2; none: 87");
    CloseHandle(again);
    again = CreateEventExW(NULL, L"\u00E4\u20AC", 0, SYNCHRONIZE);
    check(again && GetLastError() == ERROR_ALREADY_EXISTS && is_signalled(again),
          "and finds the object");
    CloseHandle(again);
    check(FAILS(OpenMutexW(SYNCHRONIZE, FALSE, L"\u00E4\u20AC"), ERROR_INVALID_HANDLE) &&
              FAILS(OpenSemaphoreW(SYNCHRONIZE, FALSE, NULL), ERROR_INVALID_PARAMETER) &&
              FAILS(OpenWaitableTimerW(SYNCHRONIZE, FALSE, L"none"), ERROR_FILE_NOT_FOUND),
          "OpenMutexW and its kin");
    check(FAILS(OpenEventW(0x01000000, FALSE, L"\u00E4\u20AC"), ERROR_PRIVILEGE_NOT_HELD),
          "the right to its list of audits needs a privilege: 1314");
    CloseHandle(event);
    wchar_t name[400];
    for (unsigned i = 0; i < ARRAYSIZE(name); i++)
        name[i] = 'x';
    name[MAX_PATH] = 0;
    check(FAILS(CreateMutexW(NULL, FALSE, name), ERROR_FILENAME_EXCED_RANGE), "260 units: 206");
    name[MAX_PATH] = 'x';
    name[ARRAYSIZE(name) - 1] = 0;
    check(FAILS(CreateMutexExW(NULL, name, 0, SYNCHRONIZE), ERROR_FILENAME_EXCED_RANGE),
          "399 units: 206");
    HANDLE all[] = {CreateEventW(NULL, TRUE, TRUE, NULL), CreateMutexW(NULL, FALSE, NULL),
                    CreateSemaphoreW(NULL, 1, 1, NULL),
                    CreateSemaphoreExW(NULL, 1, 1, NULL, 0, SYNCHRONIZE),
                    CreateMutexExW(NULL, NULL, 0, SYNCHRONIZE)};
    check(WaitForMultipleObjects(ARRAYSIZE(all), all, TRUE, 0) == WAIT_OBJECT_0,
          "objects without a name");
    ReleaseMutex(all[1]);
    ReleaseMutex(all[4]);
    for (unsigned i = 0; i < ARRAYSIZE(all); i++)
        CloseHandle(all[i]);
    HANDLE timers[] = {CreateWaitableTimerW(NULL, TRUE, NULL),
                       CreateWaitableTimerExW(NULL, NULL, 0, TIMER_ALL_ACCESS)};
    check(timers[0] && CancelWaitableTimer(timers[1]), "timers");
    CLOSE(timers[0], timers[1]);
}

int main(void)
{
    check_names();
    check_more_names();
    check_wide_names();
    return done();
}
