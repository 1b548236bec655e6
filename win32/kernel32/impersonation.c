#include "win32/kernel32/impersonation.h"

#include "win32/fails.h"

#include <winerror.h>

BOOL WINAPI ImpersonateSelf(ULONG level)
{
    enum { DELEGATION = 3 };
    return level <= DELEGATION || fails(ERROR_INVALID_PARAMETER);
}
