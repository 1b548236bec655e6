#include "win32/process/process_entries.h"

#include "kernel/call/program.h"
#include "kernel/call/program_entries.h"
#include "kernel/call/service.h"
#include "seh_emul/dispatch/process_ways.h"
#include "win32/process/load.h"
#include "win32/process/load_config.h"
#include "win32/process/module.h"
#include "win32/process/module_code.h"
#include "win32/process/module_entry.h"
#include "win32/process/system_call.h"
#include "win32/threads/apc_calls.h"
#include "win32/threads/new_threads.h"

/* Places in RtlUserThreadStart. */
extern const char thread_inner_return[], thread_outer_return[], thread_final_handler[];

struct thread_places thread_places;

/* The address that a name of the module has for programs. */
static uint32_t place_in(const char *module, const char *name)
{
    const void *address = NULL;
    load_find_export(module_by_name(module), name, UINT32_MAX, NULL, &address);
    return (uint32_t)address;
}

static uint32_t of_ntdll(const char *name)
{
    return place_in("ntdll.dll", name);
}

/* RtlUserThreadStart goes on here: a new thread tells the modules of itself before it begins. */
_Noreturn void thread_start(const void *function, void *parameter);

void thread_start(const void *function, void *parameter)
{
    program_call_tls_callbacks(DLL_THREAD_ATTACH);
    apc_call_all();
    entry_begin(function, parameter);
}

static void set_threads(void)
{
    uint32_t start = of_ntdll("RtlUserThreadStart"),
             moved = start - (uint32_t)RtlUserThreadStart_code;
    thread_places = (struct thread_places){
        .thunk = place_in("kernel32.dll", "BaseThreadInitThunk"),
        .inner = (uint32_t)thread_inner_return + moved,
        .outer = (uint32_t)thread_outer_return + moved,
        .apc = of_ntdll("KiUserApcDispatcher"),
    };
    apc_dispatcher = apc_dispatch;
    thread_first_code = (void (*)(void))start;
    seh_outermost_handler = (PEXCEPTION_ROUTINE)((uint32_t)thread_final_handler + moved);
}

void process_entries_set(void)
{
    const struct program_entries entries = {
        .exceptions = of_ntdll("KiUserExceptionDispatcher"),
        .foreign_services = (uint32_t)system_call_entry,
        .system_call = of_ntdll("KiIntSystemCall"),
        .system_call_return = of_ntdll("KiFastSystemCallRet"),
    };
    set_threads();
    load_config_check_handlers();
    seh_search = exception_dispatch;
    seh_dispatcher = (void (*)(void))entries.exceptions;
    sys_program_entries(&entries);
}
