/* Commands by system and _popen, of both C libraries, and where their output goes. */
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <stdio.h>
#include <stdlib.h>
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
