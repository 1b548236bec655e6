/* Microsoft's calls for paths: whole ones, their parts, and names that no file has.
 *
 * run: name=plain
 * run: name=ring3 ring=3
 */
#include <direct.h>
#include <errno.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "tests/harness/tap.h"
#include "tests/lib/noted_refusals.h"

static bool is(const char *text, const char *expected)
{
    return text && strcmp(text, expected) == 0;
}

static void check_whole(void)
{
    char to[_MAX_PATH], *made;
    wchar_t wide[_MAX_PATH], *wide_made = _wfullpath(NULL, NULL, 0);
    _mkdir("in");
    ok(is(_fullpath(to, "a/../b.c", sizeof to), "C:\\b.c") && _chdir("in") == 0 &&
           is(_fullpath(to, "b.c", sizeof to), "C:\\in\\b.c") &&
           is(_fullpath(to, "..\\x\\", sizeof to), "C:\\x\\"),
       "_fullpath goes out from the current folder");
    ok(is(_fullpath(to, "", sizeof to), "C:\\in") && is(_fullpath(to, NULL, sizeof to), "C:\\in"),
       "which no name stands for");
    ok(is(made = _fullpath(NULL, "d:\\x", 0), "d:\\x"), "its own memory");
    free(made);
    ok(is(_fullpath(to, "b.c", 10), "C:\\in\\b.c") && !_fullpath(to, "b.c", 9) && errno == ERANGE,
       "a path that has no room: ERANGE");
    ok(wcscmp(_wfullpath(wide, L"\x3B5", _MAX_PATH), L"C:\\in\\\x3B5") == 0 &&
           wcscmp(wide_made, L"C:\\") == 0 && !_wfullpath(wide, L"b", 7) && errno == ERANGE,
       "_wfullpath");
    free(wide_made);
    _chdir("..");
}

/* Whether a path has these parts. */
static bool has(const char *path, const char *drive, const char *folder, const char *name,
                const char *ending)
{
    char a[_MAX_DRIVE], b[_MAX_DIR], c[_MAX_FNAME], d[_MAX_EXT];
    _splitpath(path, a, b, c, d);
    return is(a, drive) && is(b, folder) && is(c, name) && is(d, ending);
}

static void check_parts(void)
{
    ok(has("C:\\a\\b/c.d.e", "C:", "\\a\\b/", "c.d", ".e") && has("name", "", "", "name", "") &&
           has("x.y\\z", "", "x.y\\", "z", "") && has("c:.txt", "c:", "", "", ".txt") &&
           has("\\\\m\\s\\", "", "\\\\m\\s\\", "", "") && has("", "", "", "", ""),
       "_splitpath takes paths apart");
    char name[4] = "old", ending[4] = "old";
    _splitpath("C:\\abc.d", NULL, NULL, name, NULL);
    ok(is(name, "abc"), "and leaves out what nobody wants");
    ok(_splitpath_s("abcd.e", NULL, 0, NULL, 0, name, 4, ending, 4) == ERANGE && !*name &&
           !*ending && errno == ERANGE && !calls,
       "what has no room leaves all parts empty");
    ok(_splitpath_s("a.b", NULL, 1, NULL, 0, name, 4, ending, 4) == EINVAL && calls == 1 &&
           _splitpath_s(NULL, NULL, 0, NULL, 0, name, 4, ending, 4) == EINVAL && calls == 2,
       "a size without a place, or no path: EINVAL");
    wchar_t drive[3], folder[9], wide[9], point[9];
    _wsplitpath(L"C:\\\x3B5\\f.c", drive, NULL, wide, point);
    ok(_wsplitpath_s(L"C:\\\x3B5\\f.c", drive, 3, folder, 9, wide, 9, point, 9) == 0 &&
           wcscmp(drive, L"C:") == 0 && wcscmp(folder, L"\\\x3B5\\") == 0 &&
           wcscmp(wide, L"f") == 0 && wcscmp(point, L".c") == 0,
       "wide paths, too");
}

static void check_making(void)
{
    char to[_MAX_PATH];
    calls = 0;
    _makepath(to, "c", "\\a\\b", "name", "txt");
    ok(is(to, "c:\\a\\b\\name.txt"), "_makepath adds what lacks");
    _makepath(to, "c:", "/a/", "name", ".txt");
    ok(is(to, "c:/a/name.txt"), "and only that");
    _makepath(to, NULL, "", "name", "");
    ok(is(to, "name"), "parts may be missing");
    ok(_makepath_s(to, 8, "c:", "a", "b", "c") == 0 && is(to, "c:a\\b.c") &&
           _makepath_s(to, 7, "c:", "a", "b", "c") == ERANGE && !*to && calls == 1 &&
           _makepath_s(NULL, 7, "c:", "a", "b", "c") == EINVAL && calls == 2,
       "_makepath_s");
    wchar_t wide[_MAX_PATH];
    _wmakepath(wide, L"c", L"\x3B5", L"n", L"t");
    ok(wcscmp(wide, L"c:\x3B5\\n.t") == 0 &&
           _wmakepath_s(wide, 4, NULL, L"a\\", L"b", L".") == ERANGE && !*wide,
       "wide paths, too");
}

static void write_file(const char *name)
{
    FILE *file = fopen(name, "w");
    if (file)
        fclose(file);
}

static void check_names(void)
{
    char to[_MAX_PATH];
    write_file("in\\tool.exe");
    _putenv("PATH=C:\\none;;in/;C:\\in");
    _searchenv("tool.exe", "PATH", to);
    ok(is(to, "in/tool.exe"), "_searchenv finds a file along a variable's folders");
    write_file("tool.exe");
    _searchenv("TOOL.exe", "PATH", to);
    ok(is(to, "C:\\TOOL.exe"), "or in the current one");
    _searchenv("nowhere", "PATH", to);
    ok(!*to && errno == ENOENT, "or not");

    char first[] = "t_XXXXXX", second[] = "t_XXXXXX", wrong[] = "XXXXX";
    ok(_mktemp(first) == first && first[2] == 'a' && strspn(first + 3, "0123456789") == 5,
       "_mktemp makes a name");
    write_file(first);
    ok(_mktemp(second) == second && second[2] == 'b' && is(second + 3, first + 3), "and another");
    ok(!_mktemp(wrong) && errno == EINVAL, "of six X only");
    char *one = _tempnam("in", "my"), *other = _tempnam("in", "my");
    ok(one && other && strncmp(one, "in\\my", 5) == 0 && strcmp(one, other) != 0,
       "_tempnam makes names in a folder that is there");
    free(one);
    free(other);
    _putenv("TMP=C:\\in");
    one = _tempnam("none", NULL);
    _putenv("TMP=C:\\none");
    other = _tempnam("none", NULL);
    ok(one && other && strncmp(one, "C:\\in\\", 6) == 0 && other[0] == '\\',
       "TMP's folder is before it, the root behind it");
    free(one);
    free(other);
}

int main(void)
{
    _set_invalid_parameter_handler(note);
    check_whole();
    check_parts();
    check_making();
    check_names();
    return tap_done();
}
