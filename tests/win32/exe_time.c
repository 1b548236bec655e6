/* Time: dates of the C library and of Windows, and clocks that go on. */

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <windows.h>

int main(void)
{
    char text[80];
    time_t moment = 1000000000;
    struct tm parts = *gmtime(&moment);
    printf("%s", asctime(&parts));
    printf("%d", (int)strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %j %a %B %p %%", &parts));
    printf(" %s\n", text);
    parts.tm_mday += 30;
    parts.tm_isdst = 0;
    printf("%d", mktime(&parts) != -1);
    printf(" %d\n", parts.tm_mon);
    printf("%.0f\n", difftime(moment, moment - 90));

    SYSTEMTIME fields = {2000, 2, 0, 29, 12, 34, 56, 789};
    FILETIME ticks;
    printf("%d", SystemTimeToFileTime(&fields, &ticks));
    printf(" %08lX%08lX\n", ticks.dwHighDateTime, ticks.dwLowDateTime);
    ticks.dwLowDateTime += 10000000;
    printf("%d", FileTimeToSystemTime(&ticks, &fields));
    printf(" %d-%d-%d, day %d, second %d\n", fields.wYear, fields.wMonth, fields.wDay,
           fields.wDayOfWeek, fields.wSecond);
    fields.wMonth = 13;
    printf("%d", SystemTimeToFileTime(&fields, &ticks));
    printf(" %lu\n", GetLastError());

    LARGE_INTEGER frequency, first, last;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&first);
    DWORD tick = GetTickCount();
    clock_t processor = clock();
    Sleep(60);
    QueryPerformanceCounter(&last);
    tick = GetTickCount() - tick;
    double seconds = (double)(last.QuadPart - first.QuadPart) / (double)frequency.QuadPart;
    printf("slept: %d %d %d\n", seconds >= 0.045, tick >= 45, clock() - processor >= 45);
    GetSystemTime(&fields);
    time(&moment);
    int years = gmtime(&moment)->tm_year + 1900 - fields.wYear;
    printf("the same year: %d\n", years == 0 || years == 1);
    return 0;
}
