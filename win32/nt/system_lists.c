/* Lists that are told of the machine, in a row: they take as much room as they have rows. */
#include "win32/nt/system_lists.h"

#include "kernel/call/calls.h"
#include "kernel/call/numbers.h"
#include "kernel/call/service.h"
#include "kernel/shared/system_time.h"
#include "lib/calendar.h"

#include <errhandlingapi.h>
#include <handleapi.h>
#include <libloaderapi.h>
#include <nt.h>
#include <processthreadsapi.h>
#include <string.h>
#include <sysinfoapi.h>
#include <wchar.h>
#include <winnt.h>

enum { UNITS_A_TICK = CALENDAR_INTERVALS / 1000 };

void list_lay(struct system_list *list, const void *row, ULONG size)
{
    if (list->size + size <= list->room)
        memcpy(list->place + list->size, row, size);
    list->size += size;
}

/* Writes over what has been laid at this offset. */
static void lay_again(const struct system_list *list, ULONG at, const void *bytes, ULONG size)
{
    if (at + size <= list->room)
        memcpy(list->place + at, bytes, size);
}

/* ---------------------------------------------------------------- the process and its threads */

struct thread_row {
    ULONGLONG in_kernel, in_program, made;
    ULONG waited;
    PVOID begins;
    CLIENT_ID id;
    LONG priority, base;
    ULONG switches, state, waits_for;
};

struct process_row {
    ULONG next, threads;
    ULONGLONG private_bytes;
    ULONG faults, most_threads;
    ULONGLONG cycles, made, in_program, in_kernel;
    UNICODE_STRING name;
    LONG base;
    ULONG id, parent, handles, session;
    ULONG counts[13]; /* of memory: counts that the kernel does not have are 0 */
    ULONGLONG transfers[6];
};
_Static_assert(sizeof(struct thread_row) == 0x40, "as on Windows");
_Static_assert(sizeof(struct process_row) == 0xB8, "as on Windows");

static void lay_threads(struct system_list *list, struct process_row *process)
{
    for (DWORD id = sys_thread_after(0); id; id = sys_thread_after(id)) {
        enum { WAITS = 5, RUNS = 2 };
        struct thread_information information;
        HANDLE thread = OpenThread(THREAD_QUERY_INFORMATION, FALSE, id);
        if (!thread)
            continue;
        uint32_t status = sys_thread_query((uint32_t)thread, &information);
        CloseHandle(thread);
        if (status != STATUS_SUCCESS || information.ended)
            continue;
        struct thread_row row = {
            .in_program = (ULONGLONG)information.ran * UNITS_A_TICK,
            .made = system_time_at(information.made),
            .id = {(HANDLE)GetCurrentProcessId(), (HANDLE)id},
            .priority = information.priority,
            .base = (LONG)process->base + information.relative_priority,
            .state = id == GetCurrentThreadId() ? RUNS : WAITS,
        };
        list_lay(list, &row, sizeof row);
        process->threads++;
    }
}

void list_processes(struct system_list *list)
{
    WCHAR path[MAX_PATH];
    struct process_information information;
    sys_process_query((uint32_t)NtCurrentProcess(), &information);
    struct process_row row = {
        .made = system_time_at(0),
        .in_program = (ULONGLONG)information.ran * UNITS_A_TICK,
        .base = (LONG)information.base,
        .id = GetCurrentProcessId(),
        .session = NtCurrentTeb()->ProcessEnvironmentBlock->SessionId,
    };
    list_lay(list, &row, sizeof row);
    lay_threads(list, &row);
    row.most_threads = row.threads;
    path[GetModuleFileNameW(NULL, path, MAX_PATH - 1)] = 0;
    const WCHAR *slash = wcsrchr(path, '\\'), *name = slash ? slash + 1 : path;
    USHORT bytes = (USHORT)(wcslen(name) * sizeof *name);
    row.name = (UNICODE_STRING){bytes, (USHORT)(bytes + sizeof *name),
                                (PWSTR)(void *)(list->place + list->size)};
    list_lay(list, name, bytes + (ULONG)sizeof *name);
    lay_again(list, 0, &row, sizeof row);
}

/* ---------------------------------------------------------------- processors */

/* The kernel counts what threads ran, and not where: each CPU is told its even part. */
void list_processor_times(struct system_list *list)
{
    struct {
        ULONGLONG idle, in_kernel, in_program, deferred, interrupts;
        ULONG interrupt_count, unused;
    } row = {0};
    struct process_information information;
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    sys_process_query((uint32_t)NtCurrentProcess(), &information);
    ULONGLONG all = system_time() - system_time_at(0);
    row.in_program = (ULONGLONG)information.ran * UNITS_A_TICK / system.dwNumberOfProcessors;
    row.idle = row.in_program < all ? all - row.in_program : 0;
    row.in_kernel = row.idle; /* the idle time is among it */
    for (DWORD i = 0; i < system.dwNumberOfProcessors; i++)
        list_lay(list, &row, sizeof row);
}

void list_processors(struct system_list *list)
{
    DWORD before = GetLastError();
    list->size = list->room;
    GetLogicalProcessorInformation((PSYSTEM_LOGICAL_PROCESSOR_INFORMATION)(void *)list->place,
                                   &list->size);
    SetLastError(before);
}

/* ---------------------------------------------------------------- handles */

/* The numbers that Windows 7 gives the kinds. */
static BYTE number_of_kind(const char *type)
{
    static const struct {
        const char *type;
        BYTE number;
    } kinds[] = {{"process", 7},    {"thread", 8}, {"event", 12},       {"mutex", 14},
                 {"semaphore", 16}, {"timer", 17}, {"keyed event", 19}, {"file", 28}};
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].type, type) == 0)
            return kinds[i].number;
    return 0;
}

struct handle_fact {
    ULONG handle, access;
    BYTE kind;
};

/* Calls lay for each handle and returns their count. The kernel takes a new number only when no old
 * one is free, so that it is not looked further than this many free ones go. */
static ULONG each_handle(struct system_list *list,
                         void (*lay)(struct system_list *list, const struct handle_fact *fact))
{
    enum { STEP = 4, FREE = 4096 };
    ULONG count = 0;
    for (ULONG handle = STEP, last = 0; handle - last <= FREE * STEP; handle += STEP) {
        struct object_state state;
        if (sys_object_query(handle, &state) != STATUS_SUCCESS)
            continue;
        struct handle_fact fact = {handle, state.access, number_of_kind(state.type)};
        lay(list, &fact);
        last = handle;
        count++;
    }
    return count;
}

/* No program is told where the kernel has an object. */
static void lay_handle(struct system_list *list, const struct handle_fact *fact)
{
    const struct {
        ULONG process;
        BYTE kind, flags;
        USHORT handle;
        PVOID object;
        ULONG access;
    } row = {GetCurrentProcessId(), fact->kind, 0, (USHORT)fact->handle, NULL, fact->access};
    list_lay(list, &row, sizeof row);
}

void list_handles(struct system_list *list)
{
    ULONG count = 0;
    list_lay(list, &count, sizeof count);
    count = each_handle(list, lay_handle);
    lay_again(list, 0, &count, sizeof count);
}

static void lay_wide_handle(struct system_list *list, const struct handle_fact *fact)
{
    const struct {
        PVOID object;
        ULONG process, handle, access;
        USHORT trace, kind;
        ULONG flags, unused;
    } row = {NULL, GetCurrentProcessId(), fact->handle, fact->access, 0, fact->kind, 0, 0};
    list_lay(list, &row, sizeof row);
}

void list_wide_handles(struct system_list *list)
{
    ULONG counts[2] = {0, 0};
    list_lay(list, counts, sizeof counts);
    counts[0] = each_handle(list, lay_wide_handle);
    lay_again(list, 0, counts, sizeof counts);
}
