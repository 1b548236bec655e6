/* Speed-up by a second CPU: threads of the machine search for primes together, by the clock.
 *
 *     parallel [ROUNDS]
 *
 * A round prints `round MICROSECONDS`, from before its threads are made until all have ended. The
 * numbers are handed out in pieces, so no thread waits for another. tools/bench/parallel.py runs
 * this on machines with one CPU and with two.
 */
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

enum { THREADS = 2, PIECE = 250, PIECES = 240, PRIMES = 6057 /* below PIECE * PIECES */ };

static volatile LONG next_piece, primes;

static BOOL is_prime(unsigned number)
{
    for (unsigned divisor = 2; divisor * divisor <= number; divisor++)
        if (number % divisor == 0)
            return FALSE;
    return number > 1;
}

static DWORD WINAPI count_primes(LPVOID parameter)
{
    (void)parameter;
    for (LONG piece; (piece = InterlockedIncrement(&next_piece) - 1) < PIECES;) {
        LONG found = 0;
        for (unsigned i = 0; i < PIECE; i++)
            found += is_prime((unsigned)piece * PIECE + i);
        InterlockedExchangeAdd(&primes, found);
    }
    return 0;
}

/* Returns microseconds. */
static unsigned run_round(void)
{
    HANDLE threads[THREADS];
    LARGE_INTEGER begin, end, frequency;
    QueryPerformanceFrequency(&frequency);
    next_piece = primes = 0;
    QueryPerformanceCounter(&begin);
    for (unsigned i = 0; i < THREADS; i++)
        threads[i] = CreateThread(NULL, 0, count_primes, NULL, 0, NULL);
    WaitForMultipleObjects(THREADS, threads, TRUE, INFINITE);
    QueryPerformanceCounter(&end);
    for (unsigned i = 0; i < THREADS; i++)
        CloseHandle(threads[i]);
    return (unsigned)((end.QuadPart - begin.QuadPart) * 1000000 / frequency.QuadPart);
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 5;
    for (int i = 0; i < rounds; i++) {
        unsigned microseconds = run_round();
        if (primes != PRIMES) {
            printf("%ld primes instead of %d\n", (long)primes, PRIMES);
            return 1;
        }
        printf("round %u\n", microseconds);
    }
    return 0;
}
