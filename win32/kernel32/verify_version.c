#include "win32/kernel32/verify_version.h"

#include "win32/fails.h"

#include <stdbool.h>

enum { BITS = 3, PRODUCT_ULTIMATE = 1 };

ULONGLONG WINAPI VerSetConditionMask(ULONGLONG mask, DWORD parts, BYTE condition)
{
    ULONGLONG bits = condition & ((1u << BITS) - 1);
    if (!bits)
        return mask;
    for (unsigned part = 0; part < 8; part++)
        if (parts >> part & 1)
            mask |= bits << part * BITS;
    return mask;
}

static unsigned condition_of(DWORDLONG mask, DWORD part)
{
    return (unsigned)(mask >> __builtin_ctz(part) * BITS) & ((1u << BITS) - 1);
}

static bool holds(DWORD real, DWORD wanted, unsigned condition)
{
    switch (condition) {
    case VER_EQUAL:
        return real == wanted;
    case VER_GREATER:
        return real > wanted;
    case VER_GREATER_EQUAL:
        return real >= wanted;
    case VER_LESS:
        return real < wanted;
    case VER_LESS_EQUAL:
        return real <= wanted;
    default:
        return false;
    }
}

/* A part of the version, and what it has to be. */
struct wish {
    DWORD part, real, wanted;
};

/* How a number of several parts is compared so far. */
struct order {
    unsigned condition;
    bool is_fixed; /* a part had no condition: those behind it do not count */
};

/* Returns the condition of the next part: its own where that goes with those before it. */
static unsigned condition_behind(struct order *order, unsigned own)
{
    /* By the condition before: a bit for each that may follow. */
    static const BYTE may_follow[1u << BITS] = {
        [VER_EQUAL] = 0x3E, [VER_GREATER] = 0x0E,    [VER_GREATER_EQUAL] = 0x0E,
        [VER_LESS] = 0x32,  [VER_LESS_EQUAL] = 0x32,
    };
    unsigned before = order->condition;
    bool follows = !order->is_fixed && may_follow[before] >> own & 1;
    if (!order->is_fixed && (!before || (before == VER_EQUAL && follows)))
        order->condition = own;
    order->is_fixed = order->is_fixed || !own;
    return follows ? own : order->condition;
}

/* The parts of one number, the most important first: the first that differs decides. */
static bool number_holds(const struct wish *wishes, unsigned count, DWORD parts, DWORDLONG mask)
{
    struct order order = {0};
    bool is = true, same = true;
    for (unsigned i = 0; i < count && same; i++) {
        if (!(parts & wishes[i].part))
            continue;
        is = holds(wishes[i].real, wishes[i].wanted,
                   condition_behind(&order, condition_of(mask, wishes[i].part)));
        same = wishes[i].real == wishes[i].wanted;
    }
    return is;
}

static bool suites_hold(WORD real, WORD wanted, unsigned condition)
{
    return condition == VER_AND ? (real & wanted) == wanted : !wanted || real & wanted;
}

BOOL WINAPI VerifyVersionInfoW(LPOSVERSIONINFOEXW wanted, DWORD parts, DWORDLONG mask)
{
    OSVERSIONINFOEXW real = {.dwOSVersionInfoSize = sizeof real};
    if (!parts || !mask)
        return fails(ERROR_BAD_ARGUMENTS);
    GetVersionExW((LPOSVERSIONINFOW)&real);
    const struct wish numbers[] = {
        {VER_MAJORVERSION, real.dwMajorVersion, wanted->dwMajorVersion},
        {VER_MINORVERSION, real.dwMinorVersion, wanted->dwMinorVersion},
        {VER_SERVICEPACKMAJOR, real.wServicePackMajor, wanted->wServicePackMajor},
        {VER_SERVICEPACKMINOR, real.wServicePackMinor, wanted->wServicePackMinor},
    };
    const struct wish alone[] = {
        {VER_BUILDNUMBER, real.dwBuildNumber, wanted->dwBuildNumber},
        {VER_PLATFORMID, real.dwPlatformId, wanted->dwPlatformId},
        {VER_PRODUCT_TYPE, real.wProductType, wanted->wProductType},
    };
    bool all = number_holds(numbers, sizeof numbers / sizeof numbers[0], parts, mask);
    for (unsigned i = 0; i < sizeof alone / sizeof alone[0]; i++)
        all = all && number_holds(&alone[i], 1, parts, mask);
    if (parts & VER_SUITENAME)
        all = all &&
              suites_hold(real.wSuiteMask, wanted->wSuiteMask, condition_of(mask, VER_SUITENAME));
    return all || fails(ERROR_OLD_WIN_VERSION);
}

BOOL WINAPI VerifyVersionInfoA(LPOSVERSIONINFOEXA wanted, DWORD parts, DWORDLONG mask)
{
    OSVERSIONINFOEXW wide = {.dwMajorVersion = wanted->dwMajorVersion,
                             .dwMinorVersion = wanted->dwMinorVersion,
                             .dwBuildNumber = wanted->dwBuildNumber,
                             .dwPlatformId = wanted->dwPlatformId,
                             .wServicePackMajor = wanted->wServicePackMajor,
                             .wServicePackMinor = wanted->wServicePackMinor,
                             .wSuiteMask = wanted->wSuiteMask,
                             .wProductType = wanted->wProductType};
    return VerifyVersionInfoW(&wide, parts, mask);
}

BOOL WINAPI GetProductInfo(DWORD major, DWORD minor, DWORD pack_major, DWORD pack_minor,
                           PDWORD product)
{
    (void)minor, (void)pack_major, (void)pack_minor;
    if (product)
        *product = major < 6 ? 0 : PRODUCT_ULTIMATE;
    return product && major >= 6;
}
