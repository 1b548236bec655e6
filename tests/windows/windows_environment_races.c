/* The environment, used by several threads at once.
 *
 * run: emulator=qemu smp=4
 * run: name=ring3 ring=3 smp=4 compilers=gcc
 */
#include <windows.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

enum { THREADS = 4, ROUNDS = 3000 };

static const char *const texts[] = {"short", "a much longer text, which takes other memory"};
static volatile LONG ready;

static void wait_for_all(void)
{
    InterlockedIncrement(&ready);
    while (ready < THREADS)
        YieldProcessor();
}

/* Threads with even numbers change the variable, the others read it. */
static DWORD CALLBACK use_variable(LPVOID number)
{
    char text[64];
    DWORD wrong = 0;
    wait_for_all();
    for (int i = 0; i < ROUNDS; i++) {
        if ((int)number % 2 == 0) {
            SetEnvironmentVariableA("SHARED", texts[i % 2]);
            continue;
        }
        DWORD length = GetEnvironmentVariableA("SHARED", text, sizeof text);
        bool is_whole = strcmp(text, texts[0]) == 0 || strcmp(text, texts[1]) == 0;
        wrong += !is_whole || length != strlen(text);
        const char *own = getenv("OTHER"); /* which nobody changes */
        wrong += !own || strcmp(own, "stays") != 0;
    }
    return wrong;
}

/* Runs the function in all threads at once. Returns the sum of their results. */
static DWORD run_all(LPTHREAD_START_ROUTINE function)
{
    HANDLE threads[THREADS];
    DWORD sum = 0;
    ready = 0;
    for (int i = 0; i < THREADS; i++)
        threads[i] = start(function, (LPVOID)i);
    for (int i = 0; i < THREADS; i++)
        sum += end_of(threads[i]);
    return sum;
}

int main(void)
{
    SetEnvironmentVariableA("SHARED", texts[0]);
    SetEnvironmentVariableA("OTHER", "stays");
    check(run_all(use_variable) == 0,
          "a variable that changes is read whole, and others stay where they are");
    return done();
}
