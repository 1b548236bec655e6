/* The modules ucrtbase.dll and vcruntime140.dll, which divide among them what programs of Visual
 * C++ since 2015 import of the C library. They share the functions, the streams and the heap of
 * msvcrt.dll, and have functions of their own where their rules differ. */
#include "win32/image/runtime_module.h"
#include "win32/msvcrt/start_up.h"
#include "win32/msvcrt/terminate.h"
#include "win32/msvcrt/thread_data.h"

#include <stddef.h>

_Noreturn void ucrt_abort(void);

#include "win32/image/rows_declared.h"
#include "win32/ucrt/ucrt_exports.h"
#include "win32/ucrt/vcruntime_exports.h"

#include "win32/image/rows_listed.h"
static const struct runtime_export ucrt_rows[] = {
#include "win32/ucrt/ucrt_exports.h"
};

static const struct runtime_export vcruntime_rows[] = {
#include "win32/ucrt/vcruntime_exports.h"
};

static void ucrt_begin(void)
{
    msvcrt_thread_begin();
    terminate_by(ucrt_abort);
    start_up_end_program();
}

#define MODULE(rows) rows, sizeof rows / sizeof *rows
const struct runtime_module ucrt_module = {"ucrtbase", MODULE(ucrt_rows), ucrt_begin};
const struct runtime_module vcruntime_module = {"VCRUNTIME140", MODULE(vcruntime_rows), NULL};
