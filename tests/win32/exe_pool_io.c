/* The thread pool calls functions for overlapped calls that are done. */

#include <stdio.h>
#include <windows.h>

static HMODULE ntdll;
#define CALL(result, name, ...) ((result(NTAPI *)(__VA_ARGS__))(void *)GetProcAddress(ntdll, #name))

struct told {
    LONG calls;
    void *overlapped, *object;
    ULONG error;
    ULONG_PTR bytes;
};

static VOID CALLBACK done(PTP_CALLBACK_INSTANCE instance, PVOID context, PVOID overlapped,
                          ULONG error, ULONG_PTR bytes, PTP_IO io)
{
    struct told *told = context;
    LONG calls = told->calls + 1;
    *told = (struct told){calls, overlapped, io, error, bytes};
}

struct result {
    LONG status;
    ULONG_PTR bytes;
};

static VOID CALLBACK done_nt(void *instance, PVOID context, PVOID overlapped, struct result *result,
                             void *io)
{
    done(instance, context, overlapped, (ULONG)result->status, result->bytes, io);
}

static HANDLE server, client;

static void open_pipe(void)
{
    server = CreateNamedPipeA("\\\\.\\pipe\\io", PIPE_ACCESS_DUPLEX | FILE_FLAG_OVERLAPPED, 0, 1,
                              1024, 1024, 0, NULL);
    client = CreateFileA("\\\\.\\pipe\\io", GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_EXISTING, 0,
                         NULL);
}

static void send(const char *text)
{
    DWORD sent;
    WriteFile(client, text, (DWORD)strlen(text), &sent, NULL);
}

static void show(const char *what, const struct told *told, const void *overlapped, const void *io)
{
    printf("%s: %ld calls, %lu, %lu bytes, its own %d %d\n", what, told->calls, told->error,
           (ULONG)told->bytes, told->overlapped == overlapped, told->object == io);
}

static DWORD WINAPI wait(void *io)
{
    WaitForThreadpoolIoCallbacks(io, FALSE);
    return 0;
}

/* Calls of ntdll have their context in the place of the structure. */
static void writes_nt(PTP_IO io, struct told *told)
{
    struct result result = {0};
    LARGE_INTEGER place = {{0, 0}};
    CALL(void, TpStartAsyncIoOperation, void *)(io);
    printf("by ntdll %lX\n", CALL(LONG, NtWriteFile, HANDLE, HANDLE, void *, void *,
                                  struct result *, const void *, ULONG, void *, void *)(
                                 server, NULL, NULL, &result, &result, "abcd", 4, &place, NULL));
    WaitForThreadpoolIoCallbacks(io, FALSE);
    show("written", told, &result, io);
}

/* Calls that are done when they return are not told any more, others are. */
static void tells_no_success(PTP_IO io, struct told *told)
{
    OVERLAPPED overlapped = {0};
    char bytes[8];
    send("sixth");
    SetFileCompletionNotificationModes(server, 1);
    StartThreadpoolIo(io);
    printf("told of no success: read %d\n",
           ReadFile(server, bytes, sizeof bytes, NULL, &overlapped));
    CancelThreadpoolIo(io);
    StartThreadpoolIo(io);
    ReadFile(server, bytes, sizeof bytes, NULL, &overlapped);
    send("later");
    WaitForThreadpoolIoCallbacks(io, FALSE);
    show("but of one that waits", told, &overlapped, io);
}

static void calls(void)
{
    struct told told = {0};
    OVERLAPPED first = {0}, second = {0};
    char bytes[8], more[8];
    open_pipe();
    PTP_IO io = CreateThreadpoolIo(server, done, &told, NULL);
    WaitForThreadpoolIoCallbacks(io, FALSE);
    StartThreadpoolIo(io);
    HANDLE waiter = CreateThread(NULL, 0, wait, io, 0, NULL);
    printf("waits %lX", WaitForSingleObject(waiter, 20));
    printf(", read %d", ReadFile(server, bytes, sizeof bytes, NULL, &first));
    printf(" %lu\n", GetLastError());
    send("one");
    WaitForThreadpoolIoCallbacks(io, FALSE);
    show("read", &told, &first, io);
    printf("waited %lX\n", WaitForSingleObject(waiter, INFINITE));

    StartThreadpoolIo(io);
    StartThreadpoolIo(io);
    ReadFile(server, bytes, sizeof bytes, NULL, &first);
    ReadFile(server, more, sizeof more, NULL, &second);
    send("two");
    send("three");
    WaitForThreadpoolIoCallbacks(io, FALSE);
    printf("two reads: %ld calls\n", told.calls);

    send("at once");
    StartThreadpoolIo(io);
    printf("read at once %d\n", ReadFile(server, bytes, sizeof bytes, NULL, &second));
    WaitForThreadpoolIoCallbacks(io, FALSE);
    show("at once", &told, &second, io);

    StartThreadpoolIo(io);
    ReadFile(server, bytes, sizeof bytes, NULL, &first);
    CancelIo(server);
    WaitForThreadpoolIoCallbacks(io, FALSE);
    show("cancelled", &told, &first, io);

    StartThreadpoolIo(io);
    CancelThreadpoolIo(io);
    StartThreadpoolIo(io);
    WaitForThreadpoolIoCallbacks(io, TRUE);
    ReadFile(server, bytes, sizeof bytes, NULL, &first);
    send("none");
    WaitForThreadpoolIoCallbacks(io, FALSE);
    printf("not started: %ld calls\n", told.calls);
    writes_nt(io, &told);
    tells_no_success(io, &told);
    CloseThreadpoolIo(io);

    ReadFile(server, bytes, sizeof bytes, NULL, &first);
    send("none");
    printf("closed: %ld calls\n", told.calls);
    CloseHandle(server);
    CloseHandle(client);
}

/* The file goes before the object, and the object before its last call. */
static void ends(void)
{
    struct told told = {0};
    OVERLAPPED overlapped = {0};
    char bytes[8];
    open_pipe();
    PTP_IO io = CreateThreadpoolIo(server, done, &told, NULL);
    CloseHandle(server);
    CloseHandle(client);
    CloseThreadpoolIo(io);
    open_pipe();
    io = CreateThreadpoolIo(server, done, &told, NULL);
    StartThreadpoolIo(io);
    ReadFile(server, bytes, sizeof bytes, NULL, &overlapped);
    CloseThreadpoolIo(io);
    send("last");
    while (!*(volatile LONG *)&told.calls)
        Sleep(1);
    printf("last: %ld calls, %lu bytes\n", told.calls, (ULONG)told.bytes);
    CloseHandle(server);
    CloseHandle(client);
}

static void waits_for_client(void)
{
    struct told told = {0};
    OVERLAPPED overlapped = {0};
    open_pipe();
    CloseHandle(client);
    DisconnectNamedPipe(server);
    PTP_IO io = CreateThreadpoolIo(server, done, &told, NULL);
    StartThreadpoolIo(io);
    printf("a client is waited for: %d", ConnectNamedPipe(server, &overlapped));
    printf(" %lu\n", GetLastError());
    CancelIo(server);
    WaitForThreadpoolIoCallbacks(io, FALSE);
    show("cancelled", &told, &overlapped, io);
    CloseThreadpoolIo(io);
    CloseHandle(server);
}

static void refusals(void)
{
    HANDLE file = CreateFileA("file", GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL), port;
    printf("no overlapped calls %d", CreateThreadpoolIo(file, done, NULL, NULL) != NULL);
    printf(" %lu", GetLastError());
    printf(", no file %d", CreateThreadpoolIo((HANDLE)0xBAD0, done, NULL, NULL) != NULL);
    printf(" %lu", GetLastError());
    open_pipe();
    port = CreateIoCompletionPort(server, NULL, 1, 0);
    printf(", a port's file %d", CreateThreadpoolIo(server, done, NULL, NULL) != NULL);
    printf(" %lu\n", GetLastError());
    CloseHandle(port);
    CloseHandle(server);
    CloseHandle(client);
}

static void by_ntdll(void)
{
    struct told told = {0};
    OVERLAPPED overlapped = {0};
    char bytes[8];
    void *io = NULL;
    open_pipe();
#define MAKE(file)                                                                                 \
    CALL(LONG, TpAllocIoCompletion, void **, HANDLE, void *, void *, void *)                       \
    (&io, file, (void *)done_nt, &told, NULL)
    printf("no file %lX", MAKE((HANDLE)0xBAD0));
    printf(", made %lX", MAKE(server));
    void *first = io;
    printf(", again %lX\n", MAKE(server));
    CALL(void, TpStartAsyncIoOperation, void *)(first);
    ReadFile(server, bytes, sizeof bytes, NULL, &overlapped);
    CancelIo(server);
    CALL(void, TpWaitForIoCompletion, void *, BOOL)(first, FALSE);
    printf("status %lX, %ld calls\n", told.error, told.calls);
    CALL(void, TpStartAsyncIoOperation, void *)(first);
    CALL(void, TpCancelAsyncIoOperation, void *)(first);
    CALL(void, TpReleaseIoCompletion, void *)(first);
    CloseHandle(server);
    CloseHandle(client);
}

int main(void)
{
    ntdll = GetModuleHandleA("ntdll.dll");
    calls();
    ends();
    waits_for_client();
    refusals();
    by_ntdll();
    return 0;
}
