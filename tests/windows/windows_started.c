/* Commands that run beside the program, in ways that are not the usual one.
 *
 * run: name=plain
 * run: name=ring3 ring=3
 * run: name=smp smp=2 ring=3
 */
#include <windows.h>

#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>

#include "tests/windows/windows_check.h"

/* Starts a line with these handles. Returns the process, or NULL. */
static HANDLE start(const char *line, HANDLE in, HANDLE out)
{
    char copy[200];
    PROCESS_INFORMATION process;
    STARTUPINFOA info = {.cb = sizeof info, .dwFlags = STARTF_USESTDHANDLES};
    info.hStdInput = in ? in : GetStdHandle(STD_INPUT_HANDLE);
    info.hStdOutput = info.hStdError = out ? out : GetStdHandle(STD_OUTPUT_HANDLE);
    strcpy(copy, line);
    if (!CreateProcessA(NULL, copy, NULL, NULL, TRUE, 0, NULL, NULL, &info, &process))
        return NULL;
    CloseHandle(process.hThread);
    return process.hProcess;
}

/* Waits for a process. Returns its status. */
static DWORD end_of(HANDLE process)
{
    DWORD code = 0;
    if (WaitForSingleObject(process, 20000) || !GetExitCodeProcess(process, &code))
        return (DWORD)-2;
    CloseHandle(process);
    return code;
}

/* Reads a pipe to its end. Returns how many bytes there were. */
static size_t drain(HANDLE from)
{
    char bytes[1000];
    size_t size = 0;
    DWORD part;
    while (ReadFile(from, bytes, sizeof bytes, &part, NULL) && part)
        size += part;
    CloseHandle(from);
    return size;
}

enum { THREADS = 4, ROUNDS = 5, LINES = 2000 };

static DWORD WINAPI run_rounds(void *parameter)
{
    HANDLE from, to;
    (void)parameter;
    for (int i = 0; i < ROUNDS; i++) {
        CreatePipe(&from, &to, NULL, 0);
        HANDLE process = start("cmd /c for /l %i in (1,1,100) do @echo %i", NULL, to);
        CloseHandle(to);
        if (!process || drain(from) != 9 * 3 + 90 * 4 + 5 || end_of(process) != 0)
            return 0;
    }
    return 1;
}

static void check_threads(void)
{
    HANDLE threads[THREADS];
    DWORD code, done = 0;
    for (int i = 0; i < THREADS; i++)
        threads[i] = CreateThread(NULL, 0, run_rounds, NULL, 0, NULL);
    for (int i = 0; i < THREADS; i++) {
        WaitForSingleObject(threads[i], INFINITE);
        done += GetExitCodeThread(threads[i], &code) ? code : 0;
        CloseHandle(threads[i]);
    }
    check(done == THREADS, "several threads start commands at once");
}

static DWORD WINAPI write_lines(void *pipe)
{
    DWORD done;
    for (int i = 0; i < LINES; i++)
        WriteFile(pipe, "0123456789012345678901234567890123456789\r\n", 42, &done, NULL);
    CloseHandle(pipe);
    return 0;
}

static void check_pipes(void)
{
    HANDLE from, to, in, feed;
    CreatePipe(&from, &to, NULL, 0);
    CreatePipe(&in, &feed, NULL, 0);
    HANDLE process = start("cmd /c sort", in, to);
    CloseHandle(to);
    CloseHandle(in);
    HANDLE writer = CreateThread(NULL, 0, write_lines, feed, 0, NULL);
    check(drain(from) == LINES * 42 && end_of(process) == 0, "pipes that are full both ways");
    WaitForSingleObject(writer, INFINITE);
    CloseHandle(writer);
    CreatePipe(&from, &to, NULL, 0);
    process = start("cmd /c dir /s C:\\ & exit 3", NULL, to);
    CloseHandle(from);
    CloseHandle(to);
    check(end_of(process) == 3, "a pipe that nobody reads ends no command");
}

static void check_termination(void)
{
    enum { TIMES = 25 };
    int ended = 0;
    for (int i = 0; i < TIMES; i++) {
        HANDLE from, to;
        CreatePipe(&from, &to, NULL, 0);
        HANDLE process =
            start("cmd /c echo a & for /l %i in (0,0,1) do @(set x=%i& cd .)", NULL, to);
        CloseHandle(to);
        Sleep(i % 3);
        ended += TerminateProcess(process, 77) && end_of(process) == 77;
        drain(from);
    }
    check(ended == TIMES, "a command that would go on for ever ends, and its pipe with it");
    FILE *file = tmpfile();
    check(file != NULL && system("echo.>nul") == 0, "it leaves neither files nor locks behind");
    if (file)
        fclose(file);
}

/* A command with handles of the program's leaves them as they are; one that gets no file ends. */
static void check_streams(void)
{
    HANDLE from, to;
    FILE *files[FOPEN_MAX];
    int count = 0;
    _setmode(0, _O_BINARY);
    DWORD code = end_of(start("cmd /c exit 4", NULL, NULL));
    check(code == 4 && _setmode(0, _O_TEXT) == _O_BINARY, "the program's input keeps its mode");
    while (count < FOPEN_MAX && (files[count] = tmpfile()))
        count++;
    CreatePipe(&from, &to, NULL, 0);
    HANDLE process = start("cmd /c echo a", NULL, to);
    CloseHandle(to);
    check(drain(from) == 0 && end_of(process) == (DWORD)-1, "without a file there is no output");
    while (count)
        fclose(files[--count]);
}

int main(void)
{
    check_streams();
    check_threads();
    check_pipes();
    check_termination();
    return done();
}
