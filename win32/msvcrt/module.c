/* The module msvcrt.dll: the C library by the names that programs of Windows import. The table
 * knows functions and variables by their names alone, because many names stand for functions of
 * several widths, and the compiler's ideas of them do not matter here. */
#include "win32/image/runtime_module.h"

#include <stddef.h>

#define DECLARE(symbol)           extern const char symbol##_place[] __asm__(#symbol);
#define EXPORT(name)              DECLARE(name)
#define EXPORT_AS(name, symbol)   DECLARE(symbol)
#define EXPORT_TEXT(text, symbol) DECLARE(symbol)
#define DATA(name, symbol)        DECLARE(symbol)
#include "win32/msvcrt/msvcrt_exports.h"
#undef EXPORT
#undef EXPORT_AS
#undef EXPORT_TEXT
#undef DATA

static const struct runtime_export rows[] = {
#define EXPORT(name)              {#name, name##_place, false, NULL},
#define EXPORT_AS(name, symbol)   {#name, symbol##_place, false, NULL},
#define EXPORT_TEXT(text, symbol) {text, symbol##_place, false, NULL},
#define DATA(name, symbol)        {#name, symbol##_place, true, NULL},
#include "win32/msvcrt/msvcrt_exports.h"
};

const struct runtime_module msvcrt_module = {"msvcrt", rows, sizeof rows / sizeof *rows};
