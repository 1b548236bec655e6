/* Files by the calls of 16-bit Windows, dates by DOS's, and what version this is. */

#include <stdio.h>
#include <string.h>
#include <windows.h>

static void verify(const char *what, DWORD major, DWORD minor, WORD pack, DWORD parts,
                   DWORDLONG mask)
{
    OSVERSIONINFOEXA wanted = {.dwMajorVersion = major,
                               .dwMinorVersion = minor,
                               .wServicePackMajor = pack,
                               .dwPlatformId = VER_PLATFORM_WIN32_NT};
    SetLastError(0);
    BOOL is = VerifyVersionInfoA(&wanted, parts, mask);
    printf("%s: %d %lu\n", what, is, GetLastError());
}

int main(void)
{
    char text[20] = "";
    OFSTRUCT about;
    HFILE file = _lcreat("exe_old.txt", 0);
    printf("made %d", file != HFILE_ERROR);
    printf(", written %u", _lwrite(file, "0123456789", 10));
    printf(", closed %d\n", _lclose(file));
    file = _lopen("exe_old.txt", OF_READWRITE);
    printf("at %ld", _llseek(file, -4, FILE_END));
    printf(", read %u", _lread(file, text, sizeof text));
    printf(" %s\n", text);
    _llseek(file, 3, FILE_BEGIN);
    printf("ends here %ld", _hwrite(file, "", 0));
    printf(", size %lu\n", GetFileSize((HANDLE)(INT_PTR)file, NULL));
    _lclose(file);
    printf("none: %d", _lopen("exe_none.txt", OF_READ));
    printf(" %lu\n", GetLastError());
    printf("exists: %d", OpenFile("exe_old.txt", &about, OF_EXIST));
    printf(" %s %u\n", about.szPathName, about.cBytes);
    printf("only the path: %d", OpenFile("sub\\x", &about, OF_PARSE));
    printf(" %s\n", about.szPathName);
    printf("missing: %d", OpenFile("exe_none.txt", &about, OF_READ));
    printf(" %u\n", about.nErrCode);
    file = OpenFile("exe_new.txt", &about, OF_CREATE);
    printf("created: %d %d\n", file != HFILE_ERROR, _lclose(file));
    printf("deleted: %d", OpenFile("exe_new.txt", &about, OF_DELETE));
    printf(" %d\n", OpenFile("exe_new.txt", &about, OF_EXIST));
    DeleteFileA("exe_old.txt");

    FILETIME one, other = {1, 2};
    WORD date = 0, time = 0;
    printf("DOS: %d", DosDateTimeToFileTime(0x2C5A, 0x6015, &one));
    printf(" %d", FileTimeToDosDateTime(&one, &date, &time));
    printf(" %04X %04X\n", date, time);
    one.dwLowDateTime += 1;
    FileTimeToDosDateTime(&one, &date, &time);
    printf("rounded up: %04X\n", time);
    printf("month 13: %d", DosDateTimeToFileTime(0x2DBA, 0, &one));
    printf(" %lu\n", GetLastError());
    printf("1601: %d", FileTimeToDosDateTime(&other, &date, &time));
    printf(" %lu\n", GetLastError());
    printf("order: %ld %ld %ld\n", CompareFileTime(&one, &other), CompareFileTime(&other, &one),
           CompareFileTime(&one, &one));

    DWORDLONG mask = VerSetConditionMask(0, VER_MAJORVERSION, VER_GREATER_EQUAL);
    printf("mask %llX", mask);
    mask = VerSetConditionMask(mask, VER_MINORVERSION | VER_SERVICEPACKMAJOR, VER_GREATER_EQUAL);
    printf(" %llX\n", mask);
    const DWORD all = VER_MAJORVERSION | VER_MINORVERSION | VER_SERVICEPACKMAJOR;
    verify("6.1.1", 6, 1, 1, all, mask);
    verify("5.2.4", 5, 2, 4, all, mask);
    verify("6.1.2", 6, 1, 2, all, mask);
    verify("6.2", 6, 2, 0, all, mask);
    verify("no condition", 6, 1, 0, VER_PLATFORMID, mask);
    mask = VerSetConditionMask(0, VER_MAJORVERSION, VER_EQUAL);
    mask = VerSetConditionMask(mask, VER_MINORVERSION, VER_LESS);
    verify("6, below .2", 6, 2, 0, VER_MAJORVERSION | VER_MINORVERSION, mask);
    mask = VerSetConditionMask(0, VER_MAJORVERSION, VER_GREATER_EQUAL);
    verify("above, and behind it none", 6, 1, 0, all, mask);
    mask = VerSetConditionMask(mask, VER_MINORVERSION, VER_LESS);
    verify("above, which < does not go with", 6, 2, 0, all, mask);
    mask = VerSetConditionMask(0, VER_MINORVERSION, VER_GREATER_EQUAL);
    verify("none in front", 6, 1, 0, all, mask);
    verify("no part", 6, 1, 0, 0, mask);
    verify("platform", 6, 1, 0, VER_PLATFORMID, VerSetConditionMask(0, VER_PLATFORMID, VER_EQUAL));
    DWORD kind = 7;
    SetLastError(7);
    printf("kind: %d", GetProductInfo(6, 1, 0, 0, &kind));
    printf(" %lu", kind);
    printf(", of XP %d", GetProductInfo(5, 1, 0, 0, &kind));
    printf(" %lu, nowhere %d %lu\n", kind, GetProductInfo(6, 1, 0, 0, NULL), GetLastError());
    return 0;
}
