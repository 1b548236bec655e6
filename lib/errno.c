/* errno's place, for code that calls a function for it. */
#include <errno.h>

#include <stddef.h>

#include "lib/thread_words.h"

_Static_assert(offsetof(struct lib_thread, error) == sizeof(int), "errno_place knows the place");

int *_errno(void)
{
    return &lib_thread()->error;
}
