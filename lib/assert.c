/* A failed assert ends here. */
#include <assert.h>

#include "lib/host.h"

_Noreturn void assert_failed(const char *file, int line, const char *expression)
{
    lib_host.give_up("%s:%d: assertion failed: %s", file, line, expression);
}
