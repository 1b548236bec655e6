/* A stack pointer is forged that no exception can be laid at: the program ends, and says where.
 * The arguments: whose it is, target or own (the scheduler), and the pointer.
 *
 * run: name=kernel ring=3 args="target 0x80100000" compilers=gcc exit=0xC0000005
 *   expect="cannot hold it"
 * run: name=own-kernel ring=3 smp=2 args="own 0x80100000" compilers=gcc exit=0xC0000005
 *   expect="cannot hold it"
 * run: name=own-0 ring=3 args="own 0" compilers=gcc exit=0xC0000005
 *   expect="cannot hold it"
 * run: name=last ring=3 args="target 0xFFFFFFFF" compilers=gcc exit=0xC0000005
 *   expect="cannot hold it"
 */
#include "tests/ums/ums_forged.h"

#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc != 3)
        return 98;
    bool of_scheduler = strcmp(argv[1], "own") == 0;
    make_events();
    begin_scene(YIELDED);
    struct ums_context *context = of_scheduler ? own : target.context;
    context->esp = strtoul(argv[2], NULL, 0);
    if (!of_scheduler)
        context->eip = 0;
    let_all_go_on();
    WaitForSingleObject(scheduler, INFINITE);
    return 99;
}
