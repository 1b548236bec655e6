/* Ways to end by an exception with callers of every kind; for kernel_backtrace.t.
 *
 * run: args=leaf exit=3221225477 expect="^ +called +8.* leaf$" expect="^ +8.* middle[+]0x"
 *
 * Ring 3: kernel_backtrace.t.
 */
#include "tests/harness/handler.h"

#include <seh.h>
#include <stdlib.h>
#include <string.h>

/* A function that calls no other needs no frame. These have none with any compiler. */
void leaf(void);
void entry(void);
void pushed(void);
__asm__(".pushsection .text\n"
        ".macro function name\n"
        ".globl \\name\n"
        ".type \\name, @function\n"
        "\\name:\n"
        ".endm\n"
        "function leaf; movl $1, 0; ret\n"
        "function entry; int3; ret\n"
        "function pushed; pushl %ebp; int3; movl %esp, %ebp; popl %ebp; ret\n"
        ".popsection");

static void (*volatile callee)(void);
static volatile int more = 1; /* recursion ends when it is 0; nobody makes it so */
static volatile int deepest;  /* the call of "few" or "fro" that faults; 0: nobody's */

__attribute__((noinline)) static int middle(void)
{
    callee();
    return more;
}

__attribute__((noinline)) static int down(int depth)
{
    return more ? down(depth + 1) + more : depth;
}

__attribute__((noinline)) static int fro(int depth);

__attribute__((noinline)) static int to(int depth) { return more ? fro(depth + 1) + more : depth; }
__attribute__((noinline)) static int fro(int depth)
{
    if (depth == deepest)
        leaf();
    return more ? to(depth + 1) - more : depth;
}

__attribute__((noinline)) static int few(volatile int depth)
{
    if (depth == 0) {
        leaf();
        return more;
    }
    return few(depth - 1) + more;
}

static EXCEPTION_DISPOSITION HANDLER(faults_again)
{
    leaf();
    return ExceptionContinueSearch;
}

int main(int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "";
    deepest = argc > 2 ? atoi(argv[2]) : 0;
    callee = strcmp(way, "null") == 0     ? NULL
             : strcmp(way, "entry") == 0  ? entry
             : strcmp(way, "pushed") == 0 ? pushed
             : strcmp(way, "wild") == 0   ? (void (*)(void))0xDEADBEEF
                                          : leaf;
    EXCEPTION_REGISTRATION_RECORD frame;
    if (strcmp(way, "handler") == 0)
        seh_link(&frame, faults_again);
    if (strcmp(way, "deep") == 0)
        return down(0) + more;
    if (strcmp(way, "turns") == 0)
        return to(0) + more;
    if (strcmp(way, "few") == 0)
        return few(deepest ? deepest : 2) + more;
    return middle() + more;
}
