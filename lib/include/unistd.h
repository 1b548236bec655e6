/* The part of POSIX that compilers for Windows have: files by numbers, folders and options of the
 * command line by the headers below, and these. There are no processes, pipes and signals of other
 * processes. Ordinary code, in either ring.
 */
#ifndef UNISTD_H
#define UNISTD_H

#ifdef __cplusplus
extern "C" {
#endif

#include <direct.h>
#include <getopt.h>
#include <io.h>
#include <sys/types.h>

#define STDIN_FILENO  0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define F_OK          0
#define X_OK          0 /* a file that is there may be run */
#define W_OK          2
#define R_OK          4

/* Wait at least as long. A user-level thread lets the others run. Return 0. */
unsigned sleep(unsigned seconds);
int usleep(unsigned microseconds);

/* The number of the process, as GetCurrentProcessId has it. */
int getpid(void);

/* _chsize. */
int ftruncate(int number, off_t size) __asm__("_chsize");

#ifdef __cplusplus
}
#endif

#endif
