/* Changes in folders, by handles that are signalled and by records. */

#include <windows.h>

#include <stdbool.h>
#include <stdio.h>

static void make(const char *name)
{
    CloseHandle(CreateFileA(name, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL));
}

static void show(const char *what, BOOL done)
{
    printf("%s: %d", what, done);
    printf(done ? "\n" : " %lu\n", GetLastError());
}

/* The changes in the folder, each between two looks at a handle. */
static void change(unsigned step)
{
    DWORD count;
    HANDLE file;
    switch (step) {
    case 0: make("C:\\w\\a"); break;
    case 1: CreateDirectoryA("C:\\w\\f", NULL); break;
    case 2: SetFileAttributesA("C:\\w\\a", FILE_ATTRIBUTE_HIDDEN); break;
    case 3:
        file = CreateFileA("C:\\w\\a", GENERIC_WRITE, 0, NULL, OPEN_EXISTING, 0, NULL);
        WriteFile(file, "abc", 3, &count, NULL);
        CloseHandle(file);
        break;
    case 4: MoveFileA("C:\\w\\a", "C:\\w\\b"); break;
    case 5: MoveFileA("C:\\w\\f", "C:\\w\\g"); break;
    case 6: make("C:\\w\\g\\x"); break;
    case 7: MoveFileA("C:\\w\\g\\x", "C:\\w\\y"); break;
    case 8:
        DeleteFileA("C:\\w\\b");
        DeleteFileA("C:\\w\\y");
        break;
    default: RemoveDirectoryA("C:\\w\\g");
    }
}

enum { STEPS = 10 };

static void check_signals(void)
{
    static const DWORD filters[] = {FILE_NOTIFY_CHANGE_FILE_NAME, FILE_NOTIFY_CHANGE_DIR_NAME,
                                    FILE_NOTIFY_CHANGE_ATTRIBUTES, FILE_NOTIFY_CHANGE_SIZE,
                                    FILE_NOTIFY_CHANGE_LAST_WRITE};
    for (unsigned subtree = 0; subtree < 2; subtree++)
        for (unsigned i = 0; i < sizeof filters / sizeof filters[0]; i++) {
            HANDLE watch = FindFirstChangeNotificationA("C:\\w", (BOOL)subtree, filters[i]);
            printf("%s, filter %lX:", subtree ? "with folders" : "alone", filters[i]);
            for (unsigned step = 0; step < STEPS; step++) {
                change(step);
                bool again = false;
                printf(" ");
                while (WaitForSingleObject(watch, 0) == WAIT_OBJECT_0) {
                    again = true;
                    printf("%u", step);
                    FindNextChangeNotification(watch);
                }
                printf(again ? "" : "-");
            }
            printf("\n");
            FindCloseChangeNotification(watch);
        }
    HANDLE watch = FindFirstChangeNotificationW(L"C:\\w", FALSE, FILE_NOTIFY_CHANGE_DIR_NAME);
    RemoveDirectoryA("C:\\w");
    printf("the folder itself: %lu\n", WaitForSingleObject(watch, 0));
    show("closed", FindCloseChangeNotification(watch));
    show("again", FindCloseChangeNotification(watch));
    show("next of none", FindNextChangeNotification(NULL));
    make("C:\\file");
    show("a file", FindFirstChangeNotificationA("C:\\file", FALSE, 1) != INVALID_HANDLE_VALUE);
    show("nothing", FindFirstChangeNotificationA("C:\\none", FALSE, 1) != INVALID_HANDLE_VALUE);
    show("no filter", FindFirstChangeNotificationA("C:\\", FALSE, 0) != INVALID_HANDLE_VALUE);
}

static void tell(const char *buffer, DWORD size)
{
    printf(" %lu:", size);
    for (DWORD next = size ? 0 : 1; size;) {
        const FILE_NOTIFY_INFORMATION *one = (const void *)(buffer + next);
        printf(" %lu %.*ls", one->Action, (int)(one->FileNameLength / 2), one->FileName);
        if (!one->NextEntryOffset)
            break;
        next += one->NextEntryOffset;
    }
    printf("\n");
}

static DWORD WINAPI change_later(LPVOID step)
{
    Sleep(20);
    change((unsigned)(ULONG_PTR)step);
    return 0;
}

static VOID CALLBACK told(DWORD error, DWORD bytes, LPOVERLAPPED overlapped)
{
    printf(" %lu %lu %d\n", error, bytes, overlapped->hEvent == (HANDLE)0x1234);
}

static void check_records(void)
{
    const DWORD all = FILE_NOTIFY_CHANGE_FILE_NAME | FILE_NOTIFY_CHANGE_DIR_NAME |
                      FILE_NOTIFY_CHANGE_ATTRIBUTES | FILE_NOTIFY_CHANGE_LAST_WRITE;
    DWORD buffer[64], done = 0;
    CreateDirectoryA("C:\\w", NULL);
    OVERLAPPED at = {.hEvent = CreateEventA(NULL, TRUE, TRUE, NULL)};
    HANDLE folder = CreateFileA("C:\\w", GENERIC_READ, 7, NULL, OPEN_EXISTING,
                                FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OVERLAPPED, NULL);
    show("no filter", ReadDirectoryChangesW(folder, buffer, 256, TRUE, 0, NULL, &at, NULL));
    for (unsigned step = 0; step < STEPS; step++) {
        BOOL begun = ReadDirectoryChangesW(folder, buffer, 256, TRUE, all, NULL, &at, NULL);
        printf("%u: %d %lu,", step, begun, WaitForSingleObject(at.hEvent, 0));
        change(step);
        printf(" %lu", WaitForSingleObject(at.hEvent, 0));
        GetOverlappedResult(folder, &at, &done, FALSE);
        tell((char *)buffer, done);
        while (ReadDirectoryChangesW(folder, buffer, 256, TRUE, all, NULL, &at, NULL) &&
               GetOverlappedResult(folder, &at, &done, FALSE))
            tell((char *)buffer, done);
        CancelIoEx(folder, &at);
        printf("%lX\n", (DWORD)at.Internal);
    }
    at.hEvent = (HANDLE)0x1234; /* the caller's own, if there is a routine */
    ReadDirectoryChangesW(folder, buffer, 256, TRUE, all, NULL, &at, told);
    CreateDirectoryA("C:\\w\\r", NULL);
    printf("later:");
    SleepEx(0, TRUE);
    at.hEvent = NULL;
    RemoveDirectoryA("C:\\w\\r");
    ReadDirectoryChangesW(folder, buffer, 256, TRUE, all, NULL, &at, NULL);
    ReadDirectoryChangesW(folder, buffer, 12, TRUE, all, NULL, &at, NULL);
    change(0);
    printf("no room: %lX %lu\n", (DWORD)at.Internal, (DWORD)at.InternalHigh);
    ReadDirectoryChangesW(folder, buffer, 256, TRUE, all, NULL, &at, NULL);
    CloseHandle(folder);
    printf("closed: %lX\n", (DWORD)at.Internal);

    folder = CreateFileA("C:\\w", GENERIC_READ, 7, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS,
                         NULL);
    HANDLE thread = CreateThread(NULL, 0, change_later, (LPVOID)4, 0, NULL);
    printf("waited: %d", ReadDirectoryChangesW(folder, buffer, 256, TRUE, all, &done, NULL, NULL));
    tell((char *)buffer, done);
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
    CloseHandle(folder);
}

int main(void)
{
    CreateDirectoryA("C:\\w", NULL);
    check_signals();
    check_records();
    return 0;
}
