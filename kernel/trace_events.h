/* Every event that the runtime can record, a line each; its number is its place from 0. The runtime
 * records (kernel/trace.h), tools on the host read this very file to decode and narrate.
 *
 * TRACE_EVENT(name, nesting, narration)
 *
 *   nesting    +1: what follows is one level deeper; -1: this line is one level shallower; 0
 *   narration  {N:kind} shows argument N: code (an address with its symbol), hex, dec, status,
 *              vector, disposition, thread, flags (of an exception), text (the record's length
 *              bytes from there). Empty: not narrated
 */
TRACE_EVENT(started, 0, "")
TRACE_EVENT(exit, 0, "the program ends with status {0:status}")
TRACE_EVENT(output, 0, "{0:text}")
TRACE_EVENT(thread_named, 0, "thread {0:hex} is called {1:text}")
TRACE_EVENT(tick, 0, "")
TRACE_EVENT(interrupt, 0, "")
TRACE_EVENT(raised, +1, "{0:status} raised at {1:code}, flags {2:flags}")
TRACE_EVENT(trapped, 0, "trap {0:vector} at {1:code}, error code {2:hex}, cr2 {3:hex}")
TRACE_EVENT(search_call, +1,
            "search pass: frame {0:hex}, handler {1:code} is asked about {2:status}")
TRACE_EVENT(search_answer, -1, "search pass: it answers {0:disposition}")
TRACE_EVENT(frame_refused, 0,
            "search pass: frame {0:hex} is refused: outside the stack or misaligned")
TRACE_EVENT(unwind_begin, +1, "unwind pass: to frame {0:hex}, flags {1:flags}")
TRACE_EVENT(unwind_call, +1,
            "unwind pass: frame {0:hex}, handler {1:code} cleans up, flags {2:flags}")
TRACE_EVENT(unwind_answer, -1, "unwind pass: it answers {0:disposition}")
TRACE_EVENT(unwind_end, -1, "unwind pass: frame {0:hex} is reached")
TRACE_EVENT(resumed, -1, "resumed at {0:code}, stack {1:hex}")
TRACE_EVENT(unhandled, -1, "{0:status} at {1:code} is unhandled")
TRACE_EVENT(created, 0, "thread {0:thread} is created, runs {1:code}")
TRACE_EVENT(switched, 0, "switch from {0:thread} to {1:thread}")
TRACE_EVENT(slept, 0, "{0:thread} sleeps for {1:dec} ms")
TRACE_EVENT(woken, 0, "{0:thread} wakes")
TRACE_EVENT(finished, 0, "{0:thread} ends, status {1:status}")
