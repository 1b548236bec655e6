/* The one list of services: the calls of the kernel from code of either ring. Numbers (a row's
 * place from 0), stubs (kernel/shared/service_stubs.S), prototypes and the table of entries
 * (service.h, kernel/services.c) all come from it. Serves C and assembly.
 *
 * SERVICE(way, words, result, name, parameters)
 *
 *   way         GATE: code of both rings enters the kernel by `int 2Eh`. So no other thread can cut
 *               the call in two, and it may wait.
 *               DIRECT: the same in ring 3, but ring 0 calls the function itself. It only reads, or
 *               guards by itself what it writes.
 *               HANDED: as DIRECT, but the function lies above the kernel, which got it at the
 *               start (handed_##name).
 *   words       the number of the parameters' 32-bit words, at most SERVICE_WORDS
 *   name        sys_##name is the stub that code of both rings calls: result sys_##name parameters
 *
 * user_##name is the kernel's entry for calls by the gate. It copies all memory that the words
 * point to (kernel/memory/user_memory.h), and checks every value that could harm the runtime. It
 * returns the value that the caller finds in eax. For a bad pointer that is
 * STATUS_ACCESS_VIOLATION, or 0 where the result is a pointer, a size or a bool.
 */
SERVICE(DIRECT, 2, void, console_write, (const char *bytes, size_t length))
SERVICE(DIRECT, 2, void, console_write_error, (const char *bytes, size_t length))
SERVICE(GATE, 2, size_t, console_read, (char *buffer, size_t size))
SERVICE(GATE, 1, void *, space_alloc, (size_t size))
SERVICE(GATE, 1, void, space_release, (void *base))
SERVICE(GATE, 2, uint32_t, stack_alloc, (size_t size, struct stack *stack))
SERVICE(GATE, 1, void, stack_free, (void *base))
SERVICE(GATE, 1, bool, stack_reset, (uint32_t esp))
SERVICE(GATE, 4, uint32_t, region_allocate,
        (uint32_t * base, uint32_t *size, uint32_t type, uint32_t protect))
SERVICE(GATE, 3, uint32_t, region_free, (uint32_t * base, uint32_t *size, uint32_t type))
SERVICE(GATE, 4, uint32_t, region_protect,
        (uint32_t * base, uint32_t *size, uint32_t protect, uint32_t *old))
SERVICE(GATE, 2, uint32_t, region_query,
        (uint32_t address, struct _MEMORY_BASIC_INFORMATION *information))
SERVICE(DIRECT, 2, void, clock_wait_until, (uint64_t deadline))
SERVICE(DIRECT, 3, void, trace_write, (uint32_t event, const uint32_t arg[4], uint8_t length))
SERVICE(DIRECT, 2, void, trace_thread_named, (const void *thread, const char *name))
SERVICE(GATE, 1, void, program_end_others, (uint32_t status))
SERVICE(GATE, 3, _Noreturn void, program_end, (int status, size_t blocks, size_t bytes))
SERVICE(DIRECT, 1, _Noreturn void, power_off, (uint32_t status))
SERVICE(DIRECT, 2, _Noreturn void, panic_from, (const uint32_t frame[2], const char *text))
SERVICE(DIRECT, 2, bool, paging_readable, (const void *address, uint32_t length))
SERVICE(DIRECT, 1, bool, paging_executable, (const void *address))
SERVICE(DIRECT, 4, void, report_describe,
        (uint32_t address, uint32_t back, char *text, size_t size))
SERVICE(DIRECT, 1, void, report_state, (const struct machine_state *state))
SERVICE(DIRECT, 4, void, report_parked, (uint32_t eip, uint32_t ebp, uint32_t low, uint32_t high))
SERVICE(GATE, 3, NTSTATUS, ring3_run, (ring3_function * function, void *argument, DWORD *value))
SERVICE(GATE, 2, void, ring3_end, (NTSTATUS status, DWORD value))
SERVICE(HANDED, 2, NTSTATUS, context_put, (const CONTEXT *registers, const CONTEXT *context))
SERVICE(GATE, 1, void, debug_registers_get, (struct debug_registers * now))
SERVICE(GATE, 3, uint32_t, thread_create,
        (uint32_t * handle, const struct thread_creation *creation, uint32_t *id))
SERVICE(GATE, 1, void, thread_exit, (uint32_t exit_code))
SERVICE(GATE, 3, uint32_t, thread_open, (uint32_t * handle, uint32_t id, uint32_t access))
SERVICE(GATE, 2, uint32_t, thread_get_context, (uint32_t handle, CONTEXT *context))
SERVICE(GATE, 2, uint32_t, thread_set_context, (uint32_t handle, const CONTEXT *context))
SERVICE(GATE, 2, uint32_t, thread_terminate, (uint32_t handle, uint32_t exit_code))
SERVICE(GATE, 2, uint32_t, thread_suspend, (uint32_t handle, uint32_t *before))
SERVICE(GATE, 2, uint32_t, thread_resume, (uint32_t handle, uint32_t *before))
SERVICE(GATE, 2, uint32_t, thread_query, (uint32_t handle, struct thread_information *information))
SERVICE(GATE, 2, uint32_t, thread_set_priority, (uint32_t handle, int relative))
SERVICE(GATE, 3, uint32_t, thread_set_name, (uint32_t handle, const wchar_t *name, uint32_t units))
SERVICE(GATE, 2, uint32_t, thread_get_name, (uint32_t handle, wchar_t name[]))
SERVICE(GATE, 2, uint32_t, thread_set_boost, (uint32_t handle, bool allowed))
SERVICE(GATE, 3, uint32_t, thread_set_affinity,
        (uint32_t handle, uint32_t affinity, uint32_t *before))
SERVICE(GATE, 3, uint32_t, thread_set_ideal, (uint32_t handle, uint32_t number, uint32_t *before))
SERVICE(GATE, 1, uint32_t, process_set_priority, (uint32_t priority_class))
SERVICE(GATE, 1, uint32_t, process_set_affinity, (uint32_t affinity))
SERVICE(GATE, 2, uint32_t, process_query,
        (uint32_t handle, struct process_information *information))
SERVICE(GATE, 1, uint32_t, tls_clear, (uint32_t index))
SERVICE(DIRECT, 0, uint32_t, processor_number, (void))
SERVICE(GATE, 0, uint32_t, cpus_flush, (void))
SERVICE(GATE, 5, uint32_t, thread_queue_apc,
        (uint32_t handle, uint32_t routine, uint32_t first, uint32_t second, uint32_t third))
SERVICE(GATE, 1, bool, apc_take, (uint32_t call[4]))
SERVICE(GATE, 0, bool, thread_yield, (void))
SERVICE(GATE, 5, uint32_t, wait_for,
        (const uint32_t *handles, uint32_t count, uint32_t how, uint64_t deadline))
SERVICE(GATE, 4, uint32_t, wait_for_one, (uint32_t handle, uint32_t how, uint64_t deadline))
SERVICE(GATE, 5, uint32_t, wait_signal_and,
        (uint32_t signal, uint32_t handle, uint32_t how, uint64_t deadline))
SERVICE(GATE, 4, uint32_t, address_wait,
        (const uint32_t *address, uint32_t expected, uint64_t deadline))
SERVICE(GATE, 2, uint32_t, address_wake, (const uint32_t *address, uint32_t count))
SERVICE(GATE, 5, uint32_t, keyed_event_wait,
        (uint32_t handle, uint32_t key, uint32_t how, uint64_t deadline))
SERVICE(GATE, 5, uint32_t, keyed_event_release,
        (uint32_t handle, uint32_t key, uint32_t how, uint64_t deadline))
SERVICE(GATE, 2, uint32_t, keyed_event_create, (uint32_t * handle, const char *name))
SERVICE(GATE, 4, uint32_t, event_create,
        (uint32_t * handle, const char *name, bool manual, bool set))
SERVICE(GATE, 3, uint32_t, event_change, (uint32_t handle, uint32_t change, uint32_t *before))
SERVICE(GATE, 4, uint32_t, semaphore_create,
        (uint32_t * handle, const char *name, int32_t count, int32_t maximum))
SERVICE(GATE, 3, uint32_t, semaphore_release, (uint32_t handle, int32_t count, int32_t *before))
SERVICE(GATE, 3, uint32_t, mutex_create, (uint32_t * handle, const char *name, bool owned))
SERVICE(GATE, 2, uint32_t, mutex_release, (uint32_t handle, int32_t *before))
SERVICE(GATE, 3, uint32_t, timer_create, (uint32_t * handle, const char *name, bool manual))
SERVICE(GATE, 6, uint32_t, timer_set,
        (uint32_t handle, uint64_t due, uint32_t period, uint32_t routine, uint32_t argument))
SERVICE(GATE, 1, uint32_t, timer_cancel, (uint32_t handle))
SERVICE(GATE, 4, uint32_t, object_open,
        (uint32_t * handle, const char *name, uint32_t kind, uint32_t access))
SERVICE(GATE, 1, uint32_t, handle_close, (uint32_t handle))
SERVICE(GATE, 4, uint32_t, handle_duplicate,
        (uint32_t handle, uint32_t access, uint32_t options, uint32_t *second))
SERVICE(GATE, 1, uint32_t, ums_list_create, (uint32_t * list))
SERVICE(GATE, 1, uint32_t, ums_list_delete, (uint32_t list))
SERVICE(GATE, 2, uint32_t, ums_list_event, (uint32_t list, uint32_t *handle))
SERVICE(GATE, 1, uint32_t, ums_context_create, (uint32_t * context))
SERVICE(GATE, 1, uint32_t, ums_context_delete, (uint32_t context))
SERVICE(GATE, 1, uint32_t, ums_enter, (uint32_t list))
SERVICE(GATE, 0, uint32_t, ums_leave, (void))
SERVICE(GATE, 1, uint32_t, ums_execute, (uint32_t context))
SERVICE(GATE, 1, uint32_t, ums_slice, (uint32_t ticks))
SERVICE(GATE, 4, uint32_t, supply_create,
        (struct supply_made * made, uint32_t size, uint32_t protect, bool zeroed))
SERVICE(GATE, 2, uint32_t, supply_next, (uint32_t number, uint32_t *page))
SERVICE(GATE, 4, uint32_t, supply_give,
        (uint32_t number, uint32_t page, const void *bytes, uint32_t status))
SERVICE(GATE, 1, uint32_t, supply_end, (uint32_t base))
SERVICE(GATE, 4, uint32_t, exchange_long, (uint64_t * place, uint64_t *expected, uint64_t becomes))
SERVICE(GATE, 3, uint32_t, file_create, (uint32_t * handle, uint32_t number, uint32_t access))
SERVICE(GATE, 3, uint32_t, file_number, (uint32_t handle, uint32_t access, uint32_t *number))
SERVICE(GATE, 0, void, files_send_out, (void))
SERVICE(GATE, 1, uint32_t, program_entries, (const struct program_entries *entries))
SERVICE(GATE, 1, uint32_t, thread_after, (uint32_t id))
SERVICE(GATE, 2, uint32_t, object_query, (uint32_t handle, struct object_state *state))
SERVICE(GATE, 1, void *, space_reserve, (size_t size))
SERVICE(GATE, 1, uint32_t, view_map, (struct view_wanted * wanted))
SERVICE(GATE, 1, uint32_t, view_unmap, (uint32_t address))
SERVICE(GATE, 1, void, console_typing, (unsigned typing))
SERVICE(GATE, 1, void, console_interrupted, (bool waits))
SERVICE(GATE, 3, uint32_t, region_lend, (uint32_t base, const char *from, uint32_t size))
