/* Primes by a chain of threads: each passes on only the numbers that its prime does not divide. */
#include <stdio.h>
#include <uthread.h>

UT_CHANNEL(numbers, int)

enum { LIMIT = 20 };

static utSch scheduler;

static void start(utBody body, numbers channel)
{
    utSchAddUthd(scheduler, uThreadCreateFor(body, channel, NULL));
}

static void *counts(void *into)
{
    for (int i = 2; i <= LIMIT; i++)
        numbersSend(into, i);
    numbersClose(into);
    return NULL;
}

/* The first number that arrives has no smaller divisor, so it is a prime. */
static void *sieves(void *from)
{
    int prime, number;
    if (numbersReceive(from, &prime) == UtErrorNone) {
        numbers rest = numbersCreate(0);
        printf("%d\n", prime); /* 1: 2 | 2: 3 | 3: 5 | 4: 7 | 5: 11 | 6: 13 | 7: 17 | 8: 19 */
        start(sieves, rest);
        while (numbersReceive(from, &number) == UtErrorNone)
            if (number % prime)
                numbersSend(rest, number);
        numbersClose(rest);
    }
    numbersDestroy(from);
    return NULL;
}

int main(void)
{
    numbers all = numbersCreate(0);
    scheduler = utSchedulerCreate();
    start(sieves, all);
    start(counts, all);
    utSchStart(scheduler);
    utSchedulerDestroy(scheduler);
    return 0;
}
