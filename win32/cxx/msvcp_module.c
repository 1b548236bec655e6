/* The module msvcp140.dll. */
#include "win32/image/runtime_module.h"

#include <stddef.h>

#include "win32/image/rows_declared.h"

#include "win32/cxx/msvcp_exports.h"

#include "win32/image/rows_listed.h"
static const struct runtime_export rows[] = {
#include "win32/cxx/msvcp_exports.h"
};

const struct runtime_module msvcp_module = {"MSVCP140", rows, sizeof rows / sizeof *rows, NULL};
