/* An exception of C++ that no catch block takes ends the program by abort; nothing is unwound. */
#include "cxx/program.h"

int main()
{
    D d(1);
    try {
        D e(2);
        printf("%s\n", told);
        throw X(3);
    } catch (Y &) {
        printf("never\n");
    }
    return 0;
}
