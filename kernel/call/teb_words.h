/* The one list of the TEB's words that the kernel and the layers above it know. A row makes the
 * constant TIB_name for C and assembly and the assertion that the offset is right (tib.h); the
 * debugger's command reads this very file (tools/debugger/threads.py).
 *
 * TEB_WORD(name, offset, member, writer, when and what for)
 *
 * FS reaches these words, so they belong to the running thread of the machine: all user-level
 * threads share them. A word that belongs to one user-level thread is saved and loaded by the
 * switch. UserReserved and SystemReserved1 hold the words that Windows' TEB does not have.
 */
TEB_WORD(CHAIN, 0x00, NtTib.ExceptionList, "program, seh_emul, uthread",
         "head of the handler chain; each frame links itself, each switch saves and loads it")
TEB_WORD(STACK_BASE, 0x04, NtTib.StackBase, "kernel, uthread",
         "upper end of the running stack; in a thread its block lies there; loaded by each switch")
TEB_WORD(STACK_LIMIT, 0x08, NtTib.StackLimit, "kernel, uthread",
         "lowest usable byte of the running stack; the kernel lowers it when the stack grows, each "
         "switch saves and loads it")
TEB_WORD(FIBER, 0x10, NtTib.FiberData, "program, win32",
         "Windows' word: a fiber's data, or TIB_NO_FIBER in a thread that is no fiber; each switch "
         "between fibers stores it")
TEB_WORD(SELF, 0x18, NtTib.Self, "kernel", "the block's own address; set when the block is made")
TEB_WORD(LAST_ERROR, 0xAC, UserReserved[0], "uthread",
         "the last error of calls outside user-level threads; set by each call that fails")
TEB_WORD(ATTENTION, 0xB0, UserReserved[1], "kernel, uthread",
         "the attention word; each tick fills it with ones (TIB_ATTEND), and the next switch then "
         "looks for work; the library stores mxcsr again when there is none")
TEB_WORD(SLICE, 0xB4, UserReserved[2], "kernel, uthread",
         "ticks left of the time slice; the library sets it, each tick counts it down; at 0 the "
         "kernel preempts (kernel/trap/preempt.h); below 0 nothing happens")
TEB_WORD(PREEMPT, 0xB8, UserReserved[3], "uthread",
         "where a thread goes on when its slice has ended, or 0; set where a scheduler starts, "
         "cleared at its end; the kernel only reads it")
TEB_WORD(FPU_THREADS, 0xBC, UserReserved[4], "uthread",
         "number of threads that a short switch must not leave or enter; counted when a thread "
         "becomes one and ends")
TEB_WORD(STACKS, 0xCC, SystemReserved1[0], "uthread",
         "list of stacks kept for the next threads; changed when a thread is made and freed")
TEB_WORD(SCHEDULERS, 0xD0, SystemReserved1[1], "uthread",
         "list of all schedulers, for the debugger; changed when one is made and destroyed")
TEB_WORD(BURIALS, 0xD4, SystemReserved1[2], "uthread",
         "list of ended threads that nobody joins; emptied by the next call that can free them")
TEB_WORD(POOLS, 0xD8, SystemReserved1[3], "uthread",
         "list of all pools, for the debugger; changed when one is made and destroyed")
TEB_WORD(GUARDS_LOST, 0xDC, SystemReserved1[4], "kernel",
         "not 0 once the guard page of a stack was touched by code that runs on another one; the "
         "library then looks at a kept stack before it uses it again")
TEB_WORD(THREADS_MADE, 0xE0, SystemReserved1[5], "uthread",
         "number of the thread that was made last; counted up when a thread is made")
TEB_WORD(STACK_PAGES, 0xE4, SystemReserved1[6], "uthread",
         "pages of the stacks at STACKS; changed with them")
TEB_WORD(ROOT, 0xE8, SystemReserved1[7], "uthread, win32",
         "the root while user-level threads run, else 0; set where a scheduler starts and at its "
         "end; each switch between fibers saves and loads it")
TEB_WORD(APCS, 0xEC, SystemReserved1[8], "kernel",
         "not 0 while asynchronous calls may be queued; without them a new thread need not ask")
TEB_WORD(OWN_HANDLE, 0xF0, SystemReserved1[9], "win32",
         "the handle of a thread of _beginthread, which its end closes, else 0")
TEB_WORD(UMS, 0xF4, SystemReserved1[10], "kernel",
         "the context of a worker or a scheduler thread (kernel/call/ums_context.h), else 0")
TEB_WORD(LIBRARY, 0x1D4, GdiTebBatch[0], "kernel",
         "this word's own address, where the C library's words of the thread begin "
         "(lib/thread_words.h); "
         "set when the block is made")
TEB_WORD(NUMBER, 0x1DC, GdiTebBatch[2], "kernel",
         "the thread's number, as which it owns the C library's locks; set when the thread is made")
