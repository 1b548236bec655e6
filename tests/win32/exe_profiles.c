/* Files of settings. */

#include <stdio.h>
#include <string.h>
#include <windows.h>

#define FILE_NAME "C:\\exe_profiles.ini"

/* Prints a list with commas. */
static void show(const char *what, DWORD count, const char *list)
{
    printf("%s: %lu", what, count);
    for (; *list; list += strlen(list) + 1)
        printf(" %s,", list);
    puts("");
}

static void write_file(const char *text)
{
    FILE *file = fopen(FILE_NAME, "wb");
    fputs(text, file);
    fclose(file);
}

static void show_file(void)
{
    char text[200];
    FILE *file = fopen(FILE_NAME, "rb");
    size_t count = fread(text, 1, sizeof text, file);
    fclose(file);
    printf("file: ");
    for (size_t i = 0; i < count; i++)
        if (text[i] == '\r')
            printf("/");
        else if (text[i] != '\n')
            putchar(text[i]);
    puts("");
}

int main(void)
{
    char text[100];
    WCHAR wide[100];
    BYTE bytes[4] = {1, 0xAB, 3, 4};
    write_file("; comment\r\n[s]\r\nname1=val1\r\n name2 = \"val 2\" \r\nname3\r\nname4=a\r\n"
               ";x=y\r\n[Empty]\r\n[numbers]\r\nten=10\r\nhex=0x1F\r\nless=-7\r\nnone=abc\r\n");
    printf("text: %lu %s\n", GetPrivateProfileStringA("S", "NAME1", "no", text, 100, FILE_NAME),
           text);
    printf("quotes and blanks: %lu %s\n",
           GetPrivateProfileStringA("s", "name2", "no", text, 100, FILE_NAME), text);
    printf("no =: %lu %s\n", GetPrivateProfileStringA("s", "name3", "no  ", text, 100, FILE_NAME),
           text);
    printf("wide: %lu %ls\n",
           GetPrivateProfileStringW(L"s", L"name1", NULL, wide, 100, L"" FILE_NAME), wide);
    printf("cut: %lu %s\n", GetPrivateProfileStringA("s", "name1", "no", text, 3, FILE_NAME), text);
    show("keys", GetPrivateProfileStringA("s", NULL, "", text, 100, FILE_NAME), text);
    show("keys, cut", GetPrivateProfileStringA("s", NULL, "", text, 10, FILE_NAME), text);
    show("sections", GetPrivateProfileSectionNamesA(text, 100, FILE_NAME), text);
    show("lines", GetPrivateProfileSectionA("s", text, 100, FILE_NAME), text);
    show("of an empty one", GetPrivateProfileSectionA("empty", text, 100, FILE_NAME), text);
    WritePrivateProfileStringA("numbers", "large", "-4294967298", FILE_NAME);
    printf("wraps: %d\n", (int)GetPrivateProfileIntA("numbers", "large", 5, FILE_NAME));
    WritePrivateProfileStringA("numbers", "large", NULL, FILE_NAME);
    DWORD names = GetPrivateProfileSectionNamesA(text, sizeof text, FILE_NAME);
    printf("fits: %d", names == GetPrivateProfileSectionNamesA(text, names + 2, FILE_NAME));
    printf(" %d", (int)(names - GetPrivateProfileSectionNamesA(text, names + 1, FILE_NAME)));
    memset(text, 'x', sizeof text);
    printf(", none: %lu", GetPrivateProfileSectionNamesA(text, 9, ".\\none.ini"));
    printf(" %d %c\n", text[0], text[1]);
    HANDLE file = CreateFileA(FILE_NAME, DELETE, 7, NULL, OPEN_EXISTING, 0, NULL);
    printf("open to be deleted: %u\n", GetPrivateProfileIntA("numbers", "ten", 5, FILE_NAME));
    CloseHandle(file);
    printf("numbers: %u %u %d %u %u\n", GetPrivateProfileIntA("numbers", "ten", 5, FILE_NAME),
           GetPrivateProfileIntA("numbers", "hex", 5, FILE_NAME),
           (int)GetPrivateProfileIntA("numbers", "less", 5, FILE_NAME),
           GetPrivateProfileIntA("numbers", "none", 5, FILE_NAME),
           GetPrivateProfileIntW(L"numbers", L"missing", 5, L"" FILE_NAME));

    write_file("[App]\r\nkey=string\r\n");
    printf("set %d\n", WritePrivateProfileStringA("app", "KEY", "new", FILE_NAME));
    show_file();
    printf("added %d\n", WritePrivateProfileStringA("App", "more", "x", FILE_NAME));
    printf("section %d\n", WritePrivateProfileStringW(L"Next", L"k", L"v", L"" FILE_NAME));
    show_file();
    printf("key away %d\n", WritePrivateProfileStringA("App", "key", NULL, FILE_NAME));
    show_file();
    printf("lines %d\n", WritePrivateProfileSectionA("App", "a=1\0b=2\0", FILE_NAME));
    show_file();
    printf("section away %d\n", WritePrivateProfileStringA("App", NULL, NULL, FILE_NAME));
    show_file();
    printf("no section %d", WritePrivateProfileStringA(NULL, "key", "x", FILE_NAME));
    printf(" %lu\n", GetLastError());
    printf("bytes %d\n", WritePrivateProfileStructA("Next", "b", bytes, 4, FILE_NAME));
    show_file();
    memset(bytes, 0, 4);
    printf("read %d", GetPrivateProfileStructA("Next", "b", bytes, 4, FILE_NAME));
    printf(" %02X\n", bytes[1]);
    printf("another size %d\n", GetPrivateProfileStructA("Next", "b", bytes, 3, FILE_NAME));
    printf("missing file: %lu %s",
           GetPrivateProfileStringA("a", "b", "other", text, 100, "C:\\none.ini"), text);
    printf(" %lu\n", GetLastError());
    printf("win.ini: %d", WriteProfileStringA("mine", "k", "7"));
    printf(" %d", GetProfileIntA("mine", "k", 0));
    printf(" %d\n", GetFileAttributesA("C:\\Windows\\win.ini") != INVALID_FILE_ATTRIBUTES);
    GetProfileStringA("mine", "k", "", text, 100);
    printf("%s\n", text);
    return 0;
}
