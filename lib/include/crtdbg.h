/* The checks of Microsoft's debugging library, as its release library has them: none. ./trapline
 * builds that check the heap are those with CHECKED=1. */
#ifndef LIB_CRTDBG_H
#define LIB_CRTDBG_H

#include <stddef.h>

#define _CRT_WARN                       0
#define _CRT_ERROR                      1
#define _CRT_ASSERT                     2
#define _CRTDBG_MODE_FILE               0x1
#define _CRTDBG_MODE_DEBUG              0x2
#define _CRTDBG_MODE_WNDW               0x4
#define _CRTDBG_REPORT_MODE             (-1)
#define _CRTDBG_FILE_STDOUT             ((void *)-4)
#define _CRTDBG_FILE_STDERR             ((void *)-5)
#define _CRTDBG_REPORT_FILE             ((void *)-6)
#define _CRTDBG_ALLOC_MEM_DF            0x01
#define _CRTDBG_DELAY_FREE_MEM_DF       0x02
#define _CRTDBG_CHECK_ALWAYS_DF         0x04
#define _CRTDBG_CHECK_CRT_DF            0x10
#define _CRTDBG_LEAK_CHECK_DF           0x20
#define _CRTDBG_REPORT_FLAG             (-1)

#define _ASSERT(held)                   ((void)0)
#define _ASSERTE(held)                  ((void)0)
#define _ASSERT_EXPR(held, text)        ((void)0)
#define _RPT0(kind, format)             ((void)0)
#define _RPT1(kind, format, a)          ((void)0)
#define _RPT2(kind, format, a, b)       ((void)0)
#define _RPT3(kind, format, a, b, c)    ((void)0)
#define _RPT4(kind, format, a, b, c, d) ((void)0)
#define _RPTF0(kind, format)            ((void)0)
#define _RPTF1(kind, format, a)         ((void)0)
#define _RPTF2(kind, format, a, b)      ((void)0)
#define _CrtCheckMemory()               1
#define _CrtDumpMemoryLeaks()           0
#define _CrtSetBreakAlloc(number)       0L
#define _CrtSetDbgFlag(flags)           ((int)((flags)&0))
#define _CrtSetReportFile(kind, file)   ((void *)0)
#define _CrtSetReportHook(hook)         ((void *)0)
#define _CrtSetReportMode(kind, mode)   0

#endif
