/* Pipes that the program makes.
 *
 * run: emulator=qemu
 * run: name=ring3 ring=3 smp=2
 * run: name=checked checked=1 compilers=gcc
 */
#include <windows.h>

#include <string.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

enum { SIZE = 5000, ROUNDS = 40 };

static void check_bytes(HANDLE reader, HANDLE writer)
{
    char text[8] = "";
    DWORD done = 0, all = 0, left = 7;
    check(GetFileType(reader) == FILE_TYPE_PIPE && GetFileType(writer) == FILE_TYPE_PIPE,
          "both ends are a pipe's");
    check(PeekNamedPipe(reader, NULL, 0, NULL, &all, NULL) && all == 0, "it is empty at first");
    check(WriteFile(writer, "abcdef", 6, &done, NULL) && done == 6, "bytes are written");
    check(PeekNamedPipe(reader, text, 3, &done, &all, &left) && done == 3 && all == 6 &&
              left == 0 && memcmp(text, "abc", 3) == 0,
          "PeekNamedPipe copies bytes, and leaves them there");
    check(ReadFile(reader, text, 2, &done, NULL) && done == 2 && memcmp(text, "ab", 2) == 0 &&
              ReadFile(reader, text, 8, &done, NULL) && done == 4 && memcmp(text, "cdef", 4) == 0,
          "a read takes what is there");
    check(ReadFile(reader, text, 0, &done, NULL) && done == 0, "a read of no bytes does not wait");
    check(FAILS(ReadFile(writer, text, 1, &done, NULL), ERROR_ACCESS_DENIED) &&
              FAILS(WriteFile(reader, text, 1, &done, NULL), ERROR_ACCESS_DENIED) &&
              FAILS(PeekNamedPipe(writer, NULL, 0, NULL, &all, NULL), ERROR_ACCESS_DENIED),
          "each end has its direction: 5");
}

static void check_ends(void)
{
    HANDLE reader, writer;
    char text[8];
    DWORD done;
    CreatePipe(&reader, &writer, NULL, 100);
    WriteFile(writer, "x", 1, &done, NULL);
    CloseHandle(writer);
    check(ReadFile(reader, text, 8, &done, NULL) && done == 1 && text[0] == 'x',
          "what was written is read when the writer has gone");
    check(FAILS(ReadFile(reader, text, 8, &done, NULL), ERROR_BROKEN_PIPE) && done == 0 &&
              FAILS(PeekNamedPipe(reader, NULL, 0, NULL, NULL, NULL), ERROR_BROKEN_PIPE),
          "then the pipe has ended: 109");
    CloseHandle(reader);
    CreatePipe(&reader, &writer, NULL, 0);
    CloseHandle(reader);
    check(FAILS(WriteFile(writer, text, 1, &done, NULL), ERROR_NO_DATA) && done == 0,
          "without a reader nothing is written: 232");
    CloseHandle(writer);
}

/* Writes bytes that count upwards, more than the pipe has room for, and closes the end. */
static DWORD CALLBACK writes(LPVOID writer)
{
    static BYTE bytes[SIZE];
    DWORD done, wrong = 0;
    for (unsigned i = 0; i < SIZE; i++)
        bytes[i] = (BYTE)i;
    for (unsigned round = 0; round < ROUNDS; round++)
        wrong += !WriteFile(writer, bytes, SIZE, &done, NULL) || done != SIZE;
    CloseHandle(writer);
    return wrong;
}

static void check_waiting(void)
{
    HANDLE reader, writer;
    BYTE bytes[300];
    DWORD done, all = 0, wrong = 0;
    CreatePipe(&reader, &writer, NULL, 64);
    HANDLE thread = start(writes, writer);
    while (ReadFile(reader, bytes, sizeof bytes, &done, NULL)) {
        for (DWORD i = 0; i < done; i++)
            wrong += bytes[i] != (BYTE)((all + i) % SIZE);
        all += done;
    }
    check(GetLastError() == ERROR_BROKEN_PIPE && all == SIZE * ROUNDS && wrong == 0,
          "a writer waits for room and a reader for bytes, and no byte is lost");
    check(end_of(thread) == 0, "each write has written all");
    CloseHandle(reader);
}

static DWORD CALLBACK closes(LPVOID reader)
{
    Sleep(30);
    CloseHandle(reader);
    return 0;
}

static void check_leaving(void)
{
    HANDLE reader, writer;
    char bytes[20] = "";
    DWORD done = 0;
    CreatePipe(&reader, &writer, NULL, 10);
    HANDLE thread = start(closes, reader);
    check(FAILS(WriteFile(writer, bytes, sizeof bytes, &done, NULL), ERROR_NO_DATA) && done == 10,
          "a writer that waits goes on when the reader goes: 232");
    end_of(thread);
    CloseHandle(writer);
}

static void check_named(void)
{
    static const char name[] = "\\\\.\\pipe\\x";
    char text[10] = "";
    DWORD done, flags, mode = PIPE_READMODE_MESSAGE;
    check(CreateNamedPipeA("x", 3, 0, 1, 0, 0, 0, NULL) == INVALID_HANDLE_VALUE &&
              GetLastError() == ERROR_INVALID_NAME &&
              FAILS(WaitNamedPipeA(name, 0), ERROR_FILE_NOT_FOUND),
          "a pipe has a place of its own: 123; and none is waited for: 2");
    HANDLE pipe = CreateNamedPipeW(L"\\\\.\\pipe\\x", PIPE_ACCESS_DUPLEX,
                                   PIPE_TYPE_MESSAGE | PIPE_READMODE_MESSAGE, 1, 0, 0, 0, NULL);
    check(pipe != INVALID_HANDLE_VALUE && WaitNamedPipeW(L"\\\\.\\pipe\\x", 0) &&
              GetNamedPipeInfo(pipe, &flags, NULL, NULL, NULL) &&
              flags == (PIPE_SERVER_END | PIPE_TYPE_MESSAGE),
          "a server's end");
    HANDLE client =
        CreateFileA(name, GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_EXISTING, 0, NULL);
    check(client != INVALID_HANDLE_VALUE &&
              FAILS(ConnectNamedPipe(pipe, NULL), ERROR_PIPE_CONNECTED) &&
              FAILS(CallNamedPipeA(name, text, 1, text, 9, &done, 1), ERROR_SEM_TIMEOUT) &&
              FAILS(CallNamedPipeW(L"\\\\.\\pipe\\none", text, 1, text, 9, &done, 1),
                    ERROR_FILE_NOT_FOUND),
          "one client has it");
    check(SetNamedPipeHandleState(client, &mode, NULL, NULL) &&
              WriteFile(pipe, "answer", 6, &done, NULL) &&
              FAILS(TransactNamedPipe(client, "ask", 3, text, 9, &done, NULL), ERROR_PIPE_BUSY) &&
              ReadFile(client, text, 9, &done, NULL) && done == 6,
          "a message is read whole");
    check(DisconnectNamedPipe(pipe) &&
              FAILS(ReadFile(client, text, 9, &done, NULL), ERROR_PIPE_NOT_CONNECTED),
          "the server lets its client go: 233");
    CloseHandle(client);
    CloseHandle(pipe);
}

int main(void)
{
    HANDLE reader = NULL, writer = NULL;
    check(CreatePipe(&reader, &writer, NULL, 0), "CreatePipe");
    check_bytes(reader, writer);
    CLOSE(reader, writer);
    check_ends();
    check_waiting();
    check_leaving();
    check_named();
    return done();
}
