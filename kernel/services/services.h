/* The one list of services: the calls of the kernel from code of either ring. Numbers (a row's
 * place from 0), stubs (kernel/shared/service_stubs.S), prototypes and the table of entries
 * (service.h, services.c) all come from it. Serves C and assembly.
 *
 * SERVICE(words, result, name, parameters)
 *
 *   words       the number of the parameters' 32-bit words, at most SERVICE_WORDS
 *   name        result name parameters is the kernel's function. sys_##name is the stub that code
 *               of both rings calls instead: in ring 0 it jumps to name, in ring 3 it crosses by
 *               `int 2Eh` to user_##name
 *
 * user_##name lies beside name and gets the call. It checks all memory that the words point to, and
 * every value that could harm the runtime (kernel/trap/user_memory.h). Then it calls name, and
 * returns the value that ring 3 finds in eax. For a bad pointer that is STATUS_ACCESS_VIOLATION, or
 * 0 where the result is a pointer, a size or a bool.
 */
SERVICE(2, void, console_write, (const char *bytes, size_t length))
SERVICE(2, size_t, console_read, (char *buffer, size_t size))
SERVICE(1, void *, space_alloc, (size_t size))
SERVICE(1, void, space_release, (void *base))
SERVICE(2, uint32_t, stack_alloc, (size_t size, struct stack *stack))
SERVICE(1, void, stack_free, (void *base))
SERVICE(1, bool, stack_reset, (uint32_t esp))
SERVICE(4, uint32_t, region_allocate,
        (uint32_t * base, uint32_t *size, uint32_t type, uint32_t protect))
SERVICE(3, uint32_t, region_free, (uint32_t * base, uint32_t *size, uint32_t type))
SERVICE(4, uint32_t, region_protect,
        (uint32_t * base, uint32_t *size, uint32_t protect, uint32_t *old))
SERVICE(2, uint32_t, region_query,
        (uint32_t address, struct _MEMORY_BASIC_INFORMATION *information))
SERVICE(2, void, clock_wait_until, (uint64_t deadline))
SERVICE(3, void, trace_write, (uint32_t event, const uint32_t arg[4], uint8_t length))
SERVICE(2, void, trace_thread_named, (const void *thread, const char *name))
SERVICE(3, _Noreturn void, program_end, (int status, size_t blocks, size_t bytes))
SERVICE(1, _Noreturn void, power_off, (uint32_t status))
SERVICE(2, _Noreturn void, panic_from, (const uint32_t frame[2], const char *text))
SERVICE(2, bool, paging_readable, (const void *address, uint32_t length))
SERVICE(1, bool, paging_executable, (const void *address))
SERVICE(4, void, report_describe, (uint32_t address, uint32_t back, char *text, size_t size))
SERVICE(1, void, report_state, (const struct machine_state *state))
SERVICE(4, void, report_parked, (uint32_t eip, uint32_t ebp, uint32_t low, uint32_t high))
SERVICE(3, NTSTATUS, ring3_run, (ring3_function * function, void *argument, DWORD *value))
SERVICE(2, void, ring3_end, (NTSTATUS status, DWORD value))
SERVICE(2, NTSTATUS, ring3_continue, (const CONTEXT *registers, const CONTEXT *context))
SERVICE(1, void, debug_registers_get, (struct debug_registers * now))
