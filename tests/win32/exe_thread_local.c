/* Variables that each thread has for itself, as the TLS directory makes them: a template, which is
   copied, and zeros behind it. MinGW's own __thread does it otherwise, so they are found by hand,
   as Microsoft's compiler does. */

#include <stdio.h>
#include <windows.h>

extern ULONG _tls_index;
extern char *_tls_start, *_tls_end;

static __attribute__((section(".tls$M"))) int first = 5;
static __attribute__((section(".tls$M"))) char text[8] = "own";

static char *block(void)
{
    char **blocks;
    __asm__("movl %%fs:0x2C, %0" : "=r"(blocks));
    return blocks[_tls_index];
}

static void *mine(void *variable) { return block() + ((char *)variable - (char *)&_tls_start); }

static DWORD WINAPI worker(void *parameter)
{
    int *value = mine(&first);
    printf("a thread begins with %d %s\n", *value, (char *)mine(text));
    *value += (int)parameter;
    return *value;
}

int main(void)
{
    DWORD status;
    int *value = mine(&first);
    printf("index %lu, the template %d %s\n", _tls_index, first, text);
    printf("%d %s, %d\n", *value, (char *)mine(text), value != &first);
    *value = 100;
    for (int i = 1; i < 3; i++) {
        HANDLE thread = CreateThread(NULL, 0, worker, (void *)i, 0, NULL);
        WaitForSingleObject(thread, INFINITE);
        GetExitCodeThread(thread, &status);
        printf("it had %lu, and mine is %d\n", status, *(int *)mine(&first));
        first = 50; /* what the program writes into the template is copied later */
    }
    printf("templates of %d bytes and more: %d\n", (int)(sizeof first + sizeof text),
           (char *)&_tls_end - (char *)&_tls_start >= (int)(sizeof first + sizeof text));
    return 0;
}
