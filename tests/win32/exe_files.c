/* Files of the C library: text mode, positions, appending, and what does not exist. */

#include <errno.h>
#include <io.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static long size_of(const char *name)
{
    struct _stat status;
    return _stat(name, &status) == 0 ? (long)status.st_size : -1;
}

int main(void)
{
    char text[64];
    FILE *file = fopen("exe_files.txt", "w");
    printf("%d\n", fprintf(file, "one\ntwo\n"));
    fclose(file);
    printf("size %ld\n", size_of("exe_files.txt"));

    file = fopen("exe_files.txt", "rb");
    printf("binary %d: ", (int)fread(text, 1, sizeof text, file));
    for (int i = 0; i < 5; i++)
        printf("%02x ", text[i]);
    printf("eof %d\n", feof(file) != 0);
    fclose(file);

    file = fopen("exe_files.txt", "a");
    fputs("three\n", file);
    fclose(file);
    file = fopen("exe_files.txt", "r");
    while (fgets(text, sizeof text, file))
        printf("%d at %ld: %s", (int)strlen(text), ftell(file), text);
    rewind(file);
    printf("again %d\n", fgetc(file));
    fseek(file, -7, SEEK_END);
    printf("the end %s", fgets(text, sizeof text, file));
    fclose(file);

    file = fopen("exe_files.txt", "r+b");
    fseek(file, 5, SEEK_SET);
    fwrite("TWO", 1, 3, file);
    fflush(file);
    fseek(file, 0, SEEK_SET);
    printf("%d ", (int)fread(text, 1, 8, file));
    printf("%.3s\n", text + 5);
    fclose(file);

    printf("rename %d, ", rename("exe_files.txt", "exe_files.new"));
    printf("old %ld, new %ld\n", size_of("exe_files.txt"), size_of("EXE_FILES.NEW"));
    errno = 0;
    printf("none %d", fopen("exe_files.txt", "r") == NULL);
    printf(" %d %s\n", errno == ENOENT, strerror(errno));
    printf("access %d %d\n", _access("exe_files.new", 0), _access("exe_files.txt", 0));
    printf("remove %d", remove("exe_files.new"));
    printf(" %d\n", remove("exe_files.new"));
    return 0;
}
