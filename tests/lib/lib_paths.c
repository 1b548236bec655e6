/* Names of files: whole paths, one file by several names, and the device NUL.
 *
 * run: emulator=qemu
 *
 * run: name=ring3 ring=3
 */
#include <direct.h>
#include <dirent.h>
#include <errno.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
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
    {"a/.", PATH_FILE, "C:\\a"},
    {"a/b/..", PATH_FILE, "C:\\a"},
    {"a/b/../", PATH_FILE, "C:\\a\\"},
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
    ok(is_refused("Folder/File", ENOENT) && _mkdir("Folder") == 0, "a file needs its folder");
    FILE *file = fopen("Folder/File", "wb");
    ok(file && fputs("text", file) == 0 && fclose(file) == 0, "a file in a folder");
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

/* From a folder that is the current one. */
static void check_current(void)
{
    static const char *const names[][2] = {
        {"a", "C:\\Sub\\deep\\a"},   {"", ""},
        {".", "C:\\Sub\\deep"},      {".\\", "C:\\Sub\\deep\\"},
        {"..", "C:\\Sub"},           {"../a/", "C:\\Sub\\a\\"},
        {"..\\..\\..\\a", "C:\\a"},  {"C:", "C:\\Sub\\deep"},
        {"c:a", "C:\\Sub\\deep\\a"}, {"\\a", "C:\\a"},
        {"C:/a", "C:\\a"},           {"D:a", "D:\\a"},
        {"\\\\?\\C:\\a", "C:\\a"},   {"nul", "\\\\.\\nul"},
    };
    ok(mkdir("Sub") == 0 && mkdir("C:\\sub\\deep\\") == 0 && chdir("Sub/deep") == 0,
       "folders in folders");
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct path path;
        path_make(&path, names[i][0]);
        ok(strcmp(path.text, names[i][1]) == 0 && path.length == strlen(path.text),
           "in a folder %s is %s", names[i][0], names[i][1]);
    }
    char text[20];
    ok(strcmp(_getcwd(text, sizeof text), "C:\\Sub\\deep") == 0 &&
           strcmp(getenv("=C:"), "C:\\Sub\\deep") == 0 && !getcwd(text, 11) && errno == ERANGE,
       "the current folder");
    char *own = getcwd(NULL, 0);
    ok(own && strcmp(own, "C:\\Sub\\deep") == 0, "in memory of malloc");
    free(own);
    FILE *file = fopen("here", "w");
    struct _stat now;
    ok(file && fclose(file) == 0 && _stat("C:/sub/deep/here", &now) == 0 && S_ISREG(now.st_mode) &&
           _stat("../deep", &now) == 0 && S_ISDIR(now.st_mode) && _stat("..\\", &now) == -1,
       "files and folders are found from there");
}

#define REFUSED(call, error) ((call) == -1 && errno == (error))

/* The names in a folder, each with a blank behind it. */
static const char *entries(DIR *folder)
{
    static char text[64];
    *text = 0;
    for (struct dirent *entry; (entry = readdir(folder));)
        if (entry->d_namlen == strlen(entry->d_name))
            strcat(strcat(text, entry->d_name), " ");
    return text;
}

static void check_reading(void)
{
    DIR *folder = opendir("C:/Sub");
    ok(folder && strcmp(entries(folder), ". .. deep ") == 0, "what is in a folder");
    errno = 4711;
    ok(!readdir(folder) && errno == 4711, "and the end of it");
    fclose(fopen("../new", "w"));
    rewinddir(folder);
    ok(strcmp(entries(folder), ". .. deep new ") == 0 && closedir(folder) == 0, "once more");
    ok(!opendir("none") && errno == ENOENT && !opendir("../new") && errno == ENOTDIR,
       "no folder, and a file");
    struct _finddata_t found;
    intptr_t search = _findfirst("..\\*w", &found);
    ok(search != -1 && strcmp(found.name, "new") == 0 && found.attrib == _A_ARCH &&
           found.size == 0 && found.time_write > 0 && sizeof found == 296,
       "_findfirst");
    _findclose(search);
    search = _findfirst("../d*", &found);
    ok(strcmp(found.name, "deep") == 0 && found.attrib == _A_SUBDIR &&
           _findnext(search, &found) == -1 && errno == ENOENT && _findclose(search) == 0 &&
           _findclose(search) == -1 && errno == EINVAL && _findnext(search, &found) == -1 &&
           errno == EINVAL && _findfirst("none*", &found) == -1 && errno == ENOENT,
       "its end");
    remove("../new");
    int opened = 0;
    while (opened < 40 && (folder = opendir(".")) && closedir(folder) == 0)
        opened++;
    ok(opened == 40, "a folder that is closed is no search any more");
}

static void check_folders(void)
{
    ok(REFUSED(mkdir("..\\DEEP"), EEXIST) && REFUSED(mkdir("here"), EEXIST) &&
           REFUSED(mkdir("."), EEXIST) && REFUSED(mkdir("no/where"), ENOENT) &&
           REFUSED(mkdir("a?"), EINVAL) && REFUSED(mkdir("C:\\"), EACCES) &&
           REFUSED(mkdir(""), ENOENT),
       "folders that cannot be made");
    ok(REFUSED(chdir("none"), ENOENT) && REFUSED(chdir("here"), EINVAL) &&
           REFUSED(chdir("no/where"), ENOENT),
       "none that could be entered");
    ok(REFUSED(rmdir("none"), ENOENT) && REFUSED(rmdir("here"), EINVAL) &&
           REFUSED(rmdir("../../Sub"), ENOTEMPTY) && REFUSED(remove(".."), EACCES) &&
           REFUSED(rmdir("C:\\"), EACCES),
       "folders that stay");
    ok(remove("here") == 0 && REFUSED(rmdir("."), EACCES), "the current one stays, too");
    ok(rename("C:\\Sub", "C:\\Other") == -1, "and is not renamed");
    ok(chdir("/") == 0 && rename("Sub", "Other") == 0 && chdir("other/deep") == 0 &&
           chdir("\\") == 0,
       "a folder is renamed with all that is in it");
    ok(rename("Other/deep", "Other/deep/er") == -1 && errno == EACCES, "but not into itself");
    ok(rmdir("other/deep") == 0 && _rmdir("other") == 0 && REFUSED(chdir("other"), ENOENT),
       "folders are removed");
    ok(_access("C:\\Windows\\Temp", 0) == 0, "Windows' folders are there");
    ok(_access("C:\\Windows\\Temp\\", 0) == 0 && _access("windows/", 0) == 0 &&
           _access("C:\\None\\", 0) == -1 && errno == ENOENT,
       "the name of a folder may end in a slash for _access");
    FILE *plain = fopen("plain", "w");
    ok(plain && fclose(plain) == 0 && _access("plain\\", 0) == -1 && errno == ENOENT &&
           _access("plain", 0) == 0 && remove("plain") == 0,
       "that of a file may not");
}

int main(void)
{
    check_paths();
    check_files();
    check_current();
    check_reading();
    check_folders();
    check_nul();
    return tap_done();
}
