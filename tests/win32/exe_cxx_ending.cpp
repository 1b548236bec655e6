/* A function of set_terminate that throws ends the program by abort; an exception that it catches
 * itself does not.

   streams: console */
#include "cxx/program.h"

static void ends()
{
    try {
        throw 1;
    } catch (int n) {
        tell("[%d]", n);
    }
    printf("%s\n", told);
    throw 2;
}

int main()
{
    set_terminate(ends);
    try {
        throw X(3);
    } catch (X &) {
        terminate();
    }
    return 0;
}
