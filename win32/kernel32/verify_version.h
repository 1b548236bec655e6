/* Comparing the version with a wanted one. Ordinary code. */
#ifndef WIN32_KERNEL32_VERIFY_VERSION_H
#define WIN32_KERNEL32_VERIFY_VERSION_H

#include <sysinfoapi.h>

#define VER_MINORVERSION     0x01u
#define VER_MAJORVERSION     0x02u
#define VER_BUILDNUMBER      0x04u
#define VER_PLATFORMID       0x08u
#define VER_SERVICEPACKMINOR 0x10u
#define VER_SERVICEPACKMAJOR 0x20u
#define VER_SUITENAME        0x40u
#define VER_PRODUCT_TYPE     0x80u

/* How a part is compared: 1 to 5 are =, >, >=, <, <=; suites: 6 has all of them, 7 one. */
#define VER_EQUAL            1
#define VER_GREATER          2
#define VER_GREATER_EQUAL    3
#define VER_LESS             4
#define VER_LESS_EQUAL       5
#define VER_AND              6
#define VER_OR               7

/* Puts the condition of parts into a mask of three bits for each. */
ULONGLONG WINAPI VerSetConditionMask(ULONGLONG mask, DWORD parts, BYTE condition);

/* FALSE: ERROR_OLD_WIN_VERSION, it is another one; ERROR_BAD_ARGUMENTS, no part or no condition.
 * The numbers of version and service pack are one number: the first part that differs decides, by
 * its own condition where that goes with the one before it (> and >= go together and with =, < and
 * <= too), else by the one before. Nothing holds for a part without any. */
BOOL WINAPI VerifyVersionInfoA(LPOSVERSIONINFOEXA wanted, DWORD parts, DWORDLONG mask);
BOOL WINAPI VerifyVersionInfoW(LPOSVERSIONINFOEXW wanted, DWORD parts, DWORDLONG mask);

/* The kind of system that this one is for those that ask: Ultimate. FALSE,
 * and the last error stays: none for versions before 6, which is 0, or no place for it. */
BOOL WINAPI GetProductInfo(DWORD major, DWORD minor, DWORD pack_major, DWORD pack_minor,
                           PDWORD product);

#endif
