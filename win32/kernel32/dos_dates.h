/* Times of files in Windows' form and in DOS's, which counts from 1980 in steps of two seconds.
 * Ordinary code. */
#ifndef WIN32_KERNEL32_DOS_DATES_H
#define WIN32_KERNEL32_DOS_DATES_H

#include <minwinbase.h>

LONG WINAPI CompareFileTime(const FILETIME *left, const FILETIME *right); /* -1, 0 or 1 */

/* FALSE: ERROR_INVALID_PARAMETER, no such date; DOS's years are 1980 to 2107. A time of a file is
 * rounded up. */
BOOL WINAPI DosDateTimeToFileTime(WORD date, WORD time, LPFILETIME result);
BOOL WINAPI FileTimeToDosDateTime(const FILETIME *time, LPWORD date, LPWORD clock);

#endif
