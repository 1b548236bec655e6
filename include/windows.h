/* The names that a program for Windows expects, as far as Trapline has what they stand for.
 *
 *     #include <windows.h>
 *     #include <stdio.h>
 *
 *     int main(void)
 *     {
 *         __try {
 *             *(volatile int *)0 = 1;
 *         } __except (GetExceptionCode() == EXCEPTION_ACCESS_VIOLATION) {
 *             printf("caught %08lX\n", GetExceptionCode());
 *         }
 *         return 0;
 *     }
 *
 * Each name has the SDK's spelling, type and value. Each header of the SDK's that is here can also
 * be included alone. There are no windows, and no calls for wide text but for names of objects;
 * stdio.h has files. Functions
 * behind this header are compiled without optimisation (excpt.h).
 */
#ifndef WINDOWS_H
#define WINDOWS_H

#ifdef __cplusplus
extern "C" {
#endif

#include <excpt.h>
#include <stdarg.h>
#include <winbase.h>
#ifndef WIN32_LEAN_AND_MEAN
#include <wincrypt.h>
#endif
#include <windef.h>
#include <winnt.h>
#include <winuser.h>

#ifdef __cplusplus
}
#endif

#endif
