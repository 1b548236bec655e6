/* The modules of Visual C++ 2005 to 2013: msvcr80.dll, msvcr90.dll, msvcr100.dll, msvcr110.dll,
 * msvcr120.dll. They are one image by five names, which has what the newest of them has: the names
 * of msvcrt.dll, and over them those that are new or follow other rules. All share the streams, the
 * open files and the heap of msvcrt.dll. */
#include "win32/image/runtime_module.h"
#include "win32/msvcrt/start_up.h"
#include "win32/msvcrt/terminate.h"
#include "win32/msvcrt/thread_data.h"

#include <stddef.h>

_Noreturn void msvcr_abort(void);

#include "win32/image/rows_declared.h"
#include "win32/msvcr/msvcr_exports.h"
#include "win32/msvcrt/msvcrt_exports.h"

#include "win32/image/rows_listed.h"
static const struct runtime_export rows[] = {
#include "win32/msvcrt/msvcrt_exports.h"
/* If two rows have one name, the later one counts. */
#include "win32/msvcr/msvcr_exports.h"
};

static void msvcr_begin(void)
{
    msvcrt_thread_begin();
    terminate_by(msvcr_abort);
    start_up_end_program();
}

const struct runtime_module msvcr_module = {"MSVCR", rows, sizeof rows / sizeof *rows, msvcr_begin};
