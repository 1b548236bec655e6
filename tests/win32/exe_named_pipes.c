/* Pipes with names: instances, messages and bytes, calls that wait and calls that go on. */

#define _WIN32_WINNT 0x0601
#include <windows.h>

#include <stdio.h>
#include <string.h>

#define NAME   "\\\\.\\pipe\\exe_pipes"
#define SERVER (PIPE_TYPE_MESSAGE | PIPE_READMODE_MESSAGE)

static void tell(const char *name, BOOL done)
{
    printf("%s: %d", name, done);
    printf(done ? "\n" : " %lu\n", GetLastError());
}

static HANDLE make(DWORD access, DWORD mode, DWORD most)
{
    return CreateNamedPipeA(NAME, access, mode, most, 0, 0, 100, NULL);
}

static HANDLE join(DWORD access, DWORD flags)
{
    return CreateFileA(NAME, access, 0, NULL, OPEN_EXISTING, flags, NULL);
}

static void receive(const char *name, HANDLE pipe, DWORD size)
{
    char text[40] = "";
    DWORD done = 99;
    BOOL read = ReadFile(pipe, text, size, &done, NULL);
    printf("%s: %d %lu '%.*s'", name, read, done, (int)done, text);
    printf(read ? "\n" : " %lu\n", GetLastError());
}

static void send(const char *name, HANDLE pipe, const char *text)
{
    DWORD done = 99;
    BOOL written = WriteFile(pipe, text, (DWORD)strlen(text), &done, NULL);
    printf("%s: %d %lu", name, written, done);
    printf(written ? "\n" : " %lu\n", GetLastError());
}

static void refusals(void)
{
    tell("no pipe", join(GENERIC_READ, 0) != INVALID_HANDLE_VALUE);
    tell("none to wait for", WaitNamedPipeA(NAME, 10));
    tell("no name", CreateNamedPipeA("pipes", 3, 0, 1, 0, 0, 0, NULL) != INVALID_HANDLE_VALUE);
    tell("no access", make(0, 0, 1) != INVALID_HANDLE_VALUE);
    tell("no instances", make(PIPE_ACCESS_DUPLEX, 0, 0) != INVALID_HANDLE_VALUE);
    tell("bytes as messages",
         make(PIPE_ACCESS_DUPLEX, PIPE_READMODE_MESSAGE, 1) != INVALID_HANDLE_VALUE);
    HANDLE pipe = make(PIPE_ACCESS_INBOUND, 0, 1);
    tell("one too many", make(PIPE_ACCESS_INBOUND, 0, 1) != INVALID_HANDLE_VALUE);
    tell("another kind", make(PIPE_ACCESS_OUTBOUND, 0, 1) != INVALID_HANDLE_VALUE);
    tell("the wrong way", join(GENERIC_READ, 0) != INVALID_HANDLE_VALUE);
    HANDLE client = join(GENERIC_WRITE, 0);
    tell("busy", join(GENERIC_WRITE, 0) != INVALID_HANDLE_VALUE);
    tell("waited for", WaitNamedPipeA(NAME, 10));
    tell("connected already", ConnectNamedPipe(pipe, NULL));
    tell("type", GetFileType(client) == FILE_TYPE_PIPE);
    tell("a client connects", ConnectNamedPipe(client, NULL));
    tell("a client disconnects", DisconnectNamedPipe(client));
    CloseHandle(client);
    tell("gone", ConnectNamedPipe(pipe, NULL));
    CloseHandle(pipe);
}

static void messages(void)
{
    HANDLE pipe = make(PIPE_ACCESS_DUPLEX, SERVER, 2);
    receive("nobody", pipe, 5);
    HANDLE client = join(GENERIC_READ | GENERIC_WRITE, 0);
    DWORD mode = PIPE_READMODE_MESSAGE, all = 0, left = 0, done = 0;
    char text[10];
    send("first", client, "first");
    send("second", client, "second one");
    tell("looked at", PeekNamedPipe(pipe, text, 3, &done, &all, &left));
    printf("%lu %lu %lu\n", done, all, left);
    receive("a whole one", pipe, 20);
    receive("a part", pipe, 6);
    receive("the rest", pipe, 20);
    send("answer", pipe, "one");
    send("answer", pipe, "two");
    receive("as bytes", client, 20);
    tell("mode", SetNamedPipeHandleState(client, &mode, NULL, NULL));
    send("answer", pipe, "one");
    send("answer", pipe, "two");
    receive("as a message", client, 20);
    receive("and the next", client, 20);
    mode = PIPE_NOWAIT;
    SetNamedPipeHandleState(client, &mode, NULL, NULL);
    receive("without waiting", client, 20);
    tell("let go", DisconnectNamedPipe(pipe));
    tell("again", DisconnectNamedPipe(pipe));
    receive("of no server", client, 20);
    send("to no server", client, "text");
    receive("of no client", pipe, 20);
    CloseHandle(client);
    tell("not free", join(GENERIC_READ, 0) != INVALID_HANDLE_VALUE);
    CloseHandle(pipe);
}

static DWORD WINAPI serve(LPVOID pipe)
{
    char text[40];
    DWORD done;
    for (int i = 0; i < 3; i++) {
        if (!ConnectNamedPipe(pipe, NULL) && GetLastError() != ERROR_PIPE_CONNECTED)
            return 1;
        while (ReadFile(pipe, text, sizeof text, &done, NULL)) {
            for (DWORD k = 0; k < done; k++)
                text[k] = (char)(text[k] - 'a' + 'A');
            WriteFile(pipe, text, done, &done, NULL);
        }
        if (GetLastError() != ERROR_BROKEN_PIPE)
            return 2;
        DisconnectNamedPipe(pipe);
    }
    return 0;
}

static void calls(void)
{
    HANDLE pipe = make(PIPE_ACCESS_DUPLEX, SERVER, 1);
    HANDLE thread = CreateThread(NULL, 0, serve, pipe, 0, NULL);
    char text[20] = "";
    DWORD done = 0, status = 9, mode = PIPE_READMODE_MESSAGE;
    tell("called", CallNamedPipeA(NAME, "hello", 5, text, 20, &done, NMPWAIT_WAIT_FOREVER));
    printf("%lu %s\n", done, text);
    tell("a short answer", CallNamedPipeA(NAME, "again", 5, text, 3, &done, NMPWAIT_WAIT_FOREVER));
    HANDLE client = INVALID_HANDLE_VALUE;
    while (client == INVALID_HANDLE_VALUE && WaitNamedPipeA(NAME, NMPWAIT_WAIT_FOREVER))
        client = join(GENERIC_READ | GENERIC_WRITE, 0);
    tell("of bytes", TransactNamedPipe(client, "x", 1, text, 20, &done, NULL));
    SetNamedPipeHandleState(client, &mode, NULL, NULL);
    tell("of messages", TransactNamedPipe(client, "xyz", 3, text, 20, &done, NULL));
    printf("%lu %.3s\n", done, text);
    CloseHandle(client);
    WaitForSingleObject(thread, INFINITE);
    GetExitCodeThread(thread, &status);
    printf("served: %lu\n", status);
    CloseHandle(pipe);
}

static void going_on(void)
{
    OVERLAPPED connects = {.hEvent = CreateEventA(NULL, TRUE, FALSE, NULL)};
    OVERLAPPED reads = {.hEvent = CreateEventA(NULL, TRUE, FALSE, NULL)};
    char text[20] = "";
    DWORD done = 0;
    HANDLE pipe = make(PIPE_ACCESS_DUPLEX | FILE_FLAG_OVERLAPPED, 0, 1);
    tell("connects", ConnectNamedPipe(pipe, &connects));
    printf("not yet: %lu\n", WaitForSingleObject(connects.hEvent, 0));
    HANDLE client = join(GENERIC_READ | GENERIC_WRITE, 0);
    printf("now: %lu\n", WaitForSingleObject(connects.hEvent, 0));
    tell("result", GetOverlappedResult(pipe, &connects, &done, TRUE));
    tell("reads", ReadFile(pipe, text, 20, NULL, &reads));
    tell("not done", GetOverlappedResult(pipe, &reads, &done, FALSE));
    send("sent", client, "some");
    tell("done", GetOverlappedResult(pipe, &reads, &done, TRUE));
    printf("%lu %s\n", done, text);
    ReadFile(pipe, text, 20, NULL, &reads);
    tell("cancelled", CancelIo(pipe));
    tell("ended", GetOverlappedResult(pipe, &reads, &done, TRUE));
    HANDLE port = CreateIoCompletionPort(pipe, NULL, 7, 0);
    ULONG_PTR key = 0;
    LPOVERLAPPED told = NULL;
    reads = (OVERLAPPED){.Internal = 0};
    ReadFile(pipe, text, 20, NULL, &reads);
    send("sent", client, "to a port");
    tell("told", GetQueuedCompletionStatus(port, &done, &key, &told, 1000));
    printf("%lu %lu %d\n", done, (DWORD)key, told == &reads);
    ReadFile(pipe, text, 20, NULL, &reads);
    CloseHandle(client);
    tell("broken", GetOverlappedResult(pipe, &reads, &done, TRUE));
    CloseHandle(pipe);
}

static void states(void)
{
    HANDLE pipe = make(PIPE_ACCESS_DUPLEX, SERVER, 3), other = make(PIPE_ACCESS_DUPLEX, SERVER, 3);
    HANDLE client = join(GENERIC_READ | GENERIC_WRITE, 0);
    DWORD mode = 9, count = 9, wait;
    char user[20];
    tell("server's state", GetNamedPipeHandleStateA(pipe, &mode, &count, NULL, NULL, NULL, 0));
    printf("mode %lu, instances %lu\n", mode, count);
    tell("client's state", GetNamedPipeHandleStateW(client, &mode, &count, NULL, NULL, NULL, 0));
    printf("mode %lu, instances %lu\n", mode, count);
    mode = PIPE_READMODE_MESSAGE | PIPE_NOWAIT;
    SetNamedPipeHandleState(client, &mode, NULL, NULL);
    CloseHandle(other);
    GetNamedPipeHandleStateA(client, &mode, &count, NULL, NULL, NULL, 0);
    printf("mode %lu, instances %lu\n", mode, count);
    tell("its time", GetNamedPipeHandleStateA(pipe, NULL, NULL, NULL, &wait, NULL, 0));
    tell("its user", GetNamedPipeHandleStateA(pipe, NULL, NULL, NULL, NULL, user, 20));
    tell("of no pipe",
         GetNamedPipeHandleStateA(GetCurrentProcess(), &mode, NULL, NULL, NULL, NULL, 0));
    CloseHandle(pipe);
    CloseHandle(client);
}

static void mailslots(void)
{
    DWORD size;
    tell("no mailslot", CreateMailslotA("\\\\.\\pipe\\x", 0, 0, NULL) != INVALID_HANDLE_VALUE);
    tell("of no mailslot", GetMailslotInfo(GetCurrentProcess(), &size, NULL, NULL, NULL));
    tell("without a name", CreateMailslotA(NULL, 0, 0, NULL) != INVALID_HANDLE_VALUE);
    HANDLE slot = CreateMailslotA("\\\\.\\mailslot\\letters", 5, 0, NULL);
    tell("made", slot != INVALID_HANDLE_VALUE);
    tell("twice", CreateMailslotW(L"\\\\.\\MailSlot\\Letters", 0, 0, NULL) != INVALID_HANDLE_VALUE);
    HANDLE one = CreateFileA("\\\\.\\mailslot\\Letters", GENERIC_WRITE, FILE_SHARE_READ, NULL,
                             OPEN_EXISTING, 0, NULL);
    HANDLE two = CreateFileA("\\\\.\\mailslot\\Letters", GENERIC_WRITE, FILE_SHARE_READ, NULL,
                             OPEN_EXISTING, 0, NULL);
    char text[8] = "";
    DWORD count = 9, next = 9, messages = 9, timeout = 9;
    tell("none", ReadFile(slot, text, sizeof text, &count, NULL));
    tell("not by the reader", WriteFile(slot, "a", 1, &count, NULL));
    tell("not by a writer", ReadFile(one, text, 1, &count, NULL));
    tell("first", WriteFile(one, "ab", 2, &count, NULL));
    tell("second", WriteFile(two, "", 0, &count, NULL));
    tell("third", WriteFile(one, "cde", 3, &count, NULL));
    tell("too long", WriteFile(one, "123456", 6, &count, NULL));
    GetMailslotInfo(slot, &size, &next, &messages, &timeout);
    printf("most %lu, next %lu of %lu, waits %lu\n", size, next, messages, timeout);
    tell("too little room", ReadFile(slot, text, 1, &count, NULL));
    for (unsigned i = 0; i < 3; i++) {
        memset(text, 0, sizeof text);
        ReadFile(slot, text, sizeof text, &count, NULL);
        printf("read %lu %s\n", count, text);
    }
    tell("of the reader alone", SetMailslotInfo(one, 0));
    tell("waits", SetMailslotInfo(slot, 20));
    DWORD before = GetTickCount();
    tell("none now", ReadFile(slot, text, sizeof text, &count, NULL));
    printf("waited %d\n", GetTickCount() - before >= 15);
    CloseHandle(slot);
    tell("no reader", WriteFile(one, "x", 1, &count, NULL));
    CloseHandle(one);
    CloseHandle(two);
    tell("gone", CreateFileA("\\\\.\\mailslot\\letters", GENERIC_WRITE, 0, NULL, OPEN_EXISTING, 0,
                             NULL) != INVALID_HANDLE_VALUE);
}

static DWORD WINAPI send_later(void *pipe)
{
    DWORD done;
    Sleep(20);
    WriteFile(pipe, "later", 5, &done, NULL);
    return 0;
}

/* A write by ntdll to a pipe whose calls go on, without a place, and a read with one. */
static void by_ntdll(void)
{
    typedef LONG(WINAPI * call)(HANDLE, HANDLE, void *, void *, ULONG_PTR *, const void *, ULONG,
                                LONGLONG *, ULONG *);
    call write = (call)(void *)GetProcAddress(GetModuleHandleA("ntdll.dll"), "NtWriteFile");
    call read = (call)(void *)GetProcAddress(GetModuleHandleA("ntdll.dll"), "NtReadFile");
    char text[8] = "";
    LONGLONG place = 0;
    ULONG_PTR block[2] = {99, 99};
    HANDLE server = make(PIPE_ACCESS_DUPLEX | FILE_FLAG_OVERLAPPED, SERVER, 1);
    HANDLE client = join(GENERIC_READ | GENERIC_WRITE, 0);
    HANDLE event = CreateEventA(NULL, TRUE, FALSE, NULL);
    printf("by ntdll %lX", write(server, event, NULL, NULL, block, "abc", 3, NULL, NULL));
    printf(" %lX %lu, told %d\n", (ULONG)block[0], (ULONG)block[1],
           WaitForSingleObject(event, 0) == WAIT_OBJECT_0);
    receive("its bytes", client, 40);
    HANDLE thread = CreateThread(NULL, 0, send_later, client, 0, NULL);
    printf("read %lX", read(server, event, NULL, NULL, block, text, 8, &place, NULL));
    printf(" %lX %lu %s\n", (ULONG)block[0], (ULONG)block[1], text);
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(event);
    CloseHandle(client);
    CloseHandle(server);
}

static HANDLE flushed;

static DWORD WINAPI flush(void *pipe)
{
    SetLastError(0);
    BOOL done = FlushFileBuffers(pipe);
    DWORD error = GetLastError();
    SetEvent(flushed);
    return done ? 0 : error;
}

/* Has another thread wait until all is read. */
static HANDLE begin_flush(HANDLE pipe, const char *text)
{
    DWORD done;
    WriteFile(pipe, text, (DWORD)strlen(text), &done, NULL);
    ResetEvent(flushed);
    HANDLE thread = CreateThread(NULL, 0, flush, pipe, 0, NULL);
    printf("flush waits %d", WaitForSingleObject(flushed, 20) == WAIT_TIMEOUT);
    return thread;
}

static void end_flush(const char *name, HANDLE thread)
{
    DWORD error;
    WaitForSingleObject(thread, INFINITE);
    GetExitCodeThread(thread, &error);
    CloseHandle(thread);
    printf(", %s: %lu\n", name, error);
}

static DWORD WINAPI listens(void *pipe) { return ConnectNamedPipe(pipe, NULL); }

static void flushes(void)
{
    char text[8];
    DWORD done;
    flushed = CreateEventA(NULL, TRUE, FALSE, NULL);
    HANDLE server = make(PIPE_ACCESS_DUPLEX, SERVER, 1);
    HANDLE client = join(GENERIC_READ | GENERIC_WRITE, 0);
    HANDLE thread = begin_flush(server, "one");
    ReadFile(client, text, 2, &done, NULL);
    printf(", still %d", WaitForSingleObject(flushed, 20) == WAIT_TIMEOUT);
    ReadFile(client, text, 2, &done, NULL);
    end_flush("read", thread);
    thread = begin_flush(server, "two");
    CloseHandle(client);
    end_flush("the client is closed", thread);
    printf("again %d", FlushFileBuffers(server));
    DisconnectNamedPipe(server);
    printf(", disconnected %d\n", FlushFileBuffers(server));
    CreateThread(NULL, 0, listens, server, 0, NULL);
    Sleep(20);
    client = join(GENERIC_READ | GENERIC_WRITE, 0);
    thread = begin_flush(client, "three");
    DisconnectNamedPipe(server);
    end_flush("disconnected", thread);
    tell("flush", FlushFileBuffers(client));
    CloseHandle(client);
    CloseHandle(server);
    server = make(PIPE_ACCESS_DUPLEX, PIPE_TYPE_BYTE, 1);
    client = join(GENERIC_READ | GENERIC_WRITE, 0);
    WriteFile(server, "", 0, &done, NULL);
    tell("flush of nothing", FlushFileBuffers(server));
    thread = begin_flush(client, "four");
    CloseHandle(server);
    end_flush("the server is closed", thread);
    CloseHandle(client);
}

int main(void)
{
    mailslots();
    flushes();
    by_ntdll();
    refusals();
    messages();
    calls();
    states();
    going_on();
    return 0;
}
