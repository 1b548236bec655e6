#include "kernel/trap/ring3_entries.h"

#include "kernel/call/program_entries.h"
#include "kernel/devices/clock.h"
#include "kernel/memory/user_memory.h"
#include "kernel/threads/thread.h"
#include "kernel/threads/tick_way.h"
#include "kernel/trap/idt.h"
#include "kernel/trap/service_entry.h"

#include <nt.h>
#include <stdbool.h>

uint32_t exception_entry;
uint32_t foreign_service_entry;

void trap_stub_foreign_service(void); /* vectors.S */

uint32_t user_program_entries(struct service_call *call)
{
    static bool are_set;
    struct program_entries entries;
    if (this_thread()->piece || are_set)
        return STATUS_ACCESS_DENIED;
    if (!user_read(call, &entries, call->words[0], sizeof entries))
        return STATUS_ACCESS_VIOLATION;
    are_set = true;
    exception_entry = entries.exceptions;
    foreign_service_entry = entries.foreign_services;
    idt_set_service_stub(trap_stub_foreign_service);
    clock_show_times();
    tick_choose_way();
    clock_page.shared.SystemCall = entries.system_call;
    clock_page.shared.SystemCallReturn = entries.system_call_return;
    return STATUS_SUCCESS;
}
