/* Types of files and of time, by Microsoft's names and by those of Unix. */
#ifndef LIB_SYS_TYPES_H
#define LIB_SYS_TYPES_H

#include <stddef.h>
#include <time.h>

typedef unsigned _dev_t, dev_t;
typedef unsigned short _ino_t, ino_t;
typedef unsigned short _mode_t, mode_t;
#ifndef _OFF_T_DEFINED /* stdio.h has it, too */
#define _OFF_T_DEFINED
typedef long _off_t, off_t;
#endif
typedef long long off64_t;
typedef int _pid_t, pid_t;
typedef int ssize_t;

#endif
