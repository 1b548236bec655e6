/* The events that the runtime can record. Each has a line, and its number is its place from 0. The
 * runtime records the events (kernel/call/trace.h). Tools on the host read this very file to decode
 * and narrate them.
 *
 * TRACE_EVENT(name, kind, nesting, narration)
 *
 *   kind       RAISE, SEARCH and UNWIND are the parts of exception handling: its begin and end,
 *              the questions, the cleaning up. THREADS: of the library and of the kernel.
 *              INTERRUPTS: narrated only when they are asked for. PROGRAM: its output and its end.
 *              MOMENTS: not narrated; their words lie where other records have threads, too
 *   nesting    OPENS: later lines are one level deeper. The last argument is a stack pointer above
 *              all that belongs to the level, 0 for that of the level around it
 *              CLOSES: this line is one level shallower
 *              STAYS
 *              JOINS: stays, and shares a line with the same event right before it; one whose words
 *              begin with an argument goes on in the last one's word
 *              UNWINDS: this line ends every level whose stack pointer is below the first argument,
 *              the frame that is reached. OPENS ends every level whose stack pointer is not above
 *              its own: such code was left without an event
 *   narration  {N:kind} shows argument N; empty: not narrated. Numbers: hex, dec, status, result
 *              (of a call of the thread library), within (milliseconds). Addresses: code (with
 *              its symbol), caller (a return address, with its call's line), block (a __try, filter
 *              or block, by its function and place; 0: a __try whose frame is given up), string
 *              (of the image), handle and thread (a user-level thread by its address or its name).
 *              Threads of the kernel: number and kernel (by its name), worker (by its context's
 *              address), start (from all arguments). User-Mode Scheduling: reason (of an
 *              activation). module (by its address). Exceptions: vector, detail (of a trap, from
 * all arguments), cause (of a debug trap, by Dr6), flags, disposition, answer (of a vectored
 * handler or the unhandled filter), list (of vectored handlers), filter (a filter's value), refusal
 *              (of a frame), register (from all arguments). text: the record's length bytes from
 *              there
 */
TRACE_EVENT(started, PROGRAM, STAYS, "")
TRACE_EVENT(listens, PROGRAM, STAYS, "")
TRACE_EVENT(typing, PROGRAM, STAYS, "")
TRACE_EVENT(takes_interrupt, PROGRAM, STAYS, "")
TRACE_EVENT(exit, PROGRAM, STAYS, "the program ends with status {0:status}")
TRACE_EVENT(output, PROGRAM, STAYS, "{0:text}")
TRACE_EVENT(thread_named, THREADS, STAYS, "thread {0:handle} is called {1:text}")
TRACE_EVENT(interrupt, INTERRUPTS, STAYS, "interrupt {0:vector}")
TRACE_EVENT(raise_called, RAISE, STAYS, "RaiseException is called at {0:caller}")
TRACE_EVENT(raised, RAISE, OPENS, "{0:status} raised at {1:code}, flags {2:flags}")
TRACE_EVENT(trapped, RAISE, STAYS, "trap {0:vector} at {1:code}{0:detail}")
TRACE_EVENT(debug_trapped, RAISE, STAYS, "trap {0:vector} at {1:code}, because of {2:cause}")
TRACE_EVENT(vectored_call, SEARCH, OPENS,
            "vectored {2:list}handler {0:code} is asked about {1:status}")
TRACE_EVENT(vectored_answer, SEARCH, CLOSES, "vectored {1:list}handler: it answers {0:answer}")
TRACE_EVENT(search_call, SEARCH, OPENS,
            "search pass: frame {0:hex}, handler {1:code} is asked about {2:status}")
TRACE_EVENT(search_try, SEARCH, OPENS,
            "search pass: frame {0:hex}, __try in {1:block} is asked about {2:status}")
TRACE_EVENT(search_answer, SEARCH, CLOSES, "search pass: it answers {0:disposition}")
TRACE_EVENT(search_end, SEARCH, CLOSES, "search pass: no handler takes {0:status}")
TRACE_EVENT(frame_refused, SEARCH, STAYS, "frame {0:hex} is refused: {1:refusal}")
TRACE_EVENT(changed, SEARCH, JOINS, "changed in the context: {0:register}")
TRACE_EVENT(try_filter_call, SEARCH, OPENS, "__except in {0:block}: its filter is asked")
TRACE_EVENT(try_filter_answer, SEARCH, CLOSES, "__except: the filter answers {0:filter}")
TRACE_EVENT(finally_passed, SEARCH, STAYS, "__finally in {0:block}: it has no filter to ask")
TRACE_EVENT(unwind_begin, UNWIND, OPENS, "unwind pass: to frame {0:hex}, flags {1:flags}")
TRACE_EVENT(unwind_call, UNWIND, OPENS,
            "unwind pass: frame {0:hex}, handler {1:code} cleans up, flags {2:flags}")
TRACE_EVENT(unwind_try, UNWIND, OPENS,
            "unwind pass: frame {0:hex}, __try in {1:block} cleans up, flags {2:flags}")
TRACE_EVENT(unwind_answer, UNWIND, CLOSES, "unwind pass: it answers {0:disposition}")
TRACE_EVENT(unwind_end, UNWIND, UNWINDS, "unwind pass: frame {0:hex} is reached")
TRACE_EVENT(finally_call, UNWIND, OPENS, "__finally in {0:block}: its block runs")
TRACE_EVENT(finally_end, UNWIND, CLOSES, "__finally: its block has ended")
TRACE_EVENT(except_entered, RAISE, UNWINDS, "__except in {1:block}: its block takes over")
TRACE_EVENT(jumped, RAISE, UNWINDS, "longjmp: goes on at {1:code}, stack {0:hex}")
TRACE_EVENT(filter_call, SEARCH, OPENS, "unhandled filter {0:code} is asked about {1:status}")
TRACE_EVENT(filter_answer, SEARCH, CLOSES, "unhandled filter: it answers {0:answer}")
TRACE_EVENT(resumed, RAISE, CLOSES, "resumed at {0:code}, stack {1:hex}")
TRACE_EVENT(unhandled, RAISE, CLOSES, "{0:status} at {1:code} is unhandled")
TRACE_EVENT(created, THREADS, STAYS, "thread {0:handle} is created, runs {1:code}")
TRACE_EVENT(switched, THREADS, STAYS, "switch from {0:thread} to {1:thread}")
TRACE_EVENT(slept, THREADS, STAYS, "{0:thread} sleeps for {1:dec} ms")
TRACE_EVENT(woken, THREADS, STAYS, "{0:thread} wakes")
TRACE_EVENT(waits, THREADS, STAYS, "{0:thread} {1:string} {2:hex}{3:within}")
TRACE_EVENT(cancelled, THREADS, STAYS, "{0:thread} is asked to end")
TRACE_EVENT(signalled, THREADS, STAYS, "{0:thread} waits at {1:hex} no longer: {2:result}")
TRACE_EVENT(finished, THREADS, STAYS, "{0:thread} ends, status {1:status}")
TRACE_EVENT(described, PROGRAM, STAYS, "")
TRACE_EVENT(kernel_made, THREADS, STAYS, "thread {0:number} is made, it {0:start}")
TRACE_EVENT(kernel_named, THREADS, STAYS, "thread {0:number} is called {1:text}")
TRACE_EVENT(kernel_ready, THREADS, STAYS, "{0:kernel} may run, on CPU {1:dec}")
TRACE_EVENT(kernel_ended, THREADS, STAYS, "{0:kernel} ends, status {1:status}")
TRACE_EVENT(kernel_waits, THREADS, STAYS, "{0:kernel} on CPU {3:dec} waits for {1:string} {2:hex}")
TRACE_EVENT(kernel_switched, THREADS, STAYS, "CPU {2:dec} switches from {0:kernel} to {1:kernel}")
TRACE_EVENT(ums_made, THREADS, STAYS,
            "{0:kernel} has the context {1:hex} and the completion list {2:hex}")
TRACE_EVENT(ums_listed, THREADS, STAYS, "{0:kernel} comes to the completion list {1:hex}")
TRACE_EVENT(ums_called, THREADS, STAYS,
            "the scheduler's procedure is called: {0:reason} {1:worker}")
TRACE_EVENT(ums_executed, THREADS, STAYS, "ExecuteUmsThread is called for {0:worker}")
TRACE_EVENT(ums_refused, THREADS, STAYS, "the call fails, error {0:dec}")
/* Exceptions of C++. Names are longer than an event, and go on in events of their own. */
TRACE_EVENT(cxx_throws, RAISE, JOINS, "C++ throws {0:text}")
TRACE_EVENT(cxx_catches, SEARCH, JOINS, "C++ finds a catch block for {0:text}")
TRACE_EVENT(cxx_name, RAISE, JOINS, "{0:text}")
TRACE_EVENT(cxx_destroys, UNWIND, STAYS,
            "C++: an object of frame {0:hex} is destroyed, state {1:dec}, by {2:block}")
TRACE_EVENT(cxx_stands_aside, SEARCH, STAYS, "C++: its tables are for exceptions of C++ alone")
TRACE_EVENT(cxx_state, SEARCH, STAYS, "C++: it is in state {0:dec} of {1:dec}, try blocks: {2:dec}")
TRACE_EVENT(cxx_try, SEARCH, STAYS,
            "C++: the try block of states {0:dec} to {1:dec} is asked, catch blocks: {2:dec}")
TRACE_EVENT(cxx_block, UNWIND, OPENS, "C++: catch block {0:block} is called, state {1:dec}")
TRACE_EVENT(cxx_block_end, UNWIND, CLOSES, "C++: the catch block returns {0:block}")
TRACE_EVENT(cxx_block_rethrown, UNWIND, STAYS, "C++: the catch block throws it again")
/* Frames of a compiler's __try. */
TRACE_EVENT(scope_level, SEARCH, STAYS, "scope table {0:hex}: it is in level {1:dec}")
TRACE_EVENT(cookie_right, SEARCH, STAYS, "cookie {0:hex}, xor {1:hex}: it is the program's")
TRACE_EVENT(cookie_wrong, SEARCH, STAYS, "cookie {0:hex}, xor {1:hex}: it is not the program's")
/* A module that the loader of a file of Windows maps: parts of its name come first, then its
 * place. */
TRACE_EVENT(module_name, PROGRAM, STAYS, "") /* length bytes */
TRACE_EVENT(module, PROGRAM, STAYS, "{0:module} is mapped at {0:hex}, {1:dec} bytes")
/* Output to the standard error that leaves apart from the other output, with
 * trapline:error=apart. */
TRACE_EVENT(error_output, PROGRAM, STAYS, "") /* length bytes */
/* Files that go to the host at the end (files_out.h). */
TRACE_EVENT(file, PROGRAM, STAYS, "") /* its size; 1 for a folder. The two below belong to it */
TRACE_EVENT(file_name, PROGRAM, STAYS, "")  /* length bytes of its name */
TRACE_EVENT(file_bytes, PROGRAM, STAYS, "") /* length bytes of it */
/* A schedule that was asked for (kernel/threads/given_schedule.h). */
TRACE_EVENT(schedule_step, THREADS, STAYS, "")   /* instruction, thread, its eip */
TRACE_EVENT(schedule_ready, THREADS, STAYS, "")  /* one of them; 0: a time slice could end */
TRACE_EVENT(schedule_asleep, THREADS, STAYS, "") /* one that would have to time out first */
TRACE_EVENT(schedule_choice, THREADS, STAYS, "") /* choice, thread, the chosen one or 0 */
TRACE_EVENT(schedule_passes, THREADS, STAYS, "time passes until the wait of {0:kernel} is over")
TRACE_EVENT(
    schedule_preempted, THREADS, STAYS,
    "the schedule preempts {1:kernel} at {3:code}, before instruction {0:dec}; {2:kernel} goes on")
TRACE_EVENT(schedule_sliced, THREADS, STAYS,
            "the schedule ends the slice of {2:thread} at {3:code}, before instruction {0:dec}")
TRACE_EVENT(schedule_sliced_worker, THREADS, STAYS,
            "the schedule ends the slice of {1:kernel} at {3:code}, before instruction {0:dec}")
TRACE_EVENT(schedule_holds, THREADS, STAYS,
            "the schedule holds {0:kernel} at {3:code}") /* thread, CPU, 0, its eip */
TRACE_EVENT(schedule_lets_go, THREADS, STAYS, "the schedule lets {0:kernel} go on")
/* Events of a moment (moments.h). They stand in front of the event that the moment belongs to, and
 * have its time. */
TRACE_EVENT(registers, MOMENTS, STAYS, "") /* struct moment_registers */
TRACE_EVENT(scratch, MOMENTS, STAYS, "")   /* struct moment_scratch, where a trap knows them */
TRACE_EVENT(block, MOMENTS, STAYS, "")     /* the TIB's address, ExceptionList, stack base, limit */
TRACE_EVENT(memory, MOMENTS, STAYS, "")    /* an address, and length bytes from there */
