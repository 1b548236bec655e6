/* A DLL with variables of each thread, loaded while threads run: these have theirs at once. */

#include <stdio.h>
#include <windows.h>

static HANDLE loaded, done;
static int (*next)(void);

static DWORD WINAPI older(void *parameter)
{
    SetEvent(done);
    WaitForSingleObject(loaded, INFINITE);
    int first = next();
    printf("an older thread: %d %d\n", first, next());
    return 0;
}

static DWORD WINAPI newer(void *parameter)
{
    int first = next();
    printf("a newer thread: %d %d\n", first, next());
    return 0;
}

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    loaded = CreateEventA(NULL, TRUE, FALSE, NULL);
    done = CreateEventA(NULL, FALSE, FALSE, NULL);
    HANDLE thread = CreateThread(NULL, 0, older, NULL, 0, NULL);
    WaitForSingleObject(done, INFINITE);
    for (int round = 0; round < 2; round++) {
        HMODULE dll = LoadLibraryA("exe_local_dll.dll");
        next = (int (*)(void))GetProcAddress(dll, "next");
        int (*attached)(void) = (int (*)(void))GetProcAddress(dll, "attached");
        int first = next();
        printf("main: %d %d, calls %d\n", first, next(), attached());
        if (round == 0) {
            SetEvent(loaded);
            WaitForSingleObject(thread, INFINITE);
        }
        HANDLE other = CreateThread(NULL, 0, newer, NULL, 0, NULL);
        WaitForSingleObject(other, INFINITE);
        printf("main: %d, calls %d\n", next(), attached());
        printf("freed: %d\n", FreeLibrary(dll));
    }
    return 0;
}
