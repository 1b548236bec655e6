/* Names of files: whole paths, one file by several names, and the device NUL.
 *
 * run: emulator=qemu
 *
 * run: name=ring3 ring=3
 */
#include <direct.h>
#include <errno.h>
#include <io.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/paths.h"
#include "tests/harness/tap.h"

static const struct {
    const char *name;
    enum path_kind kind;
    const char *path;
} rows[] = {
    {"a", PATH_FILE, "C:\\a"},
    {"Folder/b.txt", PATH_FILE, "C:\\Folder\\b.txt"},
    {"\\a\\\\b//c", PATH_FILE, "C:\\a\\b\\c"},
    {"C:a", PATH_FILE, "C:\\a"},
    {"c:/a", PATH_FILE, "c:\\a"},
    {".\\a", PATH_FILE, "C:\\a"},
    {"a/./b/../c", PATH_FILE, "C:\\a\\c"},
    {"../../a", PATH_FILE, "C:\\a"},
    {"a/..", PATH_ROOT, "C:\\"},
    {"a. . ", PATH_FILE, "C:\\a"},
    {"a./b", PATH_FILE, "C:\\a\\b"},
    {"a../b", PATH_FILE, "C:\\a..\\b"},
    {"a /b", PATH_FILE, "C:\\a \\b"},
    {"a/", PATH_FILE, "C:\\a\\"},
    {"\\\\?\\C:\\a.\\..", PATH_FILE, "C:\\a.\\.."},
    {"\\\\.\\C:\\a", PATH_FILE, "C:\\a"},
    {"", PATH_EMPTY, ""},
    {".", PATH_ROOT, "C:\\"},
    {"C:", PATH_ROOT, "C:\\"},
    {"/", PATH_ROOT, "C:\\"},
    {"D:\\a", PATH_ELSEWHERE, "D:\\a"},
    {"//server/share/a", PATH_ELSEWHERE, "\\\\server\\share\\a"},
    {"nul", PATH_NUL, "\\\\.\\nul"},
    {"a\\NUL.txt", PATH_NUL, "\\\\.\\NUL"},
    {"C:nul:", PATH_NUL, "\\\\.\\nul"},
    {"null", PATH_FILE, "C:\\null"},
    {"con", PATH_CONSOLE, "\\\\.\\con"},
    {"CONIN$", PATH_INPUT, "\\\\.\\CONIN$"},
    {"conout$", PATH_OUTPUT, "\\\\.\\conout$"},
    {"a\\conout$", PATH_FILE, "C:\\a\\conout$"},
    {"lpt1 .x", PATH_DEVICE, "\\\\.\\lpt1"},
    {"com0", PATH_FILE, "C:\\com0"},
    {"\\\\.\\pipe\\a", PATH_DEVICE, "\\\\.\\pipe\\a"},
};

static void check_paths(void)
{
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct path path;
        path_make(&path, rows[i].name);
        ok(path.kind == rows[i].kind && strcmp(path.text, rows[i].path) == 0 &&
               path.length == strlen(path.text),
           "%s is %s", rows[i].name, rows[i].path);
    }
    struct path path;
    char longest[PATH_SIZE + 1] = "";
    memset(longest, 'n', PATH_SIZE - 1 - PATH_ROOT_LENGTH);
    path_make(&path, longest);
    ok(path.kind == PATH_FILE && path.length == PATH_SIZE - 1, "a path of 259 characters");
    strcat(longest, "n");
    path_make(&path, longest);
    ok(path.kind == PATH_LONG && !*path.text, "one more is too long");
}

static bool is_refused(const char *name, int error)
{
    errno = 0;
    FILE *file = fopen(name, "w");
    bool is_wrong = file || errno != error;
    if (file)
        fclose(file);
    return !is_wrong;
}

static void check_files(void)
{
    struct _stat now;
    FILE *file = fopen("Folder/File", "wb");
    ok(file && fputs("text", file) == 0 && fclose(file) == 0, "any folder is there");
    ok(_access("C:\\FOLDER\\file", 0) == 0 && _access(".\\folder\\x\\..\\file", 0) == 0,
       "a file is found by each of its paths, whatever their case");
    ok(rename("folder\\file", "c:/other") == 0 && remove("OTHER") == 0 && _access("other", 0) == -1,
       "rename and remove find it, too");
    ok(is_refused("", ENOENT) && is_refused("a?", EINVAL) && is_refused("a:b", ENOENT) &&
           is_refused("abc:d", EINVAL) && is_refused("a\tb", EINVAL) &&
           is_refused("D:/a", ENOENT) && is_refused("C:/", EACCES) && is_refused("a/", ENOENT) &&
           is_refused("prn", ENOENT),
       "no file has such a name");
    ok(_stat("a/..", &now) == 0 && now.st_mode & _S_IFDIR && _chdir("C:/.") == 0, "the root");
}

static void check_nul(void)
{
    char text[8] = "kept";
    struct _stat now;
    FILE *file = fopen("NUL", "w+");
    ok(file && fprintf(file, "%d lines\n", 3) == 8 && fputs("gone", file) == 0, "NUL takes all");
    rewind(file);
    ok(fgetc(file) == EOF && feof(file) && !ferror(file) && fgets(text, sizeof text, file) == NULL,
       "and has nothing");
    ok(fseek(file, 5, SEEK_SET) == 0 && ftell(file) == 0, "it has no positions");
    ok(_isatty(_fileno(file)) && _read(_fileno(file), text, 4) == 0 &&
           _write(_fileno(file), text, 4) == 4 && strcmp(text, "kept") == 0,
       "the same by its number");
    ok(fclose(file) == 0 && _stat("nul.x", &now) == 0 && now.st_mode & _S_IFCHR, "it is a device");
    ok(remove("nul") == -1 && errno == EACCES, "which stays");
}

int main(void)
{
    check_paths();
    check_files();
    check_nul();
    return tap_done();
}
