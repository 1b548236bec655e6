/* Every event that the runtime can record, a line each; its number is its place from 0. The runtime
 * records the events (kernel/report/trace.h). Tools on the host read this very file to decode and
 * narrate them.
 *
 * TRACE_EVENT(name, nesting, narration)
 *
 *   nesting    OPENS: later lines are one level deeper; CLOSES: this line is one level shallower;
 *              STAYS; UNWINDS: this line ends every level that was opened by an event whose last
 *              argument, a stack pointer, is below this event's first one, the frame reached
 *   narration  {N:kind} shows argument N: code (an address with its symbol), hex, dec, status,
 *              vector, detail (of a trap, from all arguments), disposition, refusal (of a frame),
 *              cause (of a debug trap, by Dr6), thread, flags (of an exception), kernel (a thread of
 *              the kernel by its number), result (of a call of the thread library), string (of the
 *              image), within (milliseconds), text (the record's length bytes from there). Empty:
 *              not narrated
 */
TRACE_EVENT(started, STAYS, "")
TRACE_EVENT(listens, STAYS, "")
TRACE_EVENT(exit, STAYS, "the program ends with status {0:status}")
TRACE_EVENT(output, STAYS, "{0:text}")
TRACE_EVENT(thread_named, STAYS, "thread {0:hex} is called {1:text}")
TRACE_EVENT(interrupt, STAYS, "")
TRACE_EVENT(raised, OPENS, "{0:status} raised at {1:code}, flags {2:flags}")
TRACE_EVENT(trapped, STAYS, "trap {0:vector} at {1:code}{0:detail}")
TRACE_EVENT(debug_trapped, STAYS, "trap {0:vector} at {1:code}, because of {2:cause}")
TRACE_EVENT(vectored_call, OPENS, "vectored handler {0:code} is asked about {1:status}")
TRACE_EVENT(vectored_answer, CLOSES, "vectored handler: it answers {0:hex}")
TRACE_EVENT(search_call, OPENS,
            "search pass: frame {0:hex}, handler {1:code} is asked about {2:status}")
TRACE_EVENT(search_answer, CLOSES, "search pass: it answers {0:disposition}")
TRACE_EVENT(frame_refused, STAYS, "frame {0:hex} is refused: {1:refusal}")
TRACE_EVENT(unwind_begin, OPENS, "unwind pass: to frame {0:hex}, flags {1:flags}")
TRACE_EVENT(unwind_call, OPENS,
            "unwind pass: frame {0:hex}, handler {1:code} cleans up, flags {2:flags}")
TRACE_EVENT(unwind_answer, CLOSES, "unwind pass: it answers {0:disposition}")
TRACE_EVENT(unwind_end, UNWINDS, "unwind pass: frame {0:hex} is reached")
TRACE_EVENT(filter_call, OPENS, "unhandled filter {0:code} is asked about {1:status}")
TRACE_EVENT(filter_answer, CLOSES, "unhandled filter: it answers {0:hex}")
TRACE_EVENT(resumed, CLOSES, "resumed at {0:code}, stack {1:hex}")
TRACE_EVENT(unhandled, CLOSES, "{0:status} at {1:code} is unhandled")
TRACE_EVENT(created, STAYS, "thread {0:thread} is created, runs {1:code}")
TRACE_EVENT(switched, STAYS, "switch from {0:thread} to {1:thread}")
TRACE_EVENT(slept, STAYS, "{0:thread} sleeps for {1:dec} ms")
TRACE_EVENT(woken, STAYS, "{0:thread} wakes")
TRACE_EVENT(waits, STAYS, "{0:thread} {1:string} {2:hex}{3:within}")
TRACE_EVENT(cancelled, STAYS, "{0:thread} is asked to end")
TRACE_EVENT(signalled, STAYS, "{0:thread} waits at {1:hex} no longer: {2:result}")
TRACE_EVENT(finished, STAYS, "{0:thread} ends, status {1:status}")
TRACE_EVENT(described, STAYS, "")
TRACE_EVENT(kernel_ready, STAYS, "{0:kernel} may run, on CPU {1:dec}")
TRACE_EVENT(kernel_ended, STAYS, "{0:kernel} ends, status {1:status}")
TRACE_EVENT(kernel_waits, STAYS, "{0:kernel} (CPU {3:dec}) waits for {1:string} {2:hex}")
TRACE_EVENT(kernel_switched, STAYS, "CPU {2:dec} switches from {0:kernel} to {1:kernel}")
