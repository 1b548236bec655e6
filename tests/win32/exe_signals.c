/* Signals: by raise, by the CPU, and their end. */

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static jmp_buf place;

static void told(int number) { printf("signal %d\n", number); }

static void jumps(int number)
{
    printf("signal %d, ", number);
    longjmp(place, 1);
}

int main(void)
{
    volatile int *volatile nowhere = NULL;
    setvbuf(stdout, NULL, _IONBF, 0);
    printf("default: %d\n", signal(SIGTERM, told) == SIG_DFL);
    printf("raise: %d\n", raise(SIGTERM));
    printf("default again: %d\n", signal(SIGTERM, SIG_IGN) == SIG_DFL);
    printf("ignored: %d\n", raise(SIGTERM));
    errno = 0;
    printf("none: %d", signal(99, told) == SIG_ERR);
    printf(" %d\n", errno == EINVAL);
    for (int round = 0; round < 2; round++) {
        signal(SIGSEGV, jumps);
        if (setjmp(place) == 0)
            *nowhere = 1;
        else
            puts("and back");
    }
    signal(SIGABRT, told);
    printf("abort: %d\n", raise(SIGABRT));
    raise(SIGABRT);
    puts("never here");
    return 0;
}
