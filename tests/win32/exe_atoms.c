/* Atoms: numbers for names. */

#include <stdio.h>
#include <windows.h>

int main(void)
{
    char text[300];
    WCHAR wide[32];
    ATOM one = AddAtomA("Some name");
    printf("new: %d, the same in another case: %d\n", one >= 0xC000, AddAtomA("SOME NAME") == one);
    printf("found: %d %d\n", FindAtomA("some name") == one, FindAtomW(L"Some Name") == one);
    printf("name: %u %s\n", GetAtomNameA(one, text, sizeof text), text);
    printf("wide: %u %ls\n", GetAtomNameW(one, wide, 32), wide);
    SetLastError(0);
    printf("cut: %u %s", GetAtomNameA(one, text, 5), text);
    printf(" %lu\n", GetLastError());
    printf("of another table: %d", GlobalFindAtomA("Some name"));
    printf(" %lu\n", GetLastError());
    printf("deleted twice: %d", DeleteAtom(one));
    printf(" %d", DeleteAtom(one));
    printf(", found: %d", FindAtomA("Some name"));
    printf(" %lu\n", GetLastError());
    printf("not there: %d", DeleteAtom(one) == one);
    printf(" %lu\n", GetLastError());
    printf("#123: %d, 49151: %d, #49152: %d", AddAtomA("#123"), FindAtomA("#49151"),
           AddAtomA("#49152"));
    printf(" %lu\n", GetLastError());
    printf("a number: %d, its name %u %s\n", GlobalAddAtomA((LPCSTR)77),
           GlobalGetAtomNameA(77, text, sizeof text), text);
    printf("#12a is a name: %d\n", AddAtomA("#12a") >= 0xC000);
    printf("empty: %d", AddAtomA(""));
    printf(" %lu\n", GetLastError());
    memset(text, 'x', 256);
    text[256] = 0;
    printf("too long: %d", GlobalAddAtomA(text));
    printf(" %lu\n", GetLastError());
    text[255] = 0;
    one = GlobalAddAtomA(text);
    printf("longest: %d %d\n", one >= 0xC000, GlobalDeleteAtom(one));
    one = GlobalAddAtomW(L"wide");
    printf("of all processes: %d, %u %ls\n", GlobalFindAtomW(L"WIDE") == one,
           GlobalGetAtomNameW(one, wide, 32), wide);
    printf("no room: %u", GlobalGetAtomNameA(one, text, 0));
    printf(" %lu\n", GetLastError());
    printf("table: %d, wide %d\n", InitAtomTable(100), AddAtomW(L"x") >= 0xC000);
    return 0;
}
