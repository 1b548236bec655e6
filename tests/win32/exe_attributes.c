/* Attributes of files, and handles of folders. */

#include <direct.h>
#include <errno.h>
#include <io.h>
#include <stdio.h>
#include <sys/stat.h>
#include <windows.h>

static void show(const char *what, BOOL done)
{
    printf("%s: %d", what, done);
    printf(done ? "\n" : " %lu\n", GetLastError());
}

static HANDLE make(const char *name, DWORD access, DWORD how, DWORD flags)
{
    return CreateFileA(name, access, 7, NULL, how, flags, NULL);
}

static BOOL opened(HANDLE file) { return file != INVALID_HANDLE_VALUE && CloseHandle(file); }

int main(void)
{
    WIN32_FIND_DATAA found;
    BY_HANDLE_FILE_INFORMATION about;
    FILETIME made, written;
    DWORD count;
    const char *name = "exe_attributes.txt", *copy = "exe_copy.txt";
    HANDLE file = make(name, GENERIC_WRITE, CREATE_NEW, FILE_ATTRIBUTE_READONLY);
    show("a read-only file is written by its maker", WriteFile(file, "abc", 3, &count, NULL));
    GetFileTime(file, &made, NULL, &written);
    printf("written behind its making: %d\n", CompareFileTime(&written, &made) >= 0);
    CloseHandle(file);
    printf("attributes %lX\n", GetFileAttributesA(name));
    show("opened for reading", opened(make(name, GENERIC_READ, OPEN_EXISTING, 0)));
    show("for writing", opened(make(name, GENERIC_WRITE, OPEN_EXISTING, 0)));
    show("made anew", opened(make(name, GENERIC_WRITE, CREATE_ALWAYS, 0)));
    show("to be deleted", opened(make(name, DELETE, OPEN_EXISTING, FILE_FLAG_DELETE_ON_CLOSE)));
    show("deleted", DeleteFileA(name));
    show("copied", CopyFileA(name, copy, TRUE));
    printf("the copy's %lX\n", GetFileAttributesA(copy));
    show("copied over it", CopyFileA(name, copy, FALSE));
    show("moved over it", MoveFileExA(name, copy, MOVEFILE_REPLACE_EXISTING));
    printf("fopen: %d", fopen(name, "a") != NULL);
    printf(" %d, _access %d %d, remove %d\n", errno == EACCES, _access(name, 4), _access(name, 2),
           remove(name));
    show("set hidden", SetFileAttributesA(name, FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_NORMAL));
    FindClose(FindFirstFileA(name, &found));
    printf("found with %lX\n", found.dwFileAttributes);
    show("made anew, not hidden", opened(make(name, GENERIC_WRITE, CREATE_ALWAYS, 0)));
    show("made anew, hidden",
         opened(make(name, GENERIC_WRITE, CREATE_ALWAYS, FILE_ATTRIBUTE_HIDDEN)));
    printf("attributes %lX\n", GetFileAttributesA(name));
    show("none", SetFileAttributesA(name, 0));
    printf("attributes %lX\n", GetFileAttributesA(name));
    show("a folder's", SetFileAttributesA(name, FILE_ATTRIBUTE_DIRECTORY));
    printf("_chmod: %d", _chmod(copy, _S_IREAD));
    printf(", %lX", GetFileAttributesA(copy));
    printf(" %d", _chmod(copy, _S_IREAD | _S_IWRITE));
    printf(", %lX\n", GetFileAttributesA(copy));
    show("copy deleted", DeleteFileA(copy));
    DeleteFileA(name);

    CreateDirectoryA("exe_folder", NULL);
    show("folder", opened(make("exe_folder", GENERIC_READ, OPEN_EXISTING, 0)));
    HANDLE folder = make("exe_folder", GENERIC_READ, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
    show("as a folder", GetFileInformationByHandle(folder, &about));
    printf("attributes %lX, type %lu\n", about.dwFileAttributes, GetFileType(folder));
    show("its bytes", ReadFile(folder, &found, 1, &count, NULL));
    CloseHandle(folder);
    show("read-only", SetFileAttributesA("exe_folder", FILE_ATTRIBUTE_READONLY));
    printf("attributes %lX\n", GetFileAttributesA("exe_folder"));
    show("removed", RemoveDirectoryA("exe_folder"));
    SetFileAttributesA("exe_folder", 0);
    show("removed", RemoveDirectoryA("exe_folder"));
    folder = make("C:\\", 0, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
    show("the root", GetFileInformationByHandle(folder, &about));
    return 0;
}
