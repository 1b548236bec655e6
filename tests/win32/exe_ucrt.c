/* A program on ucrtbase.dll, whose names come by API sets: arguments, environment, files, and its
 * end.
 * arguments: one "two words"
 * flags: -D_UCRT -Wno-format -Wno-format-extra-args -nodefaultlibs -lmingw32 -lgcc -lmoldname -lmingwex -lucrt -lkernel32 -luser32 -ladvapi32 -lgcc */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <windows.h>

static void last(void) { puts("the last one"); }

static void first(void) { puts("the first one"); }

int main(int argc, char **argv, char **environment)
{
    char text[32], *copy;
    size_t length, counted = 0;
    struct _stat64 status;
    for (int i = 1; i < argc; i++)
        printf("%d %s\n", i, argv[i]);
    for (; environment[counted]; counted++)
        continue;
    putenv("exe_ucrt=set");
    printf("%d, %s\n", counted > 3, getenv("EXE_UCRT"));
    printf("%d", _dupenv_s(&copy, &length, "exe_ucrt"));
    printf(" %zu %s\n", length, copy);
    free(copy);
    printf("%d", getenv_s(&length, NULL, 0, "exe_ucrt"));
    printf(" %zu\n", length);

    FILE *file = fopen("exe_ucrt.txt", "w");
    fprintf(file, "%s %d\n", "line", 1);
    fputs("line 2\n", file);
    fclose(file);
    file = fopen("exe_ucrt.txt", "r");
    while (fgets(text, sizeof text, file))
        fputs(text, stdout);
    printf("%d", feof(file) != 0);
    printf(" %d\n", fclose(file));
    printf("%d", _stat64("exe_ucrt.txt", &status));
    printf(" %d\n", (int)status.st_size);

    HMODULE named = GetModuleHandleA("ucrtbase.dll");
    HMODULE set = LoadLibraryA("api-ms-win-crt-stdio-l1-1-0.dll");
    printf("%d %d\n", named && named == set,
           GetProcAddress(set, "fopen") == GetProcAddress(named, "fopen"));
    printf("%d\n", GetModuleHandleA("api-ms-win-crt-stdio-l1-1-0") == named);
    named = GetModuleHandleA("kernel32.dll");
    printf("%d\n", LoadLibraryA("api-ms-win-core-processthreads-l1-1-0.dll") == named);
    atexit(last);
    atexit(first);
    exit(7);
}
