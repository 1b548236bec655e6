/* Commands by system and _popen, of both C libraries, and where their output goes; commands by
 * CreateProcess and _spawn. */
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

/* The calls of a library. Each has streams and numbers of files of its own. */
struct library {
    int (*run)(const char *command);
    int (*run_wide)(const wchar_t *command);
    FILE *(*open)(const char *command, const char *mode);
    FILE *(*open_wide)(const wchar_t *command, const wchar_t *mode);
    int (*close)(FILE *pipe);
    char *(*read)(char *line, int size, FILE *file);
    int (*write)(const char *text, FILE *file);
};

static void show(const char *name, const struct library *library)
{
    char line[80];
    printf("%s: %d %d\n", name, library->run(NULL), library->run_wide(NULL));
    fflush(stdout);
    printf("%d\n", library->run("echo one & (echo two) > commands.txt & exit 3"));
    fflush(stdout);
    printf("%d\n", library->run_wide(L"type commands.txt && nothing 2>nul"));
    fflush(stdout);
    FILE *pipe = library->open("dir /b commands.txt & set fruit & exit 4", "r");
    while (pipe && library->read(line, sizeof line, pipe))
        printf("read %s", line);
    printf("%d\n", library->close(pipe));
    pipe = library->open_wide(L"sort", L"wt");
    library->write("b\na\n", pipe);
    printf("before sort\n");
    fflush(stdout);
    printf("%d\n", library->close(pipe));
    fflush(stdout);
}

/* The address of a library's call that has no header here. */
static void *find(HMODULE module, const char *name)
{
    return (void *)(ULONG_PTR)GetProcAddress(module, name);
}

/* Starts a command whose output is a pipe. Prints what comes through it, and how the command ends.
 */
static void start(const char *name, const char *line, void *variables, const char *folder)
{
    HANDLE from, to;
    char text[400] = "", copy[100] = "";
    DWORD size = 0, part, code = 0;
    PROCESS_INFORMATION process;
    CreatePipe(&from, &to, NULL, 0);
    STARTUPINFOA info = {.cb = sizeof info, .dwFlags = STARTF_USESTDHANDLES};
    info.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
    info.hStdOutput = info.hStdError = to;
    strcpy(copy, line);
    if (!CreateProcessA(name, copy, NULL, NULL, TRUE, 0, variables, folder, &info, &process)) {
        printf("%s: error %lu\n", line, GetLastError());
        return;
    }
    CloseHandle(to);
    while (ReadFile(from, text + size, sizeof text - 1 - size, &part, NULL) && part)
        size += part;
    CloseHandle(from);
    WaitForSingleObject(process.hProcess, INFINITE);
    GetExitCodeProcess(process.hProcess, &code);
    for (char *at = text; *at; at++)
        if (*at == '\r')
            *at = '.';
    printf("%s: %lu %d %d\n%s", line, code, GetProcessId(process.hProcess) == process.dwProcessId,
           process.dwProcessId != GetCurrentProcessId(), text);
    CloseHandle(process.hThread);
    CloseHandle(process.hProcess);
}

/* Commands that run beside the program. */
static void run_beside(void)
{
    static char variables[] = "zebra=1\0apple=2\0";
    char shell[MAX_PATH];
    PROCESS_INFORMATION process;
    STARTUPINFOA info = {.cb = sizeof info};
    DWORD code;
    int ended = 0;
    GetEnvironmentVariableA("ComSpec", shell, sizeof shell);
    FILE *file = fopen("beside.bat", "w");
    fputs("@echo %1 %fruit%\n@exit /b 5\n", file);
    fclose(file);
    start(NULL, "cmd /c echo a & echo %fruit% & nothing", NULL, NULL);
    start(shell, "cmd.exe /c cd & set zeb & set apple & exit 7", variables, "C:\\Windows");
    start(NULL, "beside.bat word", NULL, NULL);
    start(NULL, "cmd /c x", NULL, "C:\\none");
    start(NULL, "none.exe x", NULL, NULL);
    CreateProcessA(NULL, strcpy(shell, "cmd /c exit 9"), NULL, NULL, FALSE, CREATE_SUSPENDED, NULL,
                   NULL, &info, &process);
    printf("%d", WaitForSingleObject(process.hProcess, 20) == WAIT_TIMEOUT);
    printf(" %d", GetExitCodeProcess(process.hProcess, &code) && code == STILL_ACTIVE);
    ResumeThread(process.hThread);
    WaitForSingleObject(process.hProcess, INFINITE);
    printf(" %d\n", GetExitCodeProcess(process.hProcess, &code) && code == 9);
    CreateProcessA(NULL, strcpy(shell, "cmd /c pause"), NULL, NULL, FALSE, CREATE_SUSPENDED, NULL,
                   NULL, &info, &process);
    printf("%d", TerminateProcess(process.hProcess, 77));
    WaitForSingleObject(process.hProcess, INFINITE);
    printf(" %d\n", GetExitCodeProcess(process.hProcess, &code) && code == 77);
    fflush(stdout);

    printf("%d\n", (int)_spawnl(_P_WAIT, "cmd", "cmd", "/c", "echo spawned& exit 6", NULL));
    fflush(stdout);
    const char *const words[] = {"beside.bat", "listed", NULL}, *const row[] = {"fruit=fig", NULL};
    intptr_t started = _spawnve(_P_NOWAIT, "beside.bat", words, row);
    printf("%d", _cwait(&ended, started, 0) == started);
    printf(" %d\n", ended);
    errno = 0;
    printf("%d", (int)_spawnlp(_P_WAIT, "none", "none", NULL));
    printf(" %d", errno == ENOENT);
    printf(" %d", (int)_cwait(&ended, 4, 0));
    printf(" %d\n", errno == ECHILD);
    fflush(stdout);
}

int main(void)
{
    struct library msvcrt = {system, _wsystem, _popen, _wpopen, _pclose, fgets, fputs};
    HMODULE module = LoadLibraryA("ucrtbase.dll");
    struct library ucrt = {find(module, "system"),  find(module, "_wsystem"),
                           find(module, "_popen"),  find(module, "_wpopen"),
                           find(module, "_pclose"), find(module, "fgets"),
                           find(module, "fputs")};
    _putenv("fruit=pear");
    show("msvcrt", &msvcrt);
    show("ucrtbase", &ucrt);
    run_beside();

    int saved = _dup(1);
    if (!freopen("commands.txt", "w", stdout))
        return 1;
    system("echo into the file");
    _dup2(saved, 1);
    system("type commands.txt");
    SetStdHandle(STD_OUTPUT_HANDLE, INVALID_HANDLE_VALUE);
    system("echo a handle alone changes nothing");
    system("pause < nul");
    errno = 0;
    printf("%d", _pclose(stdout));
    printf(" %d\n", errno == EBADF);
    return system("cd \\Windows && rd none 2>&1");
}
