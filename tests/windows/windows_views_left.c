/* A program that ends with views of a file, of memory and of a copied page: it keeps nothing, as on
 * Windows.
 *
 * run: name=checked checked=1 transcript=windows_views_left.expected
 * run: name=ring3 checked=1 ring=3 transcript=windows_views_left.expected compilers=gcc
 */
#include <windows.h>

#include <stdio.h>

static char *view_of(HANDLE file, DWORD access)
{
    HANDLE section = CreateFileMappingA(file, NULL, PAGE_READWRITE, 0, 10, NULL);
    return MapViewOfFile(section, access, 0, 0, 0);
}

int main(void)
{
    HANDLE file =
        CreateFileA("left", GENERIC_READ | GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
    char *views[] = {view_of(file, FILE_MAP_WRITE), view_of(file, FILE_MAP_COPY),
                     view_of(INVALID_HANDLE_VALUE, FILE_MAP_WRITE)};
    for (unsigned i = 0; i < sizeof views / sizeof views[0]; i++)
        *views[i] = "fcm"[i];
    printf("%c %c %c\n", *views[0], *views[1], *views[2]);
    return 0;
}
