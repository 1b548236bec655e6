/* The program that a file of Windows runs in: it loads the file that is named like itself, with all
 * that this imports, and becomes its first thread. */
#include "kernel/call/program.h"
#include "seh_emul/dispatch/unhandled.h"
#include "win32/console/screens.h"
#include "win32/cxx/cxx_report.h"
#include "win32/cxx/cxx_type.h"
#include "win32/process/attach.h"
#include "win32/process/first_stack.h"
#include "win32/process/load.h"
#include "win32/process/loader_calls.h"
#include "win32/process/locals.h"
#include "win32/process/message_tables.h"
#include "win32/process/module_entry.h"
#include "win32/process/parameters.h"
#include "win32/process/process_entries.h"
#include "win32/process/surroundings.h"

#include <nt.h>
#include <processthreadsapi.h>
#include <seh.h>
#include <stdio.h>
#include <winbase.h>
#include <winnt.h>

int main(int argc, char **argv);

#define say(text, ...) fprintf(stderr, "trapline: " text "\n", __VA_ARGS__)

/* Says in a line why the program does not start, as Windows does in a box, and ends with the
 * status. */
static _Noreturn void end_unstarted(uint32_t status)
{
    const struct load_failure *failure = &load_failure;
    const char *by = failure->importer, *module = failure->module;
    if (status == STATUS_DLL_NOT_FOUND && *by)
        say("%s needs %s, and there is none; put it beside the program", by, module);
    else if (*failure->entry)
        say("%s needs %s of %s, which has none", by, failure->entry, module);
    else if (status == STATUS_DLL_INIT_FAILED)
        say("%s says that it cannot begin", module);
    else
        say("%s cannot be loaded (status %08X)", module, (unsigned)status);
    ExitProcess(status);
}

static void load_all(const char *name)
{
    char path[MODULE_PATH];
    snprintf(path, sizeof path, "C:\\%s", name);
    uint32_t status = load_program(path);
    if (status != STATUS_SUCCESS)
        end_unstarted(status);
    surroundings_set();
    parameters_fill();
    if (!locals_begin_thread())
        end_unstarted(load_fail(STATUS_NO_MEMORY, NULL, program_module->name));
}

/* Libraries get the registers that the program begins with, and may change where it begins. */
static const void *attach(PEB *peb)
{
    CONTEXT context;
    RtlCaptureContext(&context);
    context.Eax = (DWORD)program_module->row.EntryPoint;
    context.Ebx = (DWORD)peb;
    if (!context.Eax)
        context.Eax = (DWORD)module_base(program_module); /* "MZ" is code, too */
    uint32_t status = STATUS_SUCCESS;
    for (unsigned i = 0; i < LOAD_ALWAYS && status == STATUS_SUCCESS; i++)
        status = attach_tree(module_by_name(load_always[i]), &context);
    for (unsigned i = 0; i < program_module->import_count && status == STATUS_SUCCESS; i++)
        status = attach_tree(program_module->imports[i], &context);
    if (status != STATUS_SUCCESS)
        end_unstarted(status);
    attach_program(&context);
    return (const void *)context.Eax;
}

int main(int argc, char **argv)
{
    (void)argc;
    PEB *peb = NtCurrentTeb()->ProcessEnvironmentBlock;
    TlsAlloc(); /* no program of Windows gets index 0 */
    InitializeCriticalSection(&loader_lock);
    loader_calls_begin();
    message_tables_begin();
    screens_remember();
    seh_set_exception_words(cxx_report);
    cxx_destroy_taken();
    EnterCriticalSection(&loader_lock);
    load_all(argv[0]);
    process_entries_set();
    const void *entry = attach(peb);
    LeaveCriticalSection(&loader_lock);
    uint32_t status = first_stack_set();
    if (status != STATUS_SUCCESS)
        end_unstarted(load_fail(status, NULL, program_module->name));
    entry_begin(entry, peb);
}
