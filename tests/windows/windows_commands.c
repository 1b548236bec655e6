/* system and _popen: the commands that cmd.exe has itself, its lines, and their streams.
 *
 * run: args=trapline:input=pipe input="x12\r\ny\r\n"
 * run: name=ring3 ring=3 args=trapline:input=pipe input="x12\r\ny\r\n"
 */
#include <windows.h>

#include <conio.h>
#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <stdlib.h>
#include <string.h>

#include "tests/windows/windows_check.h"

/* Whether a line writes this text, errors among it, and has this status. */
static int says(const char *line, const char *text, int status)
{
    char all[300], got[2000] = "";
    snprintf(all, sizeof all, "(%s\n) 2>&1", line);
    FILE *pipe = _popen(all, "r");
    if (!pipe)
        return 0;
    size_t length = fread(got, 1, sizeof got - 1, pipe);
    got[length] = 0;
    int ended = _pclose(pipe);
    if (strcmp(got, text) == 0 && ended == status)
        return 1;
    printf("# %s: status %d, text \"%s\"\n", line, ended, got);
    return 0;
}

/* Whether a file has these bytes. */
static int has(const char *name, const char *bytes)
{
    char got[200] = "";
    FILE *file = fopen(name, "rb");
    size_t length = file ? fread(got, 1, sizeof got, file) : 0;
    if (file)
        fclose(file);
    return file && length == strlen(bytes) && memcmp(got, bytes, length) == 0;
}

#define UNKNOWN(name)                                                                              \
    "'" name "' is not recognized as an internal or external command,\n"                           \
    "operable program or batch file.\n"

static void check_lines(void)
{
    check(says("echo one", "one\n", 0) && says("echo.", "\n", 0) &&
              says("echo", "ECHO is on.\n", 0) && says("echo:  a \"b\"  c", "  a \"b\"  c\n", 0) &&
              says("@echo off", "", 0) && says("echo.off", "off\n", 0),
          "echo");
    check(says("echo a& echo b &&echo c||echo d", "a\nb \nc\n", 0) &&
              says("nothing.exe x || echo failed", UNKNOWN("nothing.exe") "failed\n", 0) &&
              says("type none && echo never", "The system cannot find the file specified.\n", 1) &&
              says("(echo a & exit 3) & echo never", "a \n", 3),
          "operators: & && || and groups");
    check(says("a\"b c\"/b", UNKNOWN("a\"b c\""), 1) && says("\"a b\" c", UNKNOWN("\"a b\""), 1),
          "a name that is no command's");
    check(says("echo a ^& b ^^ \"c & ^ d\" ^| e", "a & b ^ \"c & ^ d\" | e\n", 0),
          "^ and quotes protect");
    check(says("echo >", "The syntax of the command is incorrect.\n", 1) &&
              says("& echo a", "& was unexpected at this time.\n", 1) &&
              says("echo a |", "The syntax of the command is incorrect.\n", 1),
          "lines that are none");
    check(says("rem a & echo b", "", 0), "rem goes as far as the line");
    check(says("if exist none (echo a) & echo b", "", 0) &&
              says("if not exist none (echo a) & echo b", "a\nb\n", 0) &&
              says("if exist windows echo a", "a\n", 0) && says("if a==b echo c", "", 0) &&
              says("if /i \"a b\"==\"A B\" echo c", "c\n", 0) &&
              says("echo a&& if a==b (echo c) & echo d", "a\n", 0) &&
              says("echo a&rem b & echo c", "a\n", 0) &&
              says("if a==a", "The syntax of the command is incorrect.\n", 1),
          "if");
    check(says("if a==b (echo c) else (echo d & echo e)", "d \ne\n", 0) &&
              says("if a==a (echo c) else (echo d) & echo e", "c\n", 0) &&
              says("if a==b (echo c) ELSE if c==d (echo e) else echo f", "f\n", 0) &&
              says("(if a==b (echo c) else (echo d)) & echo e", "d\ne\n", 0) &&
              says("echo a&& if a==b (echo c) else (echo d & echo e)", "a\nd \ne\n", 0) &&
              says("if a==a (echo c else d) & echo else", "c else d\nelse\n", 0) &&
              says("if a==a (echo c) else", "The syntax of the command is incorrect.\n", 1),
          "else");
    check(says("cmd /c echo a", "a\n", 0) && says("cmd.exe /c \"exit 4\" & echo b", "b\n", 0) &&
              says("C:\\Windows\\System32\\cmd.exe /c exit 4", "", 4) &&
              says("\"C:\\Windows\\System32\\cmd.exe\" /c exit 4", "", 4) &&
              says("call echo a", "a\n", 0),
          "cmd /c and call");
    check(system("\"exit 6\"") == 6 && system("\"cmd\" /c \"exit 7\"") == 1 &&
              says("cmd /c \"echo \"a b\" c\"", "\"a b\" c\n", 0),
          "the quotes around a line go");
    char deep[200];
    memset(deep, '(', 80);
    strcpy(deep + 80, "echo a");
    memset(deep + 86, ')', 80);
    deep[166] = 0;
    check(says("((echo a))", "a\n", 0) &&
              says(deep, "The syntax of the command is incorrect.\n", 1) &&
              system("(echo a 2>nul") == 1,
          "groups in groups, not too many");
    check(says("d:", "The system cannot find the drive specified.\n", 1) && says("c:", "", 0),
          "the name of a drive");
}

static void check_streams(void)
{
    check(system("echo a>one.txt") == 0 && has("one.txt", "a\r\n") &&
              system("echo b >>one.txt") == 0 && has("one.txt", "a\r\nb \r\n"),
          "> and >>");
    check(system("(echo c& echo d)>two.txt") == 0 && has("two.txt", "c\r\nd\r\n"),
          "a group's redirection is that of all its commands");
    check(system("nothing 2>three.txt") == 1 &&
              says("find \"nothing\" < three.txt",
                   "'nothing' is not recognized as an internal or "
                   "external command,\n",
                   0),
          "2> and <");
    check(says("(echo a& nothing) 2>nul", "a\n", 1) && system("echo a > nul") == 0, "nul");
    check(says("type none <one.txt", "The system cannot find the file specified.\n", 1) &&
              says("sort < none", "The system cannot find the file specified.\n", 1) &&
              says("echo a > none\\x", "The system cannot find the path specified.\n", 1),
          "a redirection without its file");
    check(says("(echo b& echo A& echo c) | sort /r", "c\nb\nA\n", 0) &&
              says("echo a | find \"b\"", "", 1) && says("dir /b | find /c \".txt\"", "3\n", 0) &&
              says("type two.txt | find /n /v \"c\"", "[2]d\n", 0),
          "|");
    FILE *file = freopen("four.txt", "w", stdout);
    int status = file ? system("echo into the file") : 1;
    int saved = freopen("CON", "w", stdout) ? 0 : 1;
    check(!status && !saved && has("four.txt", "into the file\r\n"),
          "freopen gives descriptor 1 another file, and commands write there");
    int binary = _open("five.bin", _O_CREAT | _O_WRONLY | _O_BINARY, 0666), before = _dup(1);
    _dup2(binary, 1);
    _close(binary);
    status = system("echo by a number");
    _dup2(before, 1);
    _close(before);
    check(!status && has("five.bin", "by a number\r\n"),
          "so does _dup2; the mode of the program's text is not the command's");
}

static void check_process(void)
{
    char folder[MAX_PATH];
    check(system(NULL) == 1 && _wsystem(NULL) == 1, "there is a command processor");
    errno = EDOM;
    SetLastError(4711);
    check(system("type none 2>nul") == 1 && errno == EDOM && GetLastError() == 4711,
          "a command's errors are its own");
    check(says("md sub & cd sub & cd", "C:\\sub\n", 0) &&
              strcmp(_getcwd(folder, MAX_PATH), "C:\\") == 0,
          "a folder that is entered is left at the end");
    check(says("cd none", "The system cannot find the path specified.\n", 1) &&
              says("cd one.txt", "The directory name is invalid.\n", 1) &&
              says("cd sub & cd.. & cd", "C:\\\n", 0),
          "cd");
    check(_chdir("sub") == 0 && says("cd", "C:\\sub\n", 0) && _chdir("\\") == 0,
          "a command begins in the program's folder");
    check(_putenv("Fruit=pear") == 0 && says("echo %fruit% %none% %%", "pear %none% %%\n", 0) &&
              says("set fr", "Fruit=pear\n", 0) &&
              says("set none", "Environment variable none not defined\n", 1),
          "the program's variables");
    check(says("set Fruit=fig& set fruit", "Fruit=fig\n", 0) &&
              strcmp(getenv("Fruit"), "pear") == 0 &&
              says("set fruit=& if not defined fruit echo a", "a\n", 0) &&
              says("set \"A=b c\"& set a& set Zoo=1& set z", "A=b c\nZoo=1\n", 0),
          "set changes the processor's alone");
    check(says("path", "No Path\n", 0) && says("path C:\\a;C:\\b& path", "PATH=C:\\a;C:\\b\n", 0),
          "path");
    check(says("exit", "", 0) && says("exit /b 5", "", 5) && says("cmd /c exit -3", "", -3),
          "exit");
    check(_wsystem(L"echo \xFC>wide.txt") == 0 && has("wide.txt", "\xC3\xBC\r\n"), "_wsystem");
}

static void check_files(void)
{
    check(says("md a\\b\\c", "", 0) && _access("a\\b\\c", 0) == 0 &&
              says("md a", "A subdirectory or file a already exists.\n", 1) &&
              says("mkdir \"a\\with blanks\" a\\d", "", 0) && _access("a\\with blanks", 0) == 0,
          "md makes folders between");
    check(says("rd a\\d", "", 0) && _access("a\\d", 0) == -1 &&
              says("rd a", "The directory is not empty.\n", 145) &&
              says("rd none", "The system cannot find the file specified.\n", 2) &&
              says("rd one.txt", "The directory name is invalid.\n", 267),
          "rd, whose status is the error");
    check(
        says("copy one.txt a\\copy.txt", "        1 file(s) copied.\n", 0) &&
            has("a\\copy.txt", "a\r\nb \r\n") &&
            says("copy one.txt+.\\two.txt a\\both.txt",
                 "one.txt\n.\\two.txt\n        1 file(s) copied.\n", 0) &&
            has("a\\both.txt", "a\r\nb \r\nc\r\nd\r\n") &&
            says("copy /y t*.txt a", "three.txt\ntwo.txt\n        2 file(s) copied.\n", 0) &&
            says("copy a nul",
                 "a\\both.txt\na\\copy.txt\na\\three.txt\na\\two.txt\n        4 file(s) copied.\n",
                 0) &&
            says("copy none a", "The system cannot find the file specified.\n", 1) &&
            says("copy one.txt .",
                 "The file cannot be copied onto itself.\n"
                 "        0 file(s) copied.\n",
                 1),
        "copy");
    check(says("echo n| copy one.txt a\\both.txt",
               "Overwrite C:\\a\\both.txt? (Yes/No/All): "
               "        0 file(s) copied.\n",
               1),
          "copy asks before it replaces a file");
    check(says("cd a& ren copy.txt new.txt& dir /b",
               "b\nboth.txt\nnew.txt\nthree.txt\ntwo.txt\nwith blanks\n", 0) &&
              says("cd a& ren *.txt *.old& dir /b /a-d", "both.old\nnew.old\nthree.old\ntwo.old\n",
                   0) &&
              says("cd a& ren new.old two.old",
                   "A duplicate file name exists, or the file\ncannot be found.\n", 1) &&
              says("ren none x", "The system cannot find the file specified.\n", 1),
          "ren, with patterns");
    check(says("move a\\new.old moved.txt", "        1 file(s) moved.\n", 0) &&
              has("moved.txt", "a\r\nb \r\n") &&
              says("move a\\th*.old e1", "C:\\a\\three.old\n        1 file(s) moved.\n", 0) &&
              says("del e1", "", 0) && says("move a e", "        1 dir(s) moved.\n", 0) &&
              _access("e\\b\\c", 0) == 0,
          "move");
    check(says("type moved.txt", "a\nb \n", 0) &&
              says("type moved.txt one.txt", "\nmoved.txt\n\n\na\nb \n\none.txt\n\n\na\nb \n", 0) &&
              says("type none", "The system cannot find the file specified.\n", 1) &&
              says("more < moved.txt", "a\nb \n", 0),
          "type and more");
    check(says("del moved.txt", "", 0) && _access("moved.txt", 0) == -1 &&
              says("del moved.txt", "Could Not Find C:\\moved.txt\n", 0) &&
              says("echo n| del e", "C:\\e\\*, Are you sure (Y/N)? ", 0) &&
              _access("e\\two.old", 0) == 0 && says("del /q e\\*.*", "", 0) &&
              _access("e\\two.old", 0) == -1,
          "del asks before it takes all");
    check(says("echo n| rd /s e", "C:\\e, Are you sure (Y/N)? ", 0) && _access("e", 0) == 0 &&
              says("rd /s /q e", "", 0) && _access("e", 0) == -1,
          "rd /s takes a whole tree");
    check(says("del /x one.txt", "Invalid switch - \"x\".\n", 1) &&
              says("del", "The syntax of the command is incorrect.\n", 1),
          "words that are wrong");
}

/* Dates and the room that is left are not the same in each run. */
static void check_dir(void)
{
    char line[200];
    FILE *pipe;
    int found = 0;
    system("md d\\e & echo 12345678> d\\f.txt");
    check(says("dir /b d", "e\nf.txt\n", 0) && says("dir /b /ad d", "e\n", 0) &&
              says("dir /b /s d", "C:\\d\\e\nC:\\d\\f.txt\n", 0) &&
              says("dir /b d\\*.txt", "f.txt\n", 0) && says("dir /b none", "File Not Found\n", 1),
          "dir /b");
    pipe = popen("dir d", "r");
    while (pipe && fgets(line, sizeof line, pipe))
        found +=
            strcmp(line, " Volume in drive C has no label.\n") == 0 ||
            strcmp(line, " Directory of C:\\d\n") == 0 ||
            (line[10] == ' ' && strcmp(line + 20, "                10 f.txt\n") == 0) ||
            strcmp(line + 20, "    <DIR>          e\n") == 0 ||
            strcmp(line, "               1 File(s)             10 bytes\n") == 0 ||
            (strncmp(line, "               3 Dir(s) ", 24) == 0 && strstr(line, " bytes free"));
    check(pclose(pipe) == 0 && found == 6, "dir");
    check(says("dir none 2>nul | find \"Dir\"", " Directory of C:\\\n", 0) &&
              says("dir none >nul", "File Not Found\n", 1),
          "dir without a file");
    system("rd /s /q d");
}

static void check_others(void)
{
    check(says("ver", "\nMicrosoft Windows [Version 6.1.7601]\n", 0), "ver");
    check(says("vol", " Volume in drive C has no label.\n Volume Serial Number is 1980-0101\n", 0),
          "vol");
    check(says("title A name", "", 0), "title has no text");
    char title[64];
    check(GetConsoleTitleA(title, sizeof title) == 6 && strcmp(title, "A name") == 0,
          "the title stays");
    check(says("color 0A", "", 0) && says("color 11", "", 1), "color refuses what cannot be read");
    check(says("chcp", "Active code page: 437\n", 0) &&
              says("chcp 850", "Active code page: 850\n", 0) && GetConsoleOutputCP() == 850 &&
              says("chcp 7", "Invalid code page\n", 1),
          "chcp");
    check(says("mode con cols=100 lines=40", "", 0) &&
              says("mode com7", "Illegal device name - com7\n", 1),
          "mode");
    check(says("timeout /t 1",
               "ERROR: Input redirection is not supported, exiting the process "
               "immediately.\n",
               1) &&
              says("timeout", "ERROR: Invalid syntax.\nType \"TIMEOUT /?\" for usage.\n", 1),
          "timeout takes keys from a console alone");
    check(says("hostname", "TRAPLINE\n", 0) && says("whoami", "trapline\\user\n", 0), "names");
    check(says("cls", "\f", 0), "cls begins a page in a file");
    HANDLE output = GetStdHandle(STD_OUTPUT_HANDLE);
    CONSOLE_SCREEN_BUFFER_INFO screen;
    SetConsoleCursorPosition(output, (COORD){3, 4});
    check(system("cls") == 0 && GetConsoleScreenBufferInfo(output, &screen) &&
              screen.dwCursorPosition.X == 0 && screen.dwCursorPosition.Y == 0,
          "cls puts the cursor into the first cell");
    check(says("date /t | find \"/20\" >nul", "", 0) && says("time /t | find \"M\" >nul", "", 0) &&
              says("date 1-1-2000", "A required privilege is not held by the client.\n", 1),
          "date and time");
}

static void check_input(void)
{
    check(says("pause", "Press any key to continue . . . \n", 0) && _getch() == '1',
          "pause takes one key");
    check(getchar() == '2' && getchar() == '\n', "what is behind it stays");
    check(says("md g & del g", "C:\\g\\*, Are you sure (Y/N)? ", 0), "a question takes a line");
    check(says("pause", "Press any key to continue . . . \n", 0) &&
              says("set /p A=name? ", "name? ", 1) &&
              says("del g", "C:\\g\\*, Are you sure (Y/N)? \n", 0),
          "at the end of the input all goes on");
}

static unsigned refused;

static void note_refusal(const wchar_t *expression, const wchar_t *function, const wchar_t *file,
                         unsigned line, uintptr_t reserved)
{
    refused++;
}

static void check_refusals(void)
{
    _set_invalid_parameter_handler(note_refusal);
    errno = 0;
    check(!_popen("ver", "a") && !_popen("ver", "r+") && !_popen("ver", "") && refused == 3 &&
              errno == EINVAL,
          "a mode of a pipe is r or w, with t or b");
    check(!_popen(NULL, "r") && !_popen("ver", NULL) && !_wpopen(NULL, L"r") && refused == 6 &&
              _pclose(NULL) == -1 && refused == 7,
          "a pipe needs a command and a mode");
    _set_invalid_parameter_handler(NULL);
}

static void check_pipes(void)
{
    char line[20] = "", bytes[8];
    FILE *pipe = _popen("sort > sorted.txt", "w");
    check(pipe && fputs("b\na\n", pipe) >= 0 && fgetc(pipe) == EOF && _pclose(pipe) == 0 &&
              has("sorted.txt", "a\r\nb\r\n"),
          "a command reads what is written to its pipe");
    pipe = _popen("cmd > nul", "w");
    check(pipe && fputs("set A=5\ncd windows\ncd > C:\\where.txt\nexit %A%\n", pipe) >= 0 &&
              _pclose(pipe) == 5 && has("where.txt", "C:\\windows\r\n"),
          "cmd reads lines");
    pipe = _popen("echo a", "rb");
    check(pipe && fread(bytes, 1, sizeof bytes, pipe) == 3 && memcmp(bytes, "a\r\n", 3) == 0 &&
              fputc('a', pipe) == EOF && _pclose(pipe) == 0,
          "a pipe that is binary");
    pipe = _wpopen(L"echo a", L"r");
    check(pipe && fgets(line, sizeof line, pipe) && strcmp(line, "a\n") == 0 && _pclose(pipe) == 0,
          "_wpopen");
    pipe = tmpfile();
    errno = 0;
    check(_pclose(pipe) == -1 && errno == EBADF && fclose(pipe) == 0, "a file is no pipe");
    FILE *files[FOPEN_MAX + 1];
    int count = 0;
    while (count <= FOPEN_MAX && (files[count] = tmpfile()))
        count++;
    errno = 0;
    pipe = _popen("echo a", "r");
    check(!pipe && errno == EMFILE && system("echo a > nul") == 1, "there is no room for a pipe");
    while (count)
        fclose(files[--count]);
}

int main(void)
{
    check_lines();
    check_streams();
    check_process();
    check_files();
    check_dir();
    check_others();
    check_input();
    check_pipes();
    check_refusals();
    return done();
}
