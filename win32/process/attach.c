#include "win32/process/attach.h"

#include "win32/process/load.h"
#include "win32/process/locals.h"
#include "win32/process/module_entry.h"

#include <processthreadsapi.h>
#include <seh.h>

static void call_callbacks(struct module *module, uint32_t reason, void *context)
{
    uint32_t base = (uint32_t)module_base(module), next = module->tls.AddressOfCallBacks - base;
    if (module->locals < 0 || !module->tls.AddressOfCallBacks)
        return;
    /* They are called one by one, because a callback may write the next one. */
    for (;; next += (uint32_t)sizeof(DWORD)) {
        const volatile DWORD *function = module_at(module, next, sizeof *function);
        if (!function || !*function)
            return;
        entry_call((const void *)*function, module_base(module), reason, context);
    }
}

/* Calls the library's own function. Returns what it says. */
static uint32_t call_entry(struct module *module, uint32_t reason, void *context)
{
    call_callbacks(module, reason, context);
    return module->row.EntryPoint
               ? entry_call(module->row.EntryPoint, module_base(module), reason, context)
               : TRUE;
}

static bool has_entry(const struct module *module)
{
    return module->row.Flags & MODULE_IS_DLL && !module->is_unresolved;
}

static uint32_t begin(struct module *module, void *context)
{
    return call_entry(module, DLL_PROCESS_ATTACH, context) ? STATUS_SUCCESS
                                                           : STATUS_DLL_INIT_FAILED;
}

/* Calls the entry for LoadLibrary, which an exception makes fail. At the start of the process it is
 * the program's end, and is reported. */
SEH_FUNCTION static uint32_t begin_guarded(struct module *module)
{
    uint32_t status = STATUS_SUCCESS;
    __try {
        status = begin(module, NULL);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        status = (uint32_t)GetExceptionCode();
        module->row.Flags &= ~(DWORD)MODULE_ATTACHED;
    }
    return status;
}

uint32_t attach_tree(struct module *module, void *context)
{
    if (module->row.Flags & (MODULE_LOADING | MODULE_PROCESSED))
        return STATUS_SUCCESS;
    module->row.Flags |= MODULE_LOADING;
    uint32_t status = STATUS_SUCCESS;
    for (unsigned i = 0; i < module->import_count && status == STATUS_SUCCESS; i++)
        status = attach_tree(module->imports[i], context);
    module->row.Flags &= ~(DWORD)MODULE_LOADING;
    if (status != STATUS_SUCCESS)
        return status;
    module->row.Flags |= MODULE_PROCESSED;
    if (!has_entry(module))
        return STATUS_SUCCESS;
    module_link_initialized(module);
    module->row.Flags |= MODULE_ATTACHED;
    status = context ? begin(module, context) : begin_guarded(module);
    return status == STATUS_SUCCESS ? status : load_fail(status, NULL, module->name);
}

void attach_take_back(struct module *module, void *context)
{
    if (!(module->row.Flags & MODULE_ATTACHED))
        return;
    module->row.Flags &= ~(DWORD)(MODULE_ATTACHED | MODULE_PROCESSED); /* it may begin again */
    call_entry(module, DLL_PROCESS_DETACH, context);
}

/* Whether the module is told of threads. */
static bool hears_threads(const struct module *module)
{
    return module->row.Flags & MODULE_ATTACHED && !(module->row.Flags & MODULE_NO_THREAD_CALLS);
}

/* Whether the program's own callbacks know of the process. */
static bool program_is_told;

void attach_program(void *context)
{
    program_is_told = true;
    call_callbacks(program_module, DLL_PROCESS_ATTACH, context);
}

static void tell_program(uint32_t reason, void *context)
{
    if (program_is_told)
        call_callbacks(program_module, reason, context);
}

static void thread_begins(void)
{
    MODULE_FOR_EACH (module)
        if (hears_threads(module))
            call_entry(module, DLL_THREAD_ATTACH, NULL);
    tell_program(DLL_THREAD_ATTACH, NULL);
}

/* Calls the function for each module that was told of the process, the last one first. */
static void backwards(void (*function)(struct module *module))
{
    struct module *before;
    for (struct module *module = last_initialized; module; module = before) {
        before = module->initialized_before;
        function(module);
    }
}

static void tell_of_thread(struct module *module)
{
    if (hears_threads(module))
        call_entry(module, DLL_THREAD_DETACH, NULL);
}

static void tell_of_end(struct module *module)
{
    attach_take_back(module, &loader_data); /* any pointer: the process ends */
}

static void thread_ends(void)
{
    backwards(tell_of_thread);
    tell_program(DLL_THREAD_DETACH, NULL);
    locals_end_thread();
}

static void thread_changes(DWORD reason)
{
    if (reason == DLL_THREAD_DETACH)
        thread_ends();
    else if (reason == DLL_THREAD_ATTACH && locals_begin_thread())
        thread_begins();
}

static void process_ends(void)
{
    loader_data.ShutdownInProgress = TRUE;
    loader_data.ShutdownThreadId = (HANDLE)GetCurrentThreadId();
    backwards(tell_of_end);
    tell_program(DLL_PROCESS_DETACH, &loader_data);
}

/* At the process' end no other thread is left, and one of those may have had the lock. */
static void take_lock(DWORD reason)
{
    if (reason != DLL_PROCESS_DETACH) {
        EnterCriticalSection(&loader_lock);
    } else if (!TryEnterCriticalSection(&loader_lock)) {
        InitializeCriticalSection(&loader_lock);
        EnterCriticalSection(&loader_lock);
    }
}

/* The runtime calls this in each thread that begins or ends, as it calls what native programs have
 * in such a section. */
static void NTAPI notified(void *module, DWORD reason, void *reserved)
{
    (void)module, (void)reserved;
    if (!program_module) /* the process has not begun */
        return;
    take_lock(reason);
    module_walks++;
    if (reason == DLL_PROCESS_DETACH)
        process_ends();
    else if (!loader_data.ShutdownInProgress)
        thread_changes(reason);
    module_walks--;
    if (!loader_data.ShutdownInProgress)
        load_drop_uncounted();
    LeaveCriticalSection(&loader_lock);
}
static const PIMAGE_TLS_CALLBACK place __attribute__((used, section(".CRT$XLB"))) = notified;
