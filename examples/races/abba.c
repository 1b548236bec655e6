/* Two threads take two locks, each in its own order. When each has one, both wait for ever.
 */
#include <stdio.h>
#include <windows.h>

static CRITICAL_SECTION left, right;
static int meals;

static void eat(CRITICAL_SECTION *first, CRITICAL_SECTION *second)
{
    EnterCriticalSection(first);
    EnterCriticalSection(second);
    meals++;
    LeaveCriticalSection(second);
    LeaveCriticalSection(first);
}

static DWORD WINAPI from_left(void *argument)
{
    eat(&left, &right);
    return 0;
}

static DWORD WINAPI from_right(void *argument)
{
#ifdef REPAIRED
    eat(&left, &right);
#else
    eat(&right, &left);
#endif
    return 0;
}

int main(void)
{
    InitializeCriticalSection(&left);
    InitializeCriticalSection(&right);
    HANDLE threads[] = {CreateThread(NULL, 0, from_left, NULL, 0, NULL),
                        CreateThread(NULL, 0, from_right, NULL, 0, NULL)};
    WaitForMultipleObjects(2, threads, TRUE, INFINITE);
    printf(meals == 2 ? "both are through\n" : "a meal is missing\n");
    return meals != 2;
}
