/* The module msvcrt.dll: the C library by the names that programs of Windows import. */
#include "win32/cxx/cxx_report.h"
#include "win32/image/runtime_module.h"
#include "win32/msvcrt/start_up.h"
#include "win32/msvcrt/thread_data.h"

#include <stddef.h>

#include "win32/image/rows_declared.h"
#include "win32/msvcrt/msvcrt_exports.h"

#include "win32/image/rows_listed.h"
static const struct runtime_export rows[] = {
#include "win32/msvcrt/msvcrt_exports.h"
};

static void msvcrt_begin(void)
{
    msvcrt_thread_begin();
    cxx_end_unhandled();
    start_up_go_on();
}

const struct runtime_module msvcrt_module = {"msvcrt", rows, sizeof rows / sizeof *rows,
                                             msvcrt_begin};
