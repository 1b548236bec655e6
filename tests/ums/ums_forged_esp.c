/* A stack pointer is forged that no exception can be laid at: the program ends, and says where.
 *
 * run: name=kernel ring=3 args="esp=0x80100000" compilers=gcc exit=0xC0000005
 *   expect="cannot hold it"
 * run: name=own-kernel ring=3 smp=2 args="own-esp=0x80100000" compilers=gcc exit=0xC0000005
 *   expect="cannot hold it"
 * run: name=own-0 ring=3 args="own-esp=0" compilers=gcc exit=0xC0000005
 *   expect="cannot hold it"
 * run: name=last ring=3 args="esp=0xFFFFFFFF" compilers=gcc exit=0xC0000005
 *   expect="cannot hold it"
 */
#include "tests/ums/ums_forged.h"

#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    bool of_scheduler = argc > 1 && strncmp(argv[1], "own-", 4) == 0;
    DWORD esp = strtoul(strchr(argv[1], '=') + 1, NULL, 0);
    make_events();
    begin_scene(YIELDED);
    struct ums_context *context = of_scheduler ? own : target.context;
    context->esp = esp;
    if (!of_scheduler)
        context->eip = 0;
    let_all_go_on();
    WaitForSingleObject(scheduler, INFINITE);
    return 99;
}
