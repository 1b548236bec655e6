/* __try and the names around it, as the Windows SDK's excpt.h spells them. Part of windows.h.
 *
 * A program written for Windows does not mark its functions with SEH_FUNCTION. So all functions
 * behind this header are compiled without optimisation; seh_try.h says why __try needs that. A
 * program that wants its other functions optimised includes seh.h instead.
 */
#ifndef EXCPT_H
#define EXCPT_H

#include <seh.h>

/* In filters and __except blocks. */
#define _exception_code()      GetExceptionCode()
#define exception_code()       GetExceptionCode()

/* In filters. */
#define _exception_info()      GetExceptionInformation()
#define exception_info()       GetExceptionInformation()

/* In __finally blocks. */
#define abnormal_termination() AbnormalTermination()

#if defined(__clang__)
#pragma clang optimize off
#else
#pragma GCC optimize("O0", "stack-reuse=none", "no-ira-share-spill-slots", "no-exceptions",        \
                     "no-non-call-exceptions")
#endif

#endif
