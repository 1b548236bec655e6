/* Times as numbers of 100 ns, and as the structure of two words. */
#ifndef WIN32_FILETIME_H
#define WIN32_FILETIME_H

#include <minwinbase.h>
#include <stdint.h>

static inline uint64_t filetime_units(const FILETIME *time)
{
    return (uint64_t)time->dwHighDateTime << 32 | time->dwLowDateTime;
}

static inline FILETIME filetime_of(uint64_t units)
{
    return (FILETIME){(DWORD)units, (DWORD)(units >> 32)};
}

#endif
