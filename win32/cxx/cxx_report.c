#include "win32/cxx/cxx_report.h"

#include "kernel/call/report.h"
#include "kernel/call/service.h"
#include "win32/cxx/cxx_names.h"
#include "win32/cxx/cxx_state.h"
#include "win32/cxx/cxx_type.h"

#include <errhandlingapi.h>
#include <excpt.h>
#include <stddef.h>
#include <string.h>

enum { MOST_TYPES = 32, LONGEST_NAME = 400, LONGEST_WHAT = 160 };

/* Copies a text that may be nowhere. Returns false if it is, or has no end. */
static bool read_text(const char *text, char *copy, size_t size)
{
    for (size_t i = 0; i < size && sys_paging_readable(text + i, 1); i++)
        if (!(copy[i] = text[i]))
            return true;
    return false;
}

/* The type by which an object can be caught at this place of the list; NULL: there is none. */
static const struct cxx_catchable *type_at(const struct cxx_catchables *all, DWORD place)
{
    if (!sys_paging_readable(all, sizeof *all) || place >= all->count || place >= MOST_TYPES ||
        !sys_paging_readable(&all->types[place], sizeof all->types[place]) ||
        !sys_paging_readable(all->types[place], sizeof *all->types[place]))
        return NULL;
    return all->types[place];
}

void *cxx_exception_in(const EXCEPTION_RECORD *record)
{
    char name[LONGEST_NAME];
    const struct cxx_thrown *thrown = cxx_is_own(record) ? cxx_thrown(record) : NULL;
    const struct cxx_catchable *type;
    if (!thrown || !sys_paging_readable(thrown, sizeof *thrown))
        return NULL;
    for (DWORD i = 0; (type = type_at(thrown->catchables, i)); i++)
        if (read_text(type->type->name, name, sizeof name) && type->displacement.pointer < 0 &&
            (strcmp(name, ".?AVexception@std@@") == 0 || strcmp(name, ".?AVexception@@") == 0))
            return (char *)cxx_object(record) + type->displacement.member;
    return NULL;
}

void cxx_report_text(const char *text)
{
    char what[LONGEST_WHAT];
    if (read_text(text, what, sizeof what))
        report_line("  it says: %s", what);
}

void cxx_report_type(const EXCEPTION_RECORD *record)
{
    char name[LONGEST_NAME], text[CXX_NAME_SIZE];
    const struct cxx_thrown *thrown = cxx_thrown(record);
    if (!cxx_is_own(record))
        return;
    if (!thrown) {
        report_line("  C++ throws again, and no exception is handled");
        return;
    }
    const struct cxx_catchable *type =
        sys_paging_readable(thrown, sizeof *thrown) ? type_at(thrown->catchables, 0) : NULL;
    if (!type || !read_text(type->type->name, name, sizeof name))
        return;
    cxx_read_name(name, true, text);
    report_line("  C++ throws %s", text);
}

void cxx_report(const EXCEPTION_RECORD *record)
{
    void *exception = cxx_exception_in(record);
    cxx_report_type(record);
    if (!exception)
        return;
    char *const *text = (char *const *)exception + 1; /* where Visual C++'s own classes have it */
    if (sys_paging_readable(text, sizeof *text))
        cxx_report_text(*text);
}

/* ---------------------------------------------------------------- the filter */

static LPTOP_LEVEL_EXCEPTION_FILTER before;

static LONG WINAPI filter_unhandled(EXCEPTION_POINTERS *pointers)
{
    EXCEPTION_RECORD *record = pointers->ExceptionRecord;
    if (cxx_is_own(record) ||
        (record->ExceptionCode == CXX_EXCEPTION && record->NumberParameters == CXX_PARAMETERS &&
         record->ExceptionInformation[CXX_MAGIC] == MAGIC_PURE))
        cxx_end(record);
    return before ? before(pointers) : EXCEPTION_CONTINUE_SEARCH;
}

void cxx_end_unhandled(void)
{
    before = SetUnhandledExceptionFilter(filter_unhandled);
}
