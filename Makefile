# One build for everything: every image is the runtime plus one program.
#
#   make                          every example, test and measurement, with the default compiler
#   make CC=clang                 the same with clang, into build/clang
#   make CHECKED=1                the checking build, into build/checked
#   make build/examples/x.elf     one image
#   make V=1                      shows whole command lines
#   make native                   the comparison with other libraries, a program of this host
#   make program SOURCES="/a/b.c /a/c.c" OUTPUT=build/run/b.elf OPTIONS=-O2     a program from anywhere on disk
#   make install PREFIX=/opt/trapline     a compiler for Makefiles and CMakeLists of one's own

MAKEFLAGS += --no-builtin-rules
.SUFFIXES:
.DELETE_ON_ERROR:
.SECONDARY:

Q   := $(if $(V),,@)
say := @$(if $(V),true,printf '  %-4s %s\n')

# ---------------------------------------------------------------- compilers

# The output of a command, which runs at the first use, and once. Most runs of make have nothing to compile or to link.
# $(call once,VARIABLE,COMMAND)
once = $(or $($(1)),$(eval $(1) := $(shell $(2)))$($(1)))

# Python keeps what it has compiled where ./trapline has it, and nothing beside the sources.
export PYTHONPYCACHEPREFIX ?= $(CURDIR)/build/python

CROSS := $(shell for prefix in i686-elf- i686-linux-gnu-; do command -v $$prefix"gcc" >/dev/null && echo $$prefix && break; done)
ifneq ($(filter default undefined,$(origin CC)),)
CC := $(CROSS)gcc
endif
FAMILY := $(if $(findstring clang,$(CC)),clang,gcc)
LD     := $(CROSS)ld

CHECKED ?= 0
VARIANT := $(subst $() $(),-,$(strip $(filter clang,$(FAMILY)) $(if $(filter 1,$(CHECKED)),checked)))
B       := build$(if $(VARIANT),/$(VARIANT))

# -mms-bitfields, -malign-double: Windows' layout of structures.
TARGET_gcc   := -m32 -mpreferred-stack-boundary=2 -fno-isolate-erroneous-paths-dereference
TARGET_clang := --target=i686-linux-gnu -mstack-alignment=4
NO_UNIX      := $(addprefix -U,__linux__ __linux linux __gnu_linux__ __unix__ __unix unix)
TARGET       := $(TARGET_$(FAMILY)) $(NO_UNIX) -march=i486 -mtune=generic -mno-sse -mno-mmx -ffreestanding -nostdinc \
                -mms-bitfields -malign-double -fshort-wchar -mlong-double-64 -fno-pic -fno-pie -fno-stack-protector -fstack-clash-protection -fcf-protection=none -fno-asynchronous-unwind-tables
# -mlong-double-64: as in Windows, long double is double.
# -Wno-stack-protector: clang would complain that it cannot probe for assembly that changes esp, as __try does.
# -Wno-ignored-optimization-argument: clang 11 cannot align loops.
WARNINGS_clang := -Wno-ignored-optimization-argument
WARNINGS       := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition -Wundef -Wvla -Wno-stack-protector -Werror $(WARNINGS_$(FAMILY))
SAFE     := -fno-omit-frame-pointer -fno-strict-aliasing -fno-delete-null-pointer-checks
INCLUDES  = -Iinclude/compiler -Iinclude -I. -isystem $(call once,HEADERS,$(CC) -print-file-name=include) -isystem lib/include
OPTIONS  :=# of the compiler, for a program from anywhere; never the runtime's
CFLAGS    = -std=gnu11 -O2 -g $(TARGET) $(SAFE) $(WARNINGS) -DCHECKED=$(CHECKED) $(INCLUDES)

# A program is for Windows: its compiler knows so before the first header. It is hosted, so that its main returns 0 at its end. Each
# call is made as it is written. SYSTEM= is for a program that wants none.
SYSTEM := -fhosted -fno-builtin -imacros include/predefined.h

# Code of a program that may trap traps, needed or not, and all that is stored before it is in memory by then. (-fexceptions: else
# gcc 10 takes -fnon-call-exceptions for a word without meaning.)
FAULTS_gcc   := -fexceptions -fnon-call-exceptions -fno-delete-dead-exceptions -fno-isolate-erroneous-paths-attribute \
                -fno-tree-dse -fno-dse -fno-tree-sra -fno-tree-loop-im -fno-store-merging -fno-schedule-insns2
FAULTS_clang := -ffp-exception-behavior=strict -Wno-null-dereference -Wno-atomic-alignment
FAULTS       := $(FAULTS_$(FAMILY))
PROGRAM_CC   := tools/build/compile-program $(FAMILY) $(CC)
PROGRAM_TOOLS := $(addprefix tools/build/,compile-program finally_ends.py header_names.py keep_faults.py keep_values.py c_loads.py c_tokens.py kept_texts.py try_texts.py)

LIBGCC   := build/libgcc.a
LIBM     := build/math/libm.a

# ---------------------------------------------------------------- sources and images

BOOT     := entry.S boot.c start_cpu.S
KERNEL   := arguments.c module_files.c program.c services.c start.c start_cpus.c \
            cpu/cpu.c cpu/features.c cpu/fpu.c cpu/pit.c cpu/segments.c cpu/segments_load.S \
            cpus/acpi.c cpus/calls.c cpus/cpu_list.c cpus/delays.c cpus/firmware.c cpus/lapic.c cpus/mp_tables.c cpus/panic.c cpus/spinlock.c \
            trap/decode.c trap/double_fault.c trap/give_up.c trap/idt.c trap/interrupts.c trap/oddities.c trap/page_fault.c trap/preempt.c trap/ring3_entries.c trap/ring3_pieces.c trap/service_entry.c trap/service_way.c trap/stack_trouble.c trap/trap.c trap/vectors.S \
            memory/frames.c memory/image.c memory/page_clear.c memory/paging.c memory/protections.c memory/region_query.c memory/regions.c memory/slab.c memory/space.c memory/stack_growth.c memory/stack_places.c memory/stacks.c memory/supply.c memory/user_memory.c memory/views.c \
            devices/clock.c devices/console.c devices/irq.c devices/pic.c devices/keyboard.c devices/power.c devices/rtc.c devices/screen.c devices/serial.c devices/stamps.c devices/virtio_console.c \
            threads/apc.c threads/thread_registers.c threads/deadlines.c threads/deadlock.c threads/debug_registers.c threads/given_holds.c threads/given_points.c threads/given_rounds.c threads/given_schedule.c threads/placement.c threads/program_stacks.c threads/ready.c threads/schedule.c threads/settings.c threads/slice.c threads/starved.c threads/switch.c threads/teb_places.c threads/thread.c threads/thread_ids.c threads/thread_memory.c threads/tick_way.c threads/tls.c \
            objects/address_wait.c objects/event.c objects/handles.c objects/keyed_event.c objects/mutex.c objects/names.c objects/object.c objects/open_file.c objects/publish.c objects/semaphore.c objects/timer.c \
            objects/wait.c \
            ums/block.c ums/lists.c ums/schedulers.c ums/selectors.c ums/shared_records.c ums/workers.c \
            report/files_out.c report/moments.c report/panic_report.c report/report.c report/symbols.c report/trace.c report/trace_ring.c report/trace_write.S \
            shared/fine_time.c shared/held.S shared/pager.c shared/program_main.c shared/program_tables.c shared/report_lines.c shared/reserves.c shared/ring3_finish.S shared/service_stubs.S shared/system_time.c shared/thread_locals.c
LIB      := assert.c calendar.c complex_arithmetic.c console_input.c console_keys.c crt_drives.c ctype.c decimal.c descriptors.c digits.c environment.c errno.c error_text.c exit.c fenv.c file_status.c files.c find_files.c float.c folder_calls.c folder_reading.c folders.c format.c format_float.c format_hex_float.c format_lengths.c format_text.c format_words.c getopt.c heap.c heap_blocks.c heap_check.c heap_sizes.c host.c terminal_keys.c \
            libgen.c locale.c lock.c memory.c multibyte.c name_order.c number_text.c path_names.c path_parts.c paths.c positions.c print.c qsort.c ram_files.c scan.c scan_calls.c scan_input.c scan_number.c scan_text.c search.c secure.c secure_multibyte.c secure_numbers.c secure_stdio.c secure_text.c secure_wide.c share_calls.c signal.c sink.c stdio.c stdlib.c strftime.c string.c string_windows.c strto.c strtod.c time.c utf16.c wchar.c wide_files.c wide_numbers.c wide_scan.c wide_stdio.c wide_windows.c
SEH_EMUL := error_codes.c status_names.c \
            trap/deliver.c trap/parked_context.c trap/put_context.c trap/resume.S trap/seh_start.c trap/status.c trap/trap_context.c \
            dispatch/context_words.c dispatch/dispatch.c dispatch/dispatcher.S dispatch/frame_check.c dispatch/global_unwind.S dispatch/raise.c dispatch/raise_calls.S \
            dispatch/spare_stack.c dispatch/unhandled.c dispatch/unwind.c dispatch/vectored.c \
            context/capture.S context/context.c context/nt_continue.S context/stack_trace.c context/thread_context.c context/thread_context_calls.S \
            frames/except_handler3.c frames/except_handler4.c frames/funclets.S frames/longjmp.c frames/scope.c frames/try.c frames/try_blocks.S \
            memory/locked_pages.c memory/stack_calls.c memory/touch.c memory/touch_pages.S memory/virtual_memory.c
UTHREAD  := switch/call_on.S switch/ut_fpu.c switch/preempt.S switch/ut_switch.S \
            schedule/scheduler.c schedule/ut_sleep.c schedule/sleepers.c schedule/ut_start.c schedule/turns.c \
            waits/ut_wait.c waits/wake.c \
            objects/ut_barrier.c objects/channel.c objects/condition.c objects/ut_event.c objects/ut_mutex.c objects/ut_object.c objects/once.c \
            objects/rw_lock.c objects/select.c objects/ut_semaphore.c objects/ut_timer.c objects/wait_group.c \
            threads/cancel.c threads/ut_context.c threads/error.c threads/faults.c threads/finish.c threads/join.c threads/keys.c \
            threads/ut_names.c threads/policy.c threads/resume.c threads/ut_thread.c \
            stacks/ut_pool.c stacks/stack_use.c stacks/ut_stacks.c \
            report/ut_deadlock.c report/dump.c
UMS      := ums_calls.c ext.c ums_switch.S traced.c

WIN32    := address_wait_calls.c code_pages.c debug.c disk_free.c environment_calls.c foreign.c foreign_calls.S foreign_stdio.c heap_calls.c heap_walk.c heaps.c identity.c interrupt_time.c local_memory.c mapped_files.c memory_status.c message_make.c messages.c modules.c no_debugger.c no_windows.c old_calls.c other_mains.c performance_counter.c pointer_codes.c process.c process_memory.c processors.c query_calls.c random_calls.c runtime_modules.c sleep.c system_info.c text_calls.c time_calls.c time_zones.c unistd_calls.c user_calls.c user_characters.c user_keys.c user_texts.c utf7.c version.c wide_calls.c \
            commands/command_attrib.c commands/command_batch.c commands/command_calls.c commands/command_console.c commands/command_copy.c commands/command_dir.c commands/command_expand.c commands/command_facts.c commands/command_files.c commands/command_filters.c commands/command_findstr.c commands/command_folders.c commands/command_for.c commands/command_heads.c commands/command_if.c commands/command_line.c commands/command_lines.c commands/command_nested.c commands/command_programs.c commands/command_redirect.c commands/command_sum.c commands/command_table.c commands/command_variables.c commands/command_words.c commands/create_process.c commands/started_command.c \
            console/console_cells.c console/console_handlers.c console/console_handles.c console/console_modes.c console/console_screen.c console/console_sizes.c console/console_text.c console/console_title.c console/control_c.c console/screen_cells.c console/screen_show.c console/screen_text.c console/screens.c \
            files/create_file.c files/device_control.c files/directory_calls.c files/drives.c files/file_io.c files/file_locks.c files/file_names.c files/file_size.c files/file_times.c files/find_calls.c files/folder_changes.c files/image_sections.c files/mailslots.c files/memory_pipe.c files/move_calls.c files/named_pipe_calls.c files/named_pipes.c files/open_files.c files/path_calls.c files/pipe_instance.c files/search_path.c files/sections.c files/view_calls.c \
            locale/compare_calls.c locale/locale_changes.c locale/locale_info.c locale/locale_names.c locale/map_calls.c locale/sort_key.c locale/type_calls.c \
            locks/atomics.c locks/atomics_names.S locks/barrier.c locks/call_once.c locks/cnd.c locks/condition_variable.c locks/critical_section.c locks/init_once.c locks/interlocked_calls.c locks/mtx.c locks/slist.c locks/slist_next.S locks/srw_lock.c locks/wait_on_address.c \
            nt/image_headers.c nt/nt_calls.c nt/nt_strings.c nt/system_lists.c nt/system_query.c \
            objects/delay_calls.c objects/event_calls.c objects/handle.c objects/keyed_event_calls.c objects/mutex_calls.c objects/semaphore_calls.c objects/snapshots.c objects/timer_calls.c objects/wait_calls.c objects/wide.c \
            pool/alarm.c pool/callback.c pool/helpers.c pool/instance.c pool/legacy.c pool/pool.c pool/pool_timer.c pool/timer_queue.c pool/pool_wait.c pool/waiter.c pool/work.c \
            security/file_security.c security/group_calls.c security/registry.c security/security_descriptors.c security/token_facts.c security/token_objects.c security/tokens.c \
            threads/affinity.c threads/apc_calls.c threads/attribute_list.c threads/begin.S threads/begin_thread.c threads/create.c threads/description.c threads/emulated_locals.c threads/end.c threads/fiber.c threads/fiber_switch.S threads/fls.c threads/priority.c threads/thrd.c threads/thread_calls.c threads/times.c threads/tls_calls.c threads/tss.c

# A program of its own (windows_process.c): it runs files of Windows.
PROCESS  := internet_address.c image/exports.c image/image_file.c image/map.c image/relocate.c image/runtime_image.c image/runtime_images.S \
            console/console_buffers.c console/console_rectangles.c locale/character_kinds.c locale/invariant_facts.c locale/locale_list.c \
            kernel32/access_lists.c kernel32/atoms.c kernel32/binary_type.c kernel32/completion_ports.c kernel32/console_control.c kernel32/console_events.c kernel32/contexts.c kernel32/descriptor_texts.c kernel32/dll_folders.c kernel32/dos_dates.c kernel32/enumerate_calendars.c kernel32/enumerate_formats.c kernel32/file_copies.c kernel32/file_facts.c kernel32/fold_string.c kernel32/format_dates.c kernel32/format_numbers.c kernel32/heap_values.c kernel32/impersonation.c kernel32/jobs.c kernel32/locale_facts.c kernel32/machine_facts.c kernel32/named_macros.c kernel32/old_files.c kernel32/process_facts.c kernel32/pool_io.c kernel32/processor_lists.c kernel32/profile_answer.c kernel32/profile_file.c kernel32/profile_structs.c kernel32/profile_writes.c kernel32/profiles.c kernel32/search_settings.c kernel32/serial_modes.c kernel32/serial_ports.c kernel32/thread_selectors.c kernel32/told_text.c kernel32/verify_version.c kernel32/volumes.c \
            cxx/cxx_cast.c cxx/cxx_catch.c cxx/cxx_classes.c cxx/cxx_filters.c cxx/cxx_frame.c cxx/cxx_frame_entry.S cxx/cxx_names.c cxx/cxx_pointer.c cxx/cxx_report.c cxx/cxx_state.c cxx/cxx_symbols.c cxx/cxx_throw.c cxx/cxx_trace.c cxx/cxx_translate.c cxx/cxx_type.c cxx/cxx_type_info.c cxx/msvcp_module.c \
            msvcrt/aligned.c msvcrt/changed_texts.c msvcrt/character_classes.c msvcrt/console_texts.c msvcrt/date_formats.c msvcrt/date_names.c msvcrt/digit_texts.c msvcrt/crt_end.c msvcrt/environment_lists.c msvcrt/exception_filters.c msvcrt/file_status32.c msvcrt/floating.c msvcrt/float_control.c msvcrt/utime_calls.c msvcrt/found_files.c msvcrt/crt_heap.c msvcrt/japanese.c msvcrt/locale_data.c msvcrt/locale_maps.c msvcrt/locks.c msvcrt/long_doubles.c msvcrt/machine_calls.c msvcrt/math_errors.c msvcrt/module.c msvcrt/multibyte_texts.c msvcrt/narrow_and_wide.c msvcrt/numbers.c msvcrt/print_twins.c msvcrt/placed_arguments.c msvcrt/old_setjmp.S msvcrt/operator_new.c msvcrt/os_handles.c msvcrt/other_programs.c msvcrt/output_format.c msvcrt/register_math.S msvcrt/runtime_errors.c msvcrt/scan_twins.c msvcrt/safe_texts.c msvcrt/safe_dates.c msvcrt/start_up.c msvcrt/streams.c msvcrt/system_calls.c msvcrt/terminate.c msvcrt/thread_data.c msvcrt/text_numbers.c msvcrt/time32.c msvcrt/time_zone.c msvcrt/version_data.c msvcrt/wcstok.c msvcrt/wide_names.c msvcrt/wildcards.c \
            msvcr/msvcr_calls.c msvcr/msvcr_end.c msvcr/msvcr_module.c \
            libraries/bcrypt.c libraries/byte_sizes.c libraries/guid.c libraries/ole32.c libraries/oleaut32.c libraries/process_status.c libraries/rpcrt4.c libraries/shell32.c libraries/shlwapi.c libraries/version_resources.c libraries/winmm.c libraries/winsock.c \
            ucrt/onexit_tables.c ucrt/register_sse.S ucrt/ucrt_complex.c ucrt/ucrt_end.c ucrt/ucrt_environment.c ucrt/ucrt_fenv.c ucrt/ucrt_files.c ucrt/ucrt_locale.c ucrt/ucrt_math.c ucrt/ucrt_module.c ucrt/ucrt_multibyte.c ucrt/ucrt_numbers.c ucrt/ucrt_print.c ucrt/ucrt_scan.c ucrt/ucrt_start.c ucrt/ucrt_time.c ucrt/ucrt_values.c ucrt/vcruntime.c \
            ntdll/bit_maps.c ntdll/c_twins.c ntdll/debug_buffer.c ntdll/debug_objects.c ntdll/folder_objects.c ntdll/ldr_calls.c ntdll/letter_kinds.c ntdll/named_objects.c ntdll/nt_directory.c ntdll/nt_file_facts.c ntdll/nt_files.c ntdll/nt_paths.c ntdll/nt_ports.c ntdll/nt_results.c ntdll/nt_sections.c ntdll/nt_threads.c ntdll/nt_transfers.c ntdll/system_objects.c ntdll/system_settings.c ntdll/object_facts.c ntdll/object_folders.c ntdll/program_objects.c ntdll/rtl_numbers.c ntdll/rtl_texts.c ntdll/rtl_times.c ntdll/rtl_unicode.c ntdll/section_facts.c \
            ntdll/pool_calls.c ntdll/rtl_acls.c ntdll/rtl_addresses.c ntdll/rtl_atoms.c ntdll/rtl_compression.c ntdll/rtl_descriptors.c ntdll/rtl_environment.c ntdll/rtl_messages.c ntdll/rtl_resources.c ntdll/rtl_security.c ntdll/rtl_sids.c \
            ntdll/process_parameters.c ntdll/rtl_handles.c ntdll/rtl_words.c \
            process/load_config.c process/module_code.S process/own_state_calls.S process/process_entries.c process/system_call.c process/system_call_entry.S \
            process/attach.c process/bind.c process/dll_listeners.c process/module_entry.S process/file_bytes.c process/find_library.c process/first_stack.c process/load.c process/load_counts.c process/loader_calls.c process/locals.c process/make_module.c process/message_tables.c process/missing.c process/module_list.c process/parameters.c process/resource_enum.c process/resource_tree.c process/resources.c process/surroundings.c process/system_modules.c process/tell.c process/windows_process.c

RUNTIME  := $(BOOT:%=boot/%) $(KERNEL:%=kernel/%) $(LIB:%=lib/%) $(SEH_EMUL:%=seh_emul/%) $(UTHREAD:%=uthread/%) $(UMS:%=ums/%) $(WIN32:%=win32/%)
object    = $(patsubst %,$(B)/%.o,$(basename $(1)))
OBJECTS  := $(call object,$(RUNTIME))
# Images are linked from one object in place of some 260. That of programs has public names only; tests and measurements
# look at all.
WHOLE    := $(B)/runtime.o
SEALED   := $(B)/sealed.o
SUPPORT  := $(call object,$(wildcard tests/harness/*.[cS]))

# Every .c file of these folders is a program of its own, but for these.
NOT_PROGRAMS := $(wildcard tests/harness/*.c tests/host/*.c tests/win32/*.c) bench/report.c
PROGRAMS     := $(filter-out $(NOT_PROGRAMS),$(wildcard examples/*.c tests/*/*.c bench/*.c))
IMAGES       := $(PROGRAMS:%.c=$(B)/%.elf) $(B)/win32/process/windows_process.elf

# ---------------------------------------------------------------- rules

.PHONY: all program install clean format lint compile_commands.json demo run test bench list iso setup help
all: $(IMAGES)

# An object and its list of dependencies get their names only when they are whole: a make that is killed leaves
# no half file under either name.
DEPENDS = -MMD -MT $@ -MF $@.d
finish  = mv $@.d $(@:.o=.d) && mv $@.tmp $@

# A header that is gone does not stop make: the compiler says whether one misses it. (-MP would say the same for each header in each
# list, which is most of what a make that has nothing to do reads.)
%.h: ;

$(B)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(say) CC $@
	$(Q)$(CC) $(CFLAGS) $(CFLAGS_$*) $(DEPENDS) -c -o $@.tmp $< && $(finish)

# Code that may trap is kept where programs are written as their authors write them; the other tests say what they mean,
# and take less than half the time.
KEPT := $(filter examples/% tests/seh/% tests/windows/%,$(PROGRAMS))
$(KEPT:%.c=$(B)/%.o): $(B)/%.o: %.c Makefile $(PROGRAM_TOOLS)
	@mkdir -p $(@D)
	$(say) CC $@
	$(Q)$(PROGRAM_CC) $(CFLAGS) $(FAULTS) $(DEPENDS) -c -o $@.tmp $< && $(finish)

$(PROGRAMS:%.c=$(B)/%.o): CFLAGS += $(SYSTEM)
$(patsubst %.c,$(B)/%.o,$(filter tests/%,$(filter-out $(KEPT),$(PROGRAMS)))): CFLAGS += $(FAULTS)
# Windows gives handlers and threads' functions their parameters; many a test looks at none.
$(B)/tests/%.o: CFLAGS += -Wno-unused-parameter

$(B)/%.o: %.S Makefile
	@mkdir -p $(@D)
	$(say) AS $@
	$(Q)$(CC) $(TARGET) $(INCLUDES) -DCHECKED=$(CHECKED) -g $(DEPENDS) -c -o $@.tmp $< && $(finish)

# The boot stage must not call functions in the upper half, so the compiler must not make such calls of its own.
CFLAGS_boot/boot := -O1 -fno-builtin

# Functions that call nothing need no frame. Functions that never park a thread and read no memory of a program need
# none, either. No instructions that do nothing are executed for alignment.
$(foreach s,$(filter %.c,$(UTHREAD)),$(eval CFLAGS_uthread/$(basename $(s)) := -momit-leaf-frame-pointer -falign-loops=1))
CFLAGS_uthread/waits/wake     += -fomit-frame-pointer
CFLAGS_uthread/schedule/turns += -fomit-frame-pointer
# Windows' structures align eight-byte members to eight, but nobody aligns the stack to more than four. gcc would do so in each
# function that has such a structure, and no code of the runtime needs that.
NO_REALIGNING_gcc := -mincoming-stack-boundary=3
$(OBJECTS): CFLAGS += $(NO_REALIGNING_$(FAMILY))
# So do the ways of services but in checking builds, whose panics have a whole backtrace.
KERNEL_FRAMES := $(if $(filter 0,$(CHECKED)),-fomit-frame-pointer)
$(foreach s,$(filter threads/%.c objects/%.c trap/service_%.c ums/%.c,$(KERNEL)),$(eval CFLAGS_kernel/$(basename $(s)) := $(KERNEL_FRAMES) -falign-loops=1))
$(foreach s,$(filter locks/%.c,$(WIN32)),$(eval CFLAGS_win32/$(basename $(s)) := -momit-leaf-frame-pointer))

# The compiler's own library. Some systems' begins its functions with endbr32, which a 486 has not: four times nop.
$(LIBGCC):
	@mkdir -p $(@D)
	$(say) GCC $@
	$(Q)LC_ALL=C sed 's/\xF3\x0F\x1E\xFB/\x90\x90\x90\x90/g' "$$($(CROSS)gcc -m32 -print-libgcc-file-name)" >$@.tmp && mv $@.tmp $@

$(WHOLE): $(OBJECTS) $(LIBGCC) tools/build/join-runtime tools/build/runtime.ld
	$(say) LD $@
	$(Q)tools/build/join-runtime $(B) $@.tmp $(LD) $(LIBGCC) $(OBJECTS) && mv $@.tmp $@

$(SEALED): $(WHOLE) tools/build/seal-runtime linker.ld $(wildcard include/*.h lib/include/*.h lib/include/sys/*.h)
	$(say) SEAL $@
	$(Q)tools/build/seal-runtime $< $@.tmp "$(CROSS)" $(CC) $(CFLAGS) && mv $@.tmp $@

link = tools/build/link-image $@ $(LD) $(LIBGCC)
LINKING := linker.ld tools/build/link-image tools/build/object_file.py

# Assembly named after a program (tests/lib/x_code.S) belongs to it (tests/lib/x.c).
own_assembly = $(patsubst %.S,$(B)/%.o,$(wildcard $(1)_*.S))
$(foreach p,$(PROGRAMS:.c=),$(if $(call own_assembly,$(p)),$(eval $(B)/$(p).elf: $(call own_assembly,$(p)))))

# Named as targets, they make the next rules apply before they exist.
$(SUPPORT) $(B)/bench/report.o:

$(B)/tests/%.elf: $(B)/tests/%.o $(SUPPORT) $(WHOLE) $(LINKING)
	$(say) LINK $@
	$(Q)$(link) $(filter %.o %.a,$^)

$(B)/win32/process/windows_process.elf: $(call object,$(PROCESS:%=win32/%)) $(WHOLE) $(LIBM) $(LINKING) tools/build/lay-modules tools/build/elf.py
	$(say) LINK $@
	$(Q)tools/build/link-image $@.tmp $(LD) $(LIBGCC) $(filter %.o %.a,$^) && tools/build/lay-modules $@.tmp && mv $@.tmp $@

$(B)/bench/%.elf: $(B)/bench/%.o $(B)/bench/report.o $(WHOLE) $(LINKING)
	$(say) LINK $@
	$(Q)$(link) $(filter %.o,$^)

$(B)/%.elf: $(B)/%.o $(SEALED) $(LINKING)
	$(say) LINK $@
	$(Q)$(link) $(filter %.o,$^)

# A program from anywhere on disk, of C and assembly files and objects; it may include the public headers and what lies
# beside it. Its style is its author's: warnings are shown, and only mistakes are errors. The headers that come with the
# runtime are the system's to it, so that their own words are never warned of. It is compiled as
# written: in backtraces and a debugger every function stands under its own name with its own callers. Its lines are in DWARF 4, because
# addr2line of binutils 2.40 takes a header for the source where a DWARF 5 file begins with that header's code.
PROGRAM_FLAGS = $(patsubst -Iinclude%,-isystem include%,$(filter-out -O% -W%,$(CFLAGS))) $(SYSTEM) $(FAULTS) -Og -fno-inline -fno-optimize-sibling-calls $(OWN_NAMES_$(FAMILY)) \
                -gdwarf-4 -Wall -Wmain -Wno-stack-protector $(UNDECLARED) $(WARNED) $(MOST_ERRORS_$(FAMILY)) $(OPTIONS) $(ADDRESS:%=-DFLAT_ADDRESS=%)
# The first C standard lets a program call what it has not declared.
UNDECLARED    = $(if $(filter -ansi -std=c89 -std=c90 -std=gnu89 -std=gnu90,$(OPTIONS)),,-Werror=implicit-function-declaration)
# Mistakes that only newer compilers call errors are warnings, as by the older ones.
WARNED        = $(if $(filter -Werror,$(OPTIONS)),,$(addprefix -Wno-error=,implicit-int incompatible-pointer-types int-conversion $(WARNED_$(FAMILY))))
WARNED_clang := incompatible-function-pointer-types
OWN_NAMES_gcc     := -fno-ipa-cp -fno-ipa-sra -fno-ipa-icf -fno-partial-inlining
MOST_ERRORS_gcc   := -fmax-errors=3
MOST_ERRORS_clang := -ferror-limit=3

# A header beside the source comes first by its name in quotes, and last by its name in angle brackets, so that it
# can be called like one of the library's and include that.
BESIDE          = $(sort $(dir $(SOURCES)))
program_object  = $(OUTPUT:.elf=)/$(subst /,=,$(1)).o
source_object   = $(if $(filter %.c,$(1)),$(PROGRAM_CC) $(PROGRAM_FLAGS),$(CC) $(TARGET) $(INCLUDES) -g) \
                  $(foreach d,$(BESIDE),-iquote $(d) -idirafter $(d) -Wa,-I,$(d)) -c -o $(call program_object,$(1)) $(1)
OF_PROGRAM      = $(filter %.c %.S %.s,$(SOURCES))
FOREIGN         = $(filter-out $(OF_PROGRAM) %.bin,$(SOURCES))
program_objects = $(foreach s,$(SOURCES),$(call program_object,$(s)))
foreign_object  = tools/build/foreign-object $(1) $(call program_object,$(1)) "$(CROSS)"

# Each object is made anew each time, and as many at once as make may. A name may have a = in it, so it stands in the rule as a call.
define object_rule
.PHONY: $$(call $(1)_object,$(2))
$$(call $(1)_object,$(2)): $(3)
	@mkdir -p $$(@D)
	$$(Q)$$(call make_$(1)_object,$(2))
endef
make_program_object = $(if $(filter $(OF_PROGRAM),$(1)),$(source_object),$(foreign_object))
$(if $(filter program,$(MAKECMDGOALS)),$(foreach s,$(SOURCES),$(eval $(call object_rule,program,$(s)))))

.PHONY: program-flags
program-flags:
	@echo '$(CC) $(PROGRAM_FLAGS)'

# newlib's library is linked to programs that call a function of it, and to objects that may need it. (Not by $(MAKE), with which make
# would run the line also where it only lists its commands.)
LIBM_IF_CALLED  = $(if $(FOREIGN),,--mathematics $(LIBM))
link_program    = tools/build/link-image $(LIBM_IF_CALLED) $(OUTPUT) $(LD) $(LIBGCC) $(program_objects) $(if $(FOREIGN),$(LIBM)) $(SEALED)

program: $(program_objects) $(SEALED) linker.ld $(if $(FOREIGN),$(LIBM))
	$(Q)$(link_program) || { [ $$? = 3 ] && MAKEFLAGS= make $(LIBM) && $(link_program); }

# The files that programs are built with elsewhere (docs/library.md).
install: $(SEALED) $(LIBM)
	$(Q)tools/build/install "$(DESTDIR)" "$(PREFIX)" $(FAMILY) "$(CROSS)" $(B) $(CC) $(filter-out -I.,$(PROGRAM_FLAGS))

$(LIBM): tools/build/make-libm
	@mkdir -p $(@D)
	$(say) LIBM $@
	$(Q)tools/build/make-libm $@ $(CROSS)gcc $(CROSS)ar

$(patsubst %,$(B)/tests/lib/lib_%.elf,complex long_double math microsoft_calls wctype): $(LIBM)

# Programs for Windows, with nothing of the runtime in them: NAME.exe, its DLLs (NAME_dll*.c), what these export (NAME_dll*.def), also
# those that are missing, and its resources (NAME.rc). Options of a source stand behind `flags:` in its first comment.
# bench/windows/ has such programs, too, which report as the other measurements do.
EXES      := $(basename $(filter $(B)/tests/win32/%.exe,$(MAKECMDGOALS)))
EXE_CC    := i686-w64-mingw32-gcc -O2 -s -Wall -Werror -DWIN32_LEAN_AND_MEAN
EXE_FLAGS  = $$(sed -n 's/.*flags: \([^*]*\).*/\1/p; /\*\//q' $<)
of_exe     = $(patsubst tests/%.$(2),$(B)/tests/%.$(3),$(wildcard $(patsubst $(B)/%,%,$(1))$(4).$(2)))
$(foreach e,$(EXES),$(eval $(e).exe $(call of_exe,$(e),c,dll,_dll*): $(call of_exe,$(e),def,a,_dll*)) \
    $(eval $(e).exe: $(call of_exe,$(e),c,dll,_dll*) $(call of_exe,$(e),rc,rc.o)))

$(B)/tests/win32/%.a: tests/win32/%.def Makefile
	@mkdir -p $(@D)
	$(Q)i686-w64-mingw32-dlltool --temp-prefix $@ -d $< -l $@

$(B)/tests/win32/%.rc.o: tests/win32/%.rc Makefile
	@mkdir -p $(@D)
	$(Q)i686-w64-mingw32-windres $< $@

$(B)/tests/win32/%.dll: tests/win32/%.c Makefile
	@mkdir -p $(@D)
	$(say) EXE $@
	$(Q)$(EXE_CC) -shared -o $@ $< $(wildcard tests/win32/$*.def) $(EXE_FLAGS) $(filter %.a,$^)

$(B)/tests/win32/%.exe: tests/win32/%.c Makefile
	@mkdir -p $(@D)
	$(say) EXE $@
	$(Q)$(EXE_CC) -o $@ $< $(filter %.rc.o,$^) $(EXE_FLAGS) $(filter %.a,$^)

# Programs for Windows from anywhere on disk, of C and C++ (docs/windows-sources.md): clang's code for Windows' own conventions, or that
# of MinGW's compilers. Both take MinGW's headers and libraries, where some ask for __declspec as a macro. EH is the form of __try's
# handler, 3 or 4.
MINGW          := /usr/i686-w64-mingw32
MINGW_LIBGCC    = $(call once,MINGW_GCC,i686-w64-mingw32-gcc -print-libgcc-file-name)
# The newest clang there is makes fewer mistakes. Tests and measurements take the system's own, as their figures do.
NEWEST_CLANG    = $(call once,CLANG_FOUND,tools/build/newest-clang)
# The object that a catch block takes is laid into its variable before the objects of the try block are destroyed. clang 14 counts the variable's
# life from its first use, and gives it the place of such an object.
CATCH_OBJECTS  := -mllvm -stackcoloring-lifetime-start-on-first-use=false
MSVC            = $(firstword $(NEWEST_CLANG)) $(MSVC_FLAGS)
OWN_MSVC        = clang $(MSVC_FLAGS)
MSVC_FLAGS      = --target=i686-pc-windows-msvc -fgnuc-version=12.2.0 -D__MINGW32__ -D_X86_ -D__declspec=__declspec -isystem tools/build/crt/include -idirafter $(MINGW)/include -Wno-unused-command-line-argument -gdwarf $(CATCH_OBJECTS)
WINDOWS_START  := $(patsubst tools/build/crt/%.c,build/windows/%.obj,$(wildcard tools/build/crt/*.c)) build/windows/crt_wide_start.obj
# Weak functions are not found in a library.
WINDOWS_WEAK   := build/windows/crt_new.obj
WINDOWS_CPP    := $(filter-out $(WINDOWS_WEAK),$(patsubst tools/build/crt/%.cpp,build/windows/%.obj,$(wildcard tools/build/crt/*.cpp)))
HAS_CPP         = $(filter %.cpp %.cc %.cxx,$(SOURCES))
WINDOWS_CPP_LIBS = $(WINDOWS_WEAK) $(patsubst %,build/windows/lib%.a,cpp vcruntime msvcp terminate)
WINDOWS_LIBS    = $(if $(HAS_CPP),$(WINDOWS_CPP_LIBS)) $(patsubst %,build/windows/lib%.a,crt mingwex mingw32 onexit msvcrt more kernel32 user32 advapi32 shell32 ws2_32 ole32 ntdll gcc)
# MinGW's C++ library has most of itself in headers. They serve clang, but for those that have its own conventions.
MINGW_CPP       = $(dir $(MINGW_LIBGCC))include/c++
MSVC_CPP        = -std=c++17 -fno-sized-deallocation $(addprefix -isystem ,build/windows/c++ build/windows/c++/i686-w64-mingw32 $(addprefix $(MINGW_CPP)/,. i686-w64-mingw32 backward))
WINDOWS_FLAGS   = -Wall -fexceptions $(foreach d,$(BESIDE),-iquote $(d)) $(OPTIONS)
windows_object  = $(OUTPUT:.exe=)/$(subst /,=,$(1)).obj
windows_objects = $(foreach s,$(SOURCES),$(if $(filter %.o %.obj %.a %.lib,$(s)),$(s),$(call windows_object,$(s))))
# The intermediate language names the handler. A handler of __try keeps no registers, but clang 14 saves its caller's only where a __try block
# has a call. -fasync-exceptions is for __try; who wants it for C++ says so, because clang 14 cannot. Newer ones note where a block of C++
# or an object's life begins only at the next call, so there is one at once, of no code.
KEEP_REGISTERS := /^define .* personality .*@_except_handler/a\  call void asm sideeffect "", "~{ebx},~{esi},~{edi}"()
KEEP_STATES    := /^  invoke void @llvm.seh.\(try\|scope\).begin()/{N;s/begin()\(.*\)\n\( *to label %\)\([^ ]*\)\( unwind .*\)/begin()\1\n\2state\3\4\nstate\3:\n  invoke void asm sideeffect unwind "", ""()\1\n\2\3\4/}
msvc_object     = $(MSVC) $(if $(filter %.c,$(1)),-fasync-exceptions,$(MSVC_CPP) -include tools/build/crt/include/try_marks.h) -ferror-limit=3 -Wno-microsoft $(WINDOWS_FLAGS) -fcxx-exceptions -S -emit-llvm -Xclang -disable-llvm-passes -o $(2).ll $(1) && \
                  sed -i -e 's/@_except_handler3\b/@_except_handler$(EH)/; $(KEEP_REGISTERS)'$(if $(filter %.c,$(1)),, -e '$(KEEP_STATES)') $(2).ll && \
                  tools/build/guard-tries ends $(2).ll && $(MSVC) $(OPTIONS) -S -emit-llvm -o $(2).ll $(2).ll && tools/build/guard-tries calls $(2).ll && \
                  $(MSVC) $(OPTIONS) -Xclang -disable-llvm-passes -S -o $(2).s $(2).ll && \
                  $(if $(filter 4,$(EH)),tools/build/eh4-cookies $(2).s &&) $(MSVC) -c -o $(2) $(2).s
EH             := 3

build/windows/%.obj: tools/build/crt/%.c $(wildcard tools/build/crt/*.h)
	@mkdir -p $(@D)
	$(say) CC $@
	$(Q)$(MSVC) -fasync-exceptions -O1 -Wall -Wextra -Werror -c -o $@ $<

# The library's parts reach into its classes.
build/windows/%.obj: tools/build/crt/%.cpp $(wildcard tools/build/crt/*.h tools/build/crt/include/* tools/build/crt/include/bits/*)
	@mkdir -p $(@D)
	$(say) CXX $@
	$(Q)$(MSVC) $(MSVC_CPP) $(CRT_STANDARD) -O1 -fno-access-control -fexceptions -fcxx-exceptions -Wall -Wextra -Werror -Wno-microsoft -c -o $@ $<

# Some of that library's own names are words of Visual C++'s.
build/windows/c++/made:
	$(say) COPY $@
	$(Q)rm -rf $(@D) && mkdir -p $(@D) && folder=$$PWD/$(@D) && cd $(MINGW_CPP) && grep -rlwE '__try|__catch|__except|__finally' . | while read -r file; do \
	    mkdir -p "$$folder/$${file%/*}" && sed -E 's/\b__(try|catch|except|finally)\b/__cxx_\1/g' "$$file" >"$$folder/$$file" || exit; done
	$(Q)touch $@
$(WINDOWS_CPP) $(WINDOWS_WEAK): | build/windows/c++/made

build/windows/crt_newer_streams.obj: CRT_STANDARD = -std=c++20
build/windows/crt_placeholders.obj: CRT_STANDARD = -std=c++14

build/windows/crt_wide_start.obj: tools/build/crt/crt_start.c $(wildcard tools/build/crt/*.h)
	@mkdir -p $(@D)
	$(say) CC $@
	$(Q)$(MSVC) -fasync-exceptions -O1 -Wall -Wextra -Werror -DWIDE -c -o $@ $<

build/windows/libcrt.a: $(WINDOWS_START)
build/windows/libcpp.a: $(WINDOWS_CPP)
build/windows/libcrt.a build/windows/libcpp.a:
	$(say) LIB $@
	$(Q)rm -f $@ && i686-w64-mingw32-ar rcs $@ $^

# Exports of the runtime's lists that MinGW's libraries do not have: handlers of other compilers.
EXPORTED_NAMES := s/^(EXPORT|EXPORT_AS)\((\w+).*/\2/; s/^EXPORT_TEXT\("([^"]+)".*/"\1"/; s/^DATA\((\w+).*/\1 DATA/; s/^_CxxThrowException$$/&@8/; s/^(__CxxLongjmpUnwind|_seh_longjmp_unwind4?)$$/&@4/; /^[A-Za-z0-9_"?@$$]+( DATA)?$$/p
build/windows/libmore.a build/windows/libonexit.a: win32/msvcrt/msvcrt_exports.h
build/windows/libvcruntime.a: win32/ucrt/vcruntime_exports.h
build/windows/libmsvcp.a: win32/cxx/msvcp_exports.h
build/windows/libterminate.a: win32/ucrt/ucrt_exports.h
LISTED_LIBS         := $(addprefix build/windows/lib,more.a onexit.a vcruntime.a msvcp.a terminate.a)
DLL_OF_more         := msvcrt
DLL_OF_onexit       := msvcrt
# MinGW-w64 13 has a function of this name that calls atexit, which is the program's own and calls this one.
NAMES_OF_onexit     := _onexit
DLL_OF_vcruntime    := vcruntime140
DLL_OF_msvcp        := msvcp140
DLL_OF_terminate    := ucrtbase
NAMES_OF_terminate  := terminate|set_terminate
$(LISTED_LIBS): Makefile
$(LISTED_LIBS): build/windows/lib%.a:
	@mkdir -p $(@D)
	$(say) LIB $@
	$(Q)printf 'LIBRARY %s.dll\nEXPORTS\n' $(DLL_OF_$*) >$@.def && sed -nE '$(EXPORTED_NAMES)' $< | grep -xE '$(or $(NAMES_OF_$*),.*)' >>$@.def
	$(Q)i686-w64-mingw32-dlltool -k --temp-prefix $@ -d $@.def -l $@.plain && i686-w64-mingw32-objcopy --add-symbol '@feat.00=1' $@.plain $@

# MinGW's mathematics and formats of long doubles are for numbers of 80 bits. They make room for those of the own parts.
LONG_DOUBLES := acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp2 expm1 floor lgamma log log10 log1p log2 logb \
    nearbyint rint round sin sinh sqrt tan tanh tgamma trunc atan2 copysign fdim fmax fmin fmod hypot nextafter pow remainder ilogb lrint \
    lround llrint llround frexp ldexp scalbn scalbln modf fma remquo nexttoward \
    cacos cacosh casin casinh catan catanh ccos ccosh cexp clog cproj csin csinh csqrt ctan ctanh cabs carg cpow
RENAMED      := $(foreach n,$(LONG_DOUBLES),--redefine-sym _$nl=_mingw_$nl) --redefine-sym _nexttoward=_mingw_nexttoward
# Formats are renamed only in the objects that define them, and who calls them there gets those of the own parts.
FORMATS      := pformat|wpformat|vsscanf|vfscanf
RENAMED_FORM := $(foreach n,$(subst |, ,$(FORMATS)),--redefine-sym ___mingw_$n=_mingw_$n)
FORMAT_PARTS := s/.*:(.*\.o):.* T ___mingw_($(FORMATS))$$/\1/p
build/windows/libmingwex.a: Makefile
	@mkdir -p $@.parts
	$(say) LIB $@
	$(Q)i686-w64-mingw32-objcopy --add-symbol '@feat.00=1' $(RENAMED) $(MINGW)/lib/libmingwex.a $@
	$(Q)cd $@.parts && rm -f -- * && for part in $$(i686-w64-mingw32-nm -A ../$(@F) 2>/dev/null | sed -nE '$(FORMAT_PARTS)' | sort -u); do \
	    i686-w64-mingw32-ar x ../$(@F) $$part && i686-w64-mingw32-objcopy $(RENAMED_FORM) $$part && i686-w64-mingw32-ar r ../$(@F) $$part || exit; done

# The linker lists handlers if every object says that it lists its own. These have none.
build/windows/lib%.a:
	@mkdir -p $(@D)
	$(say) LIB $@
	$(Q)i686-w64-mingw32-objcopy --add-symbol '@feat.00=1' $(if $(filter gcc,$*),$(MINGW_LIBGCC),$(MINGW)/lib/lib$*.a) $@

.PHONY: windows-program windows-program-mingw windows.c-flags windows.cpp-flags
windows.c-flags:
	@echo '$(MSVC) -fasync-exceptions -Wall -fexceptions'
windows.cpp-flags:
	@echo '$(MSVC) $(MSVC_CPP) -Wno-microsoft -Wall -fexceptions -fcxx-exceptions'
make_windows_object = $(call msvc_object,$(1),$(call windows_object,$(1)))
$(if $(filter windows-program,$(MAKECMDGOALS)),$(foreach s,$(filter %.c %.cpp %.cc %.cxx,$(SOURCES)),$(eval \
    $(call object_rule,windows,$(s),$(if $(HAS_CPP),build/windows/c++/made)))))
windows-program: $(windows_objects) $(WINDOWS_LIBS)
	$(Q)$(lastword $(NEWEST_CLANG)) /nologo /subsystem:console /debug:dwarf /Brepro $(SAFESEH) /out:$(OUTPUT) $(windows_objects) $(WINDOWS_LIBS) \
	    /entry:$$(i686-w64-mingw32-nm --defined-only $(windows_objects) | grep -q ' T _wmain$$' && echo w)mainCRTStartup

# Where MinGW's g++ is there in two forms, the one over POSIX' threads has std::thread and std::mutex.
MINGW_GXX       = $(call once,MINGW_GXX_FOUND,command -v i686-w64-mingw32-g++-posix || echo i686-w64-mingw32-g++) -static

windows-program-mingw:
	@mkdir -p $(dir $(OUTPUT))
	$(Q)$(if $(HAS_CPP),$(MINGW_GXX),i686-w64-mingw32-gcc -static) -g $(WINDOWS_FLAGS) -o $(OUTPUT) $(SOURCES) \
	    $$(grep -qsw wmain $(SOURCES) && echo -municode)

# Programs of C++ (NAME.cpp) are compiled by clang and linked by lld-link, as Microsoft's tools would.
CPP_LIBS  := $(patsubst %,build/windows/lib%.a,crt more kernel32 gcc)
CPP_CC    := clang++ --target=i686-pc-windows-msvc -O1 -std=c++17 -fno-sized-deallocation -fms-compatibility -fms-extensions -fexceptions -fcxx-exceptions \
    -fno-threadsafe-statics $(CATCH_OBJECTS) -Wall -Werror -Wno-unused-function -Wno-unused-const-variable -Wno-microsoft

$(B)/tests/win32/%.exe: tests/win32/%.cpp tests/win32/cxx/program.h $(CPP_LIBS)
	@mkdir -p $(@D)
	$(say) EXE $@
	$(Q)$(CPP_CC) $(EXE_FLAGS) -c -o $(@:.exe=.obj) $<
	$(Q)lld-link -nologo -subsystem:console,6.1 -entry:mainCRTStartup -nodefaultlib -safeseh:no -out:$@ $(@:.exe=.obj) $(CPP_LIBS)

$(B)/bench/windows/exe_paths.exe: bench/windows/exe_points.S bench/report.c bench/bench.h $(B)/bench/windows/exe_paths_dll.dll
$(B)/bench/windows/%.dll: bench/windows/%.c Makefile
	@mkdir -p $(@D)
	$(say) EXE $@
	$(Q)$(EXE_CC) -shared -o $@ $<

$(B)/bench/windows/%.exe: bench/windows/%.c Makefile
	@mkdir -p $(@D)
	$(say) EXE $@
	$(Q)$(EXE_CC) -I. -o $@ $(filter %.c %.S,$^) $(EXE_FLAGS)

# exe_try.c and exe_throw.cpp measure what clang makes of __try and of C++; MinGW's g++ makes another program of the latter.
$(B)/bench/windows/exe_try.exe: bench/windows/exe_try.c
$(B)/bench/windows/exe_throw.exe: bench/windows/exe_throw.cpp
$(addprefix $(B)/bench/windows/,exe_try.exe exe_throw.exe): bench/report.c bench/bench.h $(WINDOWS_CPP_LIBS) $(WINDOWS_LIBS) Makefile
	@mkdir -p $(@D)
	$(say) EXE $@
	$(Q)$(OWN_MSVC) $(if $(filter %.cpp,$^),$(MSVC_CPP) -fcxx-exceptions,-fasync-exceptions) -fexceptions -Wno-microsoft -O2 -Wall -Werror -I. -c -o $@.obj $(filter bench/windows/%,$^)
	$(Q)$(OWN_MSVC) -O2 -Wall -Werror -I. -c -o $@.report.obj bench/report.c
	$(Q)lld-link -nologo -subsystem:console,6.1 -entry:mainCRTStartup -out:$@ $@.obj $@.report.obj $(if $(filter %.cpp,$^),$(WINDOWS_CPP_LIBS)) $(WINDOWS_LIBS)

$(B)/bench/windows/mingw_throw.exe: bench/windows/exe_throw.cpp bench/report.c bench/bench.h Makefile
	@mkdir -p $(@D)
	$(say) EXE $@
	$(Q)i686-w64-mingw32-gcc -O2 -Wall -Werror -I. -c -o $@.o bench/report.c
	$(Q)i686-w64-mingw32-g++ -static -s -O2 -Wall -Werror -I. -o $@ $< $@.o

$(foreach block,0 1 2 3,$(B)/bench/windows/exe_block_$(block).o): $(B)/bench/windows/exe_block_%.o: bench/windows/block_code.cpp Makefile
	@mkdir -p $(@D)
	$(Q)$(OWN_MSVC) -fexceptions -fcxx-exceptions -g0 -O2 -Wall -Werror -DBLOCK=$* -c -o $@ $<

$(foreach block,0 2 3,$(B)/bench/windows/mingw_block_$(block).o): $(B)/bench/windows/mingw_block_%.o: bench/windows/block_code.cpp Makefile
	@mkdir -p $(@D)
	$(Q)i686-w64-mingw32-g++ -O2 -Wall -Werror -DBLOCK=$* -c -o $@ $<

# Where a first comment says `compiler: clang`, a program of C and its DLLs are made so, too, with the start-up of programs from anywhere
# on disk. Words behind `linker:` are lld-link's.
BY_CLANG   := $(if $(EXES),$(basename $(notdir $(shell grep -ls 'compiler: clang' tests/win32/*.c))))
CLANG_CC    = $(OWN_MSVC) -fasync-exceptions -O2 -Wall -Werror $(EXE_FLAGS)
CLANG_LINK  = lld-link -nologo -subsystem:console,6.1 $(1) $$(sed -n 's/.*linker: \([^*]*\).*/\1/p; /\*\//q' $<)

$(patsubst %.def,$(B)/%.a,$(wildcard $(BY_CLANG:%=tests/win32/%_dll*.def))): $(B)/%.a: %.def Makefile
	@mkdir -p $(@D)
	$(Q)llvm-dlltool -m i386 -k -d $< -l $@

$(patsubst %,$(B)/tests/win32/%.dll,$(filter %_dll,$(BY_CLANG))): $(B)/tests/win32/%.dll: tests/win32/%.c $(WINDOWS_LIBS)
	$(say) EXE $@
	$(Q)$(CLANG_CC) -c -o $@.obj $<
	$(Q)$(call CLANG_LINK,-dll -noentry -safeseh:no) -implib:$(@:.dll=.lib) -out:$@ $@.obj $(WINDOWS_LIBS)

$(patsubst %,$(B)/tests/win32/%.exe,$(BY_CLANG)): $(B)/tests/win32/%.exe: tests/win32/%.c $(WINDOWS_LIBS)
	$(say) EXE $@
	$(Q)$(CLANG_CC) -c -o $@.obj $<
	$(Q)$(call CLANG_LINK,-entry:mainCRTStartup) -out:$@ $@.obj $(WINDOWS_LIBS) $(filter-out $(WINDOWS_LIBS),$(filter %.a,$^)) $(patsubst %.dll,%.lib,$(filter %.dll,$^))

# The native comparison is an ordinary 32-bit program of Linux, with Linux' C library around the very objects
# that images have of the thread library. Other libraries are taken from packages that tools/bench/peers.py unpacks.
# A source of bench/native/peers/ is for the library it is named after, and is left out where that is missing.
NATIVE      := build/bench/native/compare
PEERS       := build/peers/root/usr
NATIVE_CC    = $(if $(shell command -v i686-linux-gnu-gcc),i686-linux-gnu-gcc,gcc -m32) -std=gnu11 -O2 -g -fno-pie -fshort-wchar -D_GNU_SOURCE -I. -Iinclude -isystem $(PEERS)/include \
               -Wall -Wextra -Wshadow -Wstrict-prototypes -Werror
PEER_FILES  := $(wildcard $(foreach p,boost_context pcl pth st,$(PEERS)/lib/lib$(p).a $(PEERS)/lib/*/lib$(p).a))
NATIVE_SRC  := $(wildcard bench/native/*.c bench/native/*.S) $(patsubst lib%.a,bench/native/peers/%.c,$(notdir $(PEER_FILES)))
NATIVE_OBJ  := $(NATIVE_SRC:%=build/%.o)

.PHONY: native
native: $(NATIVE)

$(NATIVE_OBJ): build/%.o: % Makefile
	@mkdir -p $(@D)
	$(say) CC $@
	$(Q)$(NATIVE_CC) -MMD -MT $@ -MF $@.d -c -o $@.tmp $< && mv $@.tmp $@

# One library's assembly does not say that it needs no executable stack. Functions that the thread library does not
# call in a measurement are missing: see bench/native/host.c.
$(NATIVE): $(NATIVE_OBJ) $(call object,$(UTHREAD:%=uthread/%)) $(PEER_FILES) bench/native/hooks.ld
	$(say) LINK $@
	$(Q)$(NATIVE_CC) -static -no-pie -Wl,-z,noexecstack,--unresolved-symbols=ignore-all -Wl,-T,bench/native/hooks.ld -o $@.tmp $(filter-out %.ld,$^) && mv $@.tmp $@

-include $(NATIVE_OBJ:=.d)

clean:
	rm -rf build

# BIOS and boot loader in one, for Bochs: see tools/run/bochs.py.
build/bochs_rom: tools/run/bochs_rom.S boot/multiboot.h Makefile
	@mkdir -p $(@D)
	$(say) AS $@
	$(Q)$(CC) $(TARGET) $(INCLUDES) -c -o $@.o $< && $(LD) -m elf_i386 -Ttext 0xFFFFFF00 -e 0xFFFFFFF0 --oformat binary -o $@.tmp $@.o && mv $@.tmp $@

# ---------------------------------------------------------------- for developers

C_FILES := $(filter %.c,$(RUNTIME) $(PROCESS:%=win32/%)) $(NOT_PROGRAMS) $(PROGRAMS)
# The files of the checkout, also those of its folders that are not committed yet: other files are somebody's own programs. Only format
# and lint need git.
LISTED   = git ls-files --cached --others --exclude-standard -- $$(git ls-tree --name-only HEAD)
ALL_C    = $(or $(wildcard $(filter %.c %.h,$(shell $(LISTED)))),$(error git lists no C files here))

# $(call files,ENDING,INTERPRETER): a shell's words that list the files with this ending, and those whose first line names it.
files = { $(LISTED) | grep '[.]$(1)$$'; $(LISTED) | tr '\n' '\0' | xargs -0 awk 'FNR == 1 && /^\043!.*$(2)/ { print FILENAME }'; } | sort -u
PYTHON = $(call files,py,python3)

# $(call needed,TOOL,VERSION): other versions lay out the same lines differently, and find other faults.
needed = $(Q)command -v $(1) >/dev/null || { echo 'trapline: $(1) is missing; ./trapline setup installs it' >&2; exit 2; }; \
    case " $$($(1) --version)" in *" $(2)" | *" $(2)."*) ;; *) \
    echo 'trapline: $(1) is not version $(2), as in Debian 12, and others judge differently' >&2; exit 2 ;; esac

format:
	$(call needed,clang-format,14)
	$(Q)clang-format -i $(ALL_C)

lint:
	$(call needed,clang-format,14)
	$(call needed,cppcheck,2.10)
	$(call needed,mypy,1.0)
	$(call needed,pyflakes3,2.5)
	$(call needed,shellcheck,0.9)
	$(Q)clang-format --dry-run -Werror $(ALL_C)
	@mkdir -p build/cppcheck
	$(Q)cppcheck --quiet -j$$(nproc) --cppcheck-build-dir=build/cppcheck --error-exitcode=1 --std=c11 --platform=unix32 --enable=warning,performance,portability \
	    --inline-suppr --suppressions-list=cppcheck.suppressions -DCHECKED=0 -I. -Iinclude -Ilib/include \
	    $(filter %.c,$(ALL_C))
	$(Q)pyflakes3 $$($(PYTHON))
	$(Q)mypy --no-error-summary --scripts-are-modules $$($(PYTHON) | grep '[.]')
	$(Q)for script in $$($(PYTHON) | grep -v '[.]'); do mypy --no-error-summary $$script || exit; done
	$(Q)shellcheck $$($(call files,sh,bash))

compile_commands.json:
	tools/build/compile-commands '$(CC) $(CFLAGS)' $(C_FILES) > $@

# The command's words as targets, for people who type make.
demo test bench list iso setup help:
	./trapline $@

# Where images alone are named, no other program's lists are read: that would take half of a make that has nothing to do.
NAMED    := $(if $(filter-out $(IMAGES) program,$(MAKECMDGOALS)),,$(MAKECMDGOALS))
ASSEMBLY := $(wildcard $(if $(NAMED),$(NAMED:$(B)/%.elf=%_*.S),tests/*/*.S bench/*.S examples/*.S))
# The sources that a room's images are linked with beside the runtime.
WITH_tests := $(wildcard tests/harness/*.[cS])
WITH_bench := bench/report.c
WITH_win32 := $(PROCESS:%=win32/%)
ROOMS    := $(if $(NAMED),$(sort $(foreach image,$(NAMED:$(B)/%=%),$(firstword $(subst /, ,$(image))))),tests bench win32)
LISTS    := $(RUNTIME) $(foreach room,$(ROOMS),$(WITH_$(room))) $(ASSEMBLY) $(if $(NAMED),$(NAMED:$(B)/%.elf=%.c),$(PROGRAMS))
-include $(patsubst %,$(B)/%.d,$(basename $(LISTS)))
