/* A folder is read to its end, which is no error. */

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <windows.h>

int main(void)
{
    int count = 0;
    mkdir("folder");
    fclose(fopen("folder\\one", "w"));
    fclose(fopen("folder\\two", "w"));
    DIR *folder = opendir("folder");
    errno = 0;
    for (struct dirent *entry; (entry = readdir(folder));)
        count += entry->d_name[0] != '.';
    printf("files %d, error %d\n", count, errno);
    closedir(folder);
    return 0;
}
