"""The figures of `trapline bench`. Each row has the path that is counted, the image of bench/ that does it, and the limit.

`limit` is the most that a figure may be; a figure above it fails the command. `goal` is a wish that is still open;
it fails nothing. `peer` is the least that another system was counted to need for the same: docs/bench.md says how.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional


@dataclass(frozen=True)
class Row:
    image: str  # bench/IMAGE.c; in the folder WINDOWS a program for Windows
    limit: int
    what: str
    peer: str = ""
    goal: Optional[int] = None
    unit: str = "instructions"


WINDOWS = "windows/"

ROWS = {
    "trap_to_handler": Row(
        "seh", 380, "from a division by zero to the first instruction of the handler that is found first", "Linux 3,343"),
    "frame_walk": Row(
        "seh", 28, "from a handler that passes an exception on to the next handler"),
    "try_enter_leave": Row(
        "seh", 13, "a `__try` block in which nothing happens"),
    "raise_to_handler": Row(
        "seh", 165, "from the call of `RaiseException` to the handler"),
    "raise_unwind_resume": Row(
        "seh", 796, "from the call of `RaiseException` to the `__except` block of a function above; one frame is unwound",
        "C++ on Linux 15,098"),
    "service_null": Row(
        "threads", 150, "a service that does nothing, called from ring 3", "Linux 332"),
    "kthread_switch": Row(
        "threads", 250, "from the call of `SwitchToThread` to its return in another thread", "Linux 2,642"),
    "event_pingpong": Row(
        "threads", 1150, "`SetEvent` for a thread in `WaitForSingleObject`, and its answer, which is waited for the same way", "Linux 8,608"),
    "kmutex_pair": Row(
        "threads", 380, "`WaitForSingleObject` and `ReleaseMutex` of a mutex that nobody else wants"),
    "thread_life": Row(
        "threads", 2800, "`CreateThread`, the end of the thread, `WaitForSingleObject` and `CloseHandle`", "Linux 56,103"),
    "page_touch": Row(
        "threads", 675, "the first touch of a page that comes zeroed", "Linux 3,253"),
    "commit_page": Row(
        "memory", 577, "a page, zeroed, of 64 MB that one `VirtualAlloc` reserves and commits"),
    "release_page": Row(
        "memory", 190, "a page of 64 MB that one `VirtualFree` gives back"),
    "ums_yield": Row(
        "ums", 100, "from a worker's call of `UmsThreadYield`, through its scheduler's procedure and `ExecuteUmsThread`, to its return"),
    "ums_block": Row(
        "ums", 337, "from a worker's call of `WaitForSingleObject` to its scheduler's procedure", goal=250),
    "ums_wake": Row(
        "ums", 300, "`SetEvent` that puts a worker into its empty completion list and sets the list's event", goal=230),
    "ums_life": Row(
        "ums_many", 6950, "a worker is made, executed, waits, is woken and executed, ends, and is deleted"),
    "ums_life_50k": Row(
        "ums_many", 12000, "the same of each of 50,000 workers that live at the same time"),
    "ums_bytes": Row(
        "ums_many", 14000, "memory of the machine that each of them takes, with a stack of 16 KB, its TEB and all page tables", unit="bytes"),
    "item_workers": Row(
        "ums_items", 170, "a short item of work by one of eight workers that stay: each takes an item and yields"),
    "item_pool": Row(
        "ums_items", 960, "the same by `QueueUserWorkItem` and the thread pool"),
    "item_thread": Row(
        "ums_items", 3060, "the same by a thread of its own, which is waited for"),
    "item_worker_each": Row(
        "ums_items", 4600, "the same by a worker of its own"),
    "switch": Row(
        "uthread", 26, "from the call of `utYield` to the return of another thread's", "FreeRTOS 33"),
    "switch_100k": Row(
        "uthread_sleepers", 26, "the same while 100,000 other threads of the scheduler sleep", "FreeRTOS 33"),
    "coroutine": Row(
        "uthread", 70, "a thread's `utResume` of a thread that yields at once", "Boost 60"),
    "coroutine_main": Row(
        "uthread", 85, "the same called by `main`, outside of threads", "Boost 60"),
    "sem_pair": Row(
        "uthread", 26, "`utSemaphoreTake` and `utSemaphoreGive` of a semaphore that nobody else wants", "Linux 64"),
    "mutex_pair": Row(
        "uthread", 20, "`utMutexLock` and `utMutexUnlock` of a mutex that nobody else wants", "Linux 88"),
    "sleep_insert": Row(
        "uthread", 102, "from the call of `utSleep` to the next thread", "FreeRTOS 197 + 4 a sleeper"),
    "sleep_insert_1m": Row(
        "uthread_sleepers", 102,
        "the same while 1,000,000 others sleep: the most of waking before them, among them and behind them",
        "FreeRTOS 197 + 4 a sleeper"),
    "sleep_whole": Row(
        "uthread_naps", 350, "from the call of `utSleep` to its return, the wake included: the mean of 10 threads that are due together"),
    "sleep_whole_100k": Row(
        "uthread_naps", 700, "the same with 100,000 threads"),
    "tick": Row(
        "uthread", 20, "from the timer's interrupt to behind its `iret`; nothing is due", "FreeRTOS 45"),
    "irq_to_thread": Row(
        "uthread", 114, "from the timer's interrupt, which ends a halt, to the thread that it wakes", "FreeRTOS 126", goal=95),
    "pingpong": Row(
        "uthread", 250, "a round trip: a thread gives a semaphore to a waiting thread and takes another one, which that thread gives",
        "Xinu 614"),
    "channel": Row(
        "uthread", 150, "a value of 4 bytes through a channel without a buffer, from a thread that sends to one that receives"),
    "channel_64": Row(
        "uthread", 170, "the same with a value of 64 bytes"),
    "channel_buffered": Row(
        "uthread", 90, "a value of 4 bytes into a channel with 16 places and out again; nobody waits"),
    "select_two": Row(
        "uthread", 377, "a `utSelect` of two channels that waits; another thread sends to one of them and yields", goal=350),
    "lifecycle": Row(
        "uthread", 352, "a thread of a pool is made, added to the scheduler, joined by a waiting thread, and destroyed", "libmill 402", goal=220),
    "lifecycle_resumed": Row(
        "uthread", 254, "the same of a thread that `utResume` runs instead of the scheduler", "Boost 90", goal=220),
    "lifecycle_stack": Row(
        "uthread", 411, "the same as `lifecycle` on an ordinary stack with a guard page", "Zephyr 469", goal=400),
    "lifecycle_detached": Row(
        "uthread", 325, "a thread of a pool is made, detached and added; it runs while its maker yields, and is freed later",
        "Zephyr 469"),
    "lifecycle_stack_detached": Row(
        "uthread", 347, "the same on an ordinary stack with a guard page", "Zephyr 469"),
    "event_life": Row(
        "win32", 695, "`CreateEvent` and `CloseHandle` of the only handle that a program has"),
    "critical_section_pair": Row(
        "win32", 20, "`EnterCriticalSection` and `LeaveCriticalSection` of a section that nobody else wants", "Linux 88"),
    "srw_pair": Row(
        "win32", 18, "`AcquireSRWLockExclusive` and `ReleaseSRWLockExclusive` of a lock that nobody else wants", "Linux 88"),
    "fiber_pair": Row(
        "win32", 160, "`SwitchToFiber` to a fiber that switches back at once"),
    "exe_start": Row(
        "windows/exe_first", 176000, "a program for Windows of 4 KB: from the runtime's own start to the program's first instruction"),
    "exe_call": Row(
        "windows/exe_paths", 9, "a call of `GetCurrentThreadId` by a program for Windows"),
    "exe_load": Row(
        "windows/exe_paths", 108000, "its `LoadLibrary` of a DLL of 100 exports"),
    "exe_find": Row(
        "windows/exe_paths", 1050, "its `GetProcAddress` of one of these: the mean of all"),
    "exe_trap_to_handler": Row(
        "windows/exe_paths", 505, "`trap_to_handler` in a program for Windows, which runs in ring 3", goal=431),
    "exe_raise_to_handler": Row(
        "windows/exe_paths", 250, "`raise_to_handler` in a program for Windows", goal=198),
    "exe_try_enter_leave": Row(
        "windows/exe_try", 4, "a `__try` block by clang, in a function that has entered"),
    "exe_try_function": Row(
        "windows/exe_try", 20, "a call of a function by clang whose body is such a block: its frame is linked and unlinked"),
    "exe_raise_unwind_resume": Row(
        "windows/exe_try", 1215, "`raise_unwind_resume` between two functions by clang; the one that is unwound has a `__finally`"),
    "exe_throw": Row(
        "windows/exe_throw", 1845, "a `throw` of C++ by clang to its `catch` in the calling function", "C++ on Linux 15,098"),
    "exe_throw_ten": Row(
        "windows/exe_throw", 7940, "the same through ten functions with a destructor each"),
    "mingw_throw": Row(
        "windows/mingw_throw", 14000, "`exe_throw` by MinGW's g++, whose frames lie in tables that Windows does not know"),
    "mingw_throw_ten": Row(
        "windows/mingw_throw", 108000, "`exe_throw_ten` by MinGW's g++"),
    "exe_try_bytes": Row(
        "windows/block_code", 160, "what a `__try` block with its `__except` adds to a function by clang: code and tables", unit="bytes"),
    "exe_catch_bytes": Row(
        "windows/block_code", 235, "what a `try` block of C++ with its `catch` adds", unit="bytes"),
    "exe_destructor_bytes": Row(
        "windows/block_code", 165, "what an object with a destructor adds", unit="bytes"),
    "mingw_catch_bytes": Row(
        "windows/block_code", 180, "`exe_catch_bytes` by MinGW's g++", unit="bytes"),
    "mingw_destructor_bytes": Row(
        "windows/block_code", 120, "`exe_destructor_bytes` by MinGW's g++", unit="bytes"),
    "bytes": Row(
        "uthread", 128, "memory of a thread beside its stack", "FreeRTOS 76, without TIB", unit="bytes"),
    "million": Row(
        "uthread_million", 1024, "memory of the machine that is in use while a million threads live", unit="MiB"),
}
