/* The calls of POSIX that compilers for Windows have.
 *
 * run: emulator=qemu
 *
 * run: name=ring3 ring=3
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include <windows.h>

#include "tests/harness/tap.h"

static long passed_us(const struct timeval *since)
{
    struct timeval now;
    gettimeofday(&now, NULL);
    return (now.tv_sec - since->tv_sec) * 1000000 + now.tv_usec - since->tv_usec;
}

static void check_waits(void)
{
    struct timeval began;
    struct timezone zone = {1, 1};
    ok(gettimeofday(&began, &zone) == 0 && zone.tz_minuteswest == 0 && zone.tz_dsttime == 0,
       "the time is UTC's");
    ok(time(NULL) - began.tv_sec <= 1 && began.tv_usec >= 0 && began.tv_usec < 1000000,
       "gettimeofday is time with microseconds");
    ok(usleep(1500) == 0 && passed_us(&began) >= 1500, "usleep waits as long at least");
    gettimeofday(&began, NULL);
    ok(sleep(1) == 0 && passed_us(&began) >= 1000000, "sleep waits for seconds");
}

static void check_files(void)
{
    char text[8] = "";
    int file = open("note", O_RDWR | O_CREAT | O_BINARY, S_IREAD | S_IWRITE);
    ok(write(file, "abcdef", 6) == 6 && ftruncate(file, 4) == 0 && lseek(file, 1, SEEK_SET) == 1,
       "a file is written, cut, and its position set");
    ok(read(file, text, sizeof text) == 3 && strcmp(text, "bcd") == 0, "and read");
    close(file);
    ok(access("note", F_OK) == 0 && access("note", X_OK) == 0 && access("note", R_OK | W_OK) == 0,
       "access finds it");
    ok(unlink("note") == 0 && access("note", F_OK) == -1, "unlink removes it");
    ok(isatty(STDOUT_FILENO) != 0, "the output is the console");
}

int main(void)
{
    check_waits();
    check_files();
    ok(getpid() == (int)GetCurrentProcessId(), "getpid is Windows' number");
    char name[] = "Name";
    ok(strcasecmp(name, "nAME") == 0 && strncasecmp(name, "nAMED", 4) == 0 &&
           strcasecmp(name, "o") < 0,
       "strcasecmp and strncasecmp");
    return tap_done();
}
