/* Completion ports, calls that are told by APCs, and jobs. */

#define _WIN32_WINNT 0x0601
#include <windows.h>

#include <stdio.h>
#include <string.h>

typedef struct {
    ULONG_PTR key;
    LPOVERLAPPED overlapped;
    ULONG_PTR status;
    DWORD bytes;
} ENTRY;

static HANDLE port, bound;
static int sum, told;

static DWORD WINAPI serve(LPVOID unused)
{
    DWORD bytes;
    ULONG_PTR key;
    LPOVERLAPPED overlapped;
    while (GetQueuedCompletionStatus(port, &bytes, &key, &overlapped, INFINITE) && key)
        __atomic_add_fetch(&sum, (int)bytes, __ATOMIC_SEQ_CST);
    return (DWORD)(ULONG_PTR)unused;
}

static DWORD WINAPI wait_for_end(LPVOID unused)
{
    DWORD bytes;
    ULONG_PTR key;
    LPOVERLAPPED overlapped = (LPOVERLAPPED)1;
    (void)unused;
    BOOL done = GetQueuedCompletionStatus(port, &bytes, &key, &overlapped, INFINITE);
    return done || overlapped ? 1 : GetLastError();
}

static VOID CALLBACK read_done(DWORD error, DWORD bytes, LPOVERLAPPED overlapped)
{
    printf("called: %lu %lu %d\n", error, bytes, overlapped->hEvent == (HANDLE)77);
    told++;
}

static VOID CALLBACK bound_done(DWORD error, DWORD bytes, LPOVERLAPPED overlapped)
{
    told = error == 0 && bytes == 3 && overlapped->Offset == 0 ? 100 : -1;
    SetEvent(bound);
}

static void next(DWORD timeout)
{
    DWORD bytes = 0;
    ULONG_PTR key = 0;
    LPOVERLAPPED overlapped = (LPOVERLAPPED)1;
    BOOL done = GetQueuedCompletionStatus(port, &bytes, &key, &overlapped, timeout);
    printf("next: %d", done);
    if (done)
        printf(" %lu %lu %lu\n", bytes, (DWORD)key, overlapped ? overlapped->Offset : 99);
    else
        printf(" %lu %d\n", GetLastError(), overlapped == NULL);
}

static void check_jobs(void)
{
    BOOL is = 7;
    HANDLE job = CreateJobObjectA(NULL, NULL);
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {.ProcessMemoryLimit = 0x12340000};
    JOBOBJECT_BASIC_PROCESS_ID_LIST list;
    JOBOBJECT_ASSOCIATE_COMPLETION_PORT to = {(PVOID)5, port};
    DWORD size = 0;
    IsProcessInJob(GetCurrentProcess(), NULL, &is);
    printf("in a job: %d\n", is);
    printf("limits: %d",
           SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits));
    memset(&limits, 0, sizeof limits);
    printf(" %d", QueryInformationJobObject(job, JobObjectExtendedLimitInformation, &limits,
                                            sizeof limits, &size));
    printf(" %lX %lX\n", (DWORD)limits.ProcessMemoryLimit, size);
    printf("wrong length: %d",
           QueryInformationJobObject(job, JobObjectBasicLimitInformation, &limits, 3, NULL));
    printf(" %lu\n", GetLastError());
    printf("port: %d\n", SetInformationJobObject(job, JobObjectAssociateCompletionPortInformation,
                                                 &to, sizeof to));
    printf("assigned: %d", AssignProcessToJobObject(job, GetCurrentProcess()));
    IsProcessInJob(GetCurrentProcess(), job, &is);
    printf(" %d", is);
    printf(", again %d",
           AssignProcessToJobObject(CreateJobObjectA(NULL, NULL), GetCurrentProcess()));
    printf(" %lu\n", GetLastError());
    DWORD bytes;
    ULONG_PTR key;
    LPOVERLAPPED id;
    GetQueuedCompletionStatus(port, &bytes, &key, &id, 1000);
    printf("message: %lu %lu %d\n", bytes, (DWORD)key,
           (DWORD)(ULONG_PTR)id == GetCurrentProcessId());
    printf("processes: %d",
           QueryInformationJobObject(NULL, JobObjectBasicProcessIdList, &list, sizeof list, NULL));
    printf(" %lu %d\n", list.NumberOfProcessIdsInList,
           list.ProcessIdList[0] == GetCurrentProcessId());
    CloseHandle(job);
    TerminateJobObject(job, 3);
    printf("closed: %lu\n", GetLastError());
}

static HANDLE open(const char *name, DWORD access, DWORD disposition, DWORD flags)
{
    return CreateFileA(name, access, 0, NULL, disposition, flags, NULL);
}

static void check_posts(void)
{
    OVERLAPPED at = {.Offset = 2};
    printf("port: %d\n", port != NULL);
    next(0);
    PostQueuedCompletionStatus(port, 7, 8, NULL);
    PostQueuedCompletionStatus(port, 9, 10, &at);
    next(0);
    next(0);
}

/* Reads and writes of a file that is joined to the port. */
static void check_file(HANDLE file)
{
    OVERLAPPED at = {.Offset = 0};
    char text[8] = "";
    DWORD count;
    printf("joined: %d", CreateIoCompletionPort(file, port, 55, 0) == port);
    printf(", twice %d", CreateIoCompletionPort(file, port, 55, 0) != NULL);
    printf(" %lu\n", GetLastError());
    WriteFile(file, "0123456789", 10, NULL, &at);
    next(1000);
    at.Offset = 2;
    at.hEvent = (HANDLE)((ULONG_PTR)CreateEventA(NULL, TRUE, FALSE, NULL) | 1);
    ReadFile(file, text, 3, NULL, &at);
    printf("quiet: %s, %d", text, GetOverlappedResult(file, &at, &count, TRUE));
    printf(" %lu\n", count);
    next(0);
    at.hEvent = NULL;
    ReadFile(file, text, 4, NULL, &at);
    ENTRY entries[4];
    ULONG removed = 0;
    PostQueuedCompletionStatus(port, 1, 2, NULL);
    BOOL(WINAPI * several)
    (HANDLE, ENTRY *, ULONG, PULONG, DWORD, BOOL) =
        (void *)GetProcAddress(GetModuleHandleA("kernel32"), "GetQueuedCompletionStatusEx");
    printf("several: %d", several(port, entries, 4, &removed, 0, FALSE));
    printf(" %lu, %lu %lu, %lu\n", removed, (DWORD)entries[0].key, entries[0].bytes,
           entries[1].bytes);
    printf("no port: %d", CreateIoCompletionPort(INVALID_HANDLE_VALUE, port, 0, 0) != NULL);
    printf(" %lu\n", GetLastError());
}

/* Calls that the port refuses for a file without FILE_FLAG_OVERLAPPED, and calls by APCs. */
static void check_called(HANDLE file)
{
    char text[8] = "";
    OVERLAPPED at = {.Offset = 4, .hEvent = (HANDLE)77};
    HANDLE plain = open("exe_plain.txt", GENERIC_WRITE, CREATE_ALWAYS, 0);
    printf("a plain file: %d", CreateIoCompletionPort(plain, port, 0, 0) != NULL);
    printf(" %lu\n", GetLastError());
    printf("read: %d\n", ReadFileEx(file, text, 4, &at, read_done));
    printf("not yet: %d\n", told);
    printf("waited %lX\n", SleepEx(0, TRUE));
    printf("plain: %d", WriteFileEx(plain, text, 1, &at, read_done));
    printf(" %lu\n", GetLastError());
    printf("cancel: %d", CancelIo(file));
    printf(" %d", CancelIoEx(file, NULL));
    printf(" %lu\n", GetLastError());
}

static void check_bound(void)
{
    char text[8] = "";
    OVERLAPPED at = {.Offset = 0};
    bound = CreateEventA(NULL, FALSE, FALSE, NULL);
    HANDLE file = open("exe_ports.txt", GENERIC_READ, OPEN_EXISTING, FILE_FLAG_OVERLAPPED);
    printf("bound: %d", BindIoCompletionCallback(file, bound_done, 0));
    ReadFile(file, text, 3, NULL, &at);
    printf(" %lX", WaitForSingleObject(bound, 5000));
    printf(" %d\n", told);
}

static void check_servers(void)
{
    HANDLE threads[3];
    for (int i = 0; i < 3; i++)
        threads[i] = CreateThread(NULL, 0, serve, (LPVOID)5, 0, NULL);
    for (DWORD i = 1; i <= 1000; i++)
        PostQueuedCompletionStatus(port, i, 1, NULL);
    for (int i = 0; i < 3; i++)
        PostQueuedCompletionStatus(port, 0, 0, NULL);
    printf("ended: %lX", WaitForMultipleObjects(3, threads, TRUE, 20000));
    printf(" %d\n", sum);
}

/* Threads wait for a port that is closed. */
static void check_closed(void)
{
    port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, NULL, 0, 0);
    HANDLE workers[3];
    for (int i = 0; i < 3; i++)
        workers[i] = CreateThread(NULL, 0, wait_for_end, NULL, 0, NULL);
    Sleep(100);
    CloseHandle(port);
    printf("workers end: %lu", WaitForMultipleObjects(3, workers, TRUE, 10000));
    for (int i = 0; i < 3; i++) {
        DWORD status = 0;
        GetExitCodeThread(workers[i], &status);
        printf(" %lu", status);
    }
    printf("\n");
}

int main(void)
{
    port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, NULL, 0, 0);
    check_posts();
    HANDLE file =
        open("exe_ports.txt", GENERIC_READ | GENERIC_WRITE, CREATE_ALWAYS, FILE_FLAG_OVERLAPPED);
    check_file(file);
    check_called(file);
    CloseHandle(file);
    check_bound();
    check_servers();
    check_jobs();
    CloseHandle(port);
    next(0);
    check_closed();
    return 0;
}
