/* Two threads each add a year's interest to one account. Each loads the balance, reckons, and
 * stores the new one. If the other thread stores in between, its year is lost.
 */
#include <stdio.h>
#include <windows.h>

static volatile LONG balance = 1000;

static LONG after_a_year(LONG money)
{
    for (int quarter = 0; quarter < 4; quarter++)
        money += money / 40;
    return money;
}

#ifdef REPAIRED
static void add_a_year(void)
{
    LONG old;
    do {
        old = balance;
    } while (InterlockedCompareExchange(&balance, after_a_year(old), old) != old);
}
#else
static void add_a_year(void)
{
    balance = after_a_year(balance);
}
#endif

static DWORD WINAPI adds(void *unused)
{
    (void)unused;
    add_a_year();
    return 0;
}

int main(void)
{
    HANDLE other = CreateThread(NULL, 0, adds, NULL, 0, NULL);
    add_a_year();
    WaitForSingleObject(other, INFINITE);
    printf("%ld after two years\n", balance); /* 1: 1214 after two years */
    return balance != 1214;
}
