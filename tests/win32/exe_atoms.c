/* Atoms: numbers for names. */

#include <stdio.h>
#include <windows.h>

#define CALL(name, ...)                                                                            \
    ((LONG(NTAPI *)(__VA_ARGS__))(void *)GetProcAddress(GetModuleHandleA("ntdll.dll"), #name))
#define QUERY(number)                                                                              \
    CALL(RtlQueryAtomInAtomTable, void *, USHORT, ULONG *, ULONG *, WCHAR *, ULONG *)              \
    (table, number, &users, &pinned, wide, &length)

static void *table;

/* A program's own table, by ntdll's calls. */
static void check_tables(void)
{
    USHORT atom = 0, second = 0;
    ULONG users, pinned, length = 0;
    WCHAR wide[32];
    printf("table %lX", CALL(RtlCreateAtomTable, ULONG, void **)(37, &table));
    printf(", \"%.4s\"\n", (char *)table);
#define ADD(name, place)                                                                           \
    CALL(RtlAddAtomToAtomTable, void *, const WCHAR *, USHORT *)(table, name, place)
#define FIND(name)                                                                                 \
    CALL(RtlLookupAtomInAtomTable, void *, const WCHAR *, USHORT *)(table, name, &second)
#define DELETE_(number) CALL(RtlDeleteAtomFromAtomTable, void *, USHORT)(table, number)
    printf("add %lX", ADD(L"Some name", &atom));
    printf(" %lX", ADD(L"SOME NAME", &second));
    printf(" %d", atom == second);
    printf(", empty %lX, 0 %lX, C000 %lX, 7 %lX\n", ADD(L"", &second), ADD(NULL, &second),
           ADD((WCHAR *)0xC000, &second), ADD((WCHAR *)7, &second));
    printf("its length %lX", QUERY(atom));
    printf(" %lu, users %lu, pinned %lu", length, users, pinned);
    length = 10;
    printf(", cut %lX", QUERY(atom));
    printf(" %lu \"%ls\"", length, wide);
    length = sizeof wide;
    printf(", number %lX", QUERY(7));
    printf(" %lu %lu \"%ls\"\n", users, pinned, wide);
    printf("delete %lX %lX", DELETE_(atom), DELETE_(atom));
    printf(" %lX, found %lX\n", DELETE_(atom), FIND(L"some name"));
    ADD(L"other", &second);
    ADD(L"Some name", &atom);
    printf("pin %lX", CALL(RtlPinAtomInAtomTable, void *, USHORT)(table, atom));
    printf(", delete %lX", DELETE_(atom));
    CALL(RtlEmptyAtomTable, void *, BOOLEAN)(table, FALSE);
    printf(", found %lX, the other %lX", FIND(L"some name"), FIND(L"other"));
    CALL(RtlEmptyAtomTable, void *, BOOLEAN)(table, TRUE);
    printf(", emptied %lX", FIND(L"some name"));
    printf(", end %lX\n", CALL(RtlDestroyAtomTable, void *)(table));
}

/* The table of all processes. */
static void check_system_calls(void)
{
    struct {
        USHORT users, flags, length;
        WCHAR name[20];
    } facts;
    struct {
        ULONG count;
        USHORT atoms[200];
    } all;
    USHORT atom = 0, found = 0;
    ULONG length;
#define ONE(size)                                                                                  \
    CALL(NtQueryInformationAtom, USHORT, ULONG, void *, ULONG, ULONG *)                            \
    (atom, 0, &facts, size, &length)
    printf("system: add %lX",
           CALL(NtAddAtom, const WCHAR *, ULONG, USHORT *)(L"Shared!", 12, &atom));
    printf(", %d", GlobalFindAtomA("shared") == atom);
    printf(", find %lX", CALL(NtFindAtom, const WCHAR *, ULONG, USHORT *)(L"SHARED?", 12, &found));
    printf(" %d", found == atom);
    printf(", facts %lX", ONE(sizeof facts));
    printf(" %u %u %u \"%ls\" %lu", facts.users, facts.flags, facts.length, facts.name, length);
    printf(", short %lX", ONE(8));
    printf(" %u", facts.length);
    printf(", cut %lX", ONE(16));
    printf(" %u \"%ls\"", facts.length, facts.name);
    printf(", no room %lX", ONE(7));
    printf(", all %lX", CALL(NtQueryInformationAtom, USHORT, ULONG, void *, ULONG,
                             ULONG *)(0, 1, &all, sizeof all, &length));
    printf(" %d", all.count > 0 && length == 4 + 2 * all.count);
    printf(", class %lX", CALL(NtQueryInformationAtom, USHORT, ULONG, void *, ULONG,
                               ULONG *)(0, 2, &all, sizeof all, &length));
    printf(", delete %lX", CALL(NtDeleteAtom, USHORT)(atom));
    printf(" %lX\n", CALL(NtDeleteAtom, USHORT)(atom));
}

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
    printf("cut of all processes: %u", GlobalGetAtomNameA(one, text, 3));
    printf(" %lu %s", GetLastError(), text);
    wide[4] = '.';
    SetLastError(0);
    printf(", wide %u", GlobalGetAtomNameW(one, wide, 4));
    printf(" %lu %.5ls", GetLastError(), wide);
    one = AddAtomA("Some name");
    printf(", own %u", GetAtomNameW(one, wide, 5));
    printf(" %lu %ls", GetLastError(), wide);
    printf(", nothing %u", GetAtomNameW(7, wide, 1));
    printf(" %lu\n", GetLastError());
    printf("no room: %u", GlobalGetAtomNameA(one, text, 0));
    printf(" %lu\n", GetLastError());
    printf("table: %d, wide %d\n", InitAtomTable(100), AddAtomW(L"x") >= 0xC000);
    check_tables();
    check_system_calls();
    return 0;
}
