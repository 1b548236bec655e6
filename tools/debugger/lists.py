"""The debugger's commands `!uthreads` and `!ums`: the user-level threads, and User-Mode Scheduling."""

import gdb

from debugger.command import command, no_arguments
from debugger.threads import TIB, callers, kernel_threads, listed, show, struct, word

ENDED, SUSPENDED = 8, 4  # flags of a context (kernel/call/ums_context.h)
LOCK_KERNEL = 1  # its lock while the worker cannot be executed; else the number of the scheduler's thread, or 0
MOST_IN_LIST = 100000  # a longer one is damaged


@command("!uthreads", "List the user-level threads of all threads of the machine.\nUsage: !uthreads")
def show_user_threads(argument):
    no_arguments(argument, "!uthreads")
    shown = 0
    for thread in kernel_threads():
        if thread.ended or not (first := word(thread.teb + TIB["SCHEDULERS"])):
            continue
        print(f"thread {thread['id']}:")
        for scheduler in listed(gdb.Value(first).cast(gdb.lookup_type("struct uThreadScheduler").pointer()), "after"):
            show(scheduler, callers(thread.teb), thread)
            shown += 1
    if not shown:
        print("there are no user-level threads")


class UmsThread:
    """A worker or a scheduler: a thread with its record and its context of User-Mode Scheduling."""

    def __init__(self, thread):
        self.thread, self.number = thread, thread["id"]
        self.record = thread.value["ums"].dereference()
        self.context = self.record["context"].dereference()
        self.address = int(self.record["shared"]["place"]["address"])
        self.is_worker = bool(self.record["worker"])
        self.lock, self.flags = int(self.context["lock"]), int(self.context["flags"])

    def state(self, in_list):
        """A worker's state, as UmsExtGetState tells it (ums/ext.c), and where it is."""
        if self.flags & ENDED:
            return "has ended" + in_list
        if self.flags & SUSPENDED:
            return "is suspended" + in_list
        if self.lock == LOCK_KERNEL:
            return self.thread.what() if self.thread.state == "THREAD_WAITING" else "is the kernel's for a moment"
        if self.lock:
            return f"runs in the place of thread {self.lock}"
        return "is ready" + (in_list or ", in the program's hands")


def in_list(record):
    """The contexts of the workers in a completion list, that which came last first."""
    address = int(struct("ums_list_words", int(record["shared"]["place"]["direct"]))["head"])
    for _ in range(MOST_IN_LIST):
        if not address:
            return
        yield address
        address = int(struct("ums_context", address)["next"])


@command("!ums", "List the schedulers, the workers and the completion lists of User-Mode Scheduling.\nUsage: !ums")
def show_ums(argument):
    no_arguments(argument, "!ums")
    members = [UmsThread(thread) for thread in kernel_threads() if int(thread.value["ums"])]
    if not members:
        print("there are neither schedulers nor workers")
        return
    workers = [each for each in members if each.is_worker]
    for each in members:
        if not each.is_worker:
            running = [worker.number for worker in workers if worker.lock == each.number]
            state = f"runs the worker {running[0]}" if running else "runs no worker"
            print(f"scheduler {each.number}, context {each.address:08x}: {state}; the thread {each.thread.what()}")
    lists = {int(each.record["list"]): each.record["list"].dereference() for each in members if int(each.record["list"])}
    places = {}
    for record in lists.values():
        at = int(record["shared"]["place"]["address"])
        places.update({context: at for context in in_list(record)})
    for each in workers:
        where = f", in the list {places[each.address]:08x}" if each.address in places else ""
        print(f"worker {each.number}, context {each.address:08x}: {each.state(where)}")
    numbers = {each.address: each.number for each in workers}
    for record in lists.values():
        contents = " ".join(str(numbers.get(context, f"{context:08x}")) for context in in_list(record))
        print(f"list {int(record['shared']['place']['address']):08x}: {contents or 'empty'}")
