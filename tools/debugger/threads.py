"""The debugger's command `threads`, from the memory of a stopped machine: what each CPU runs, the kernel's threads, and
below each of them its user-level threads, in the table that utDump prints.

    gdb IMAGE -x tools/debugger/threads.py -ex 'target remote :1234'

It shows every thread, wherever the machine has stopped. The machine need not be able to go on.
"""

import re
import sys
from pathlib import Path

import gdb

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
sys.dont_write_bytecode = True

from programs import shown_path  # noqa: E402


def constants(file, row):
    """The hexadecimal constants that a header of the runtime declares, by name."""
    return {name: int(value, 16) for name, value in re.findall(row, (ROOT / file).read_text(), re.M)}


TIB = constants("kernel/call/teb_words.h", r"^TEB_WORD\((\w+), 0x(\w+),")
PAGES = constants("boot/layout.h", r"^#define (\w+_PAGE) +0x(\w+)")
# In the shared page: the low word, and the high one.
TICK_COUNT = PAGES["SHARED_PAGE"] + constants("kernel/devices/clock.h", r"^#define (\w+) +0x(\w+)")["SHARED_TICKS"]
FOREVER = 2**64 - 1
STATES = ("has not begun", "is ready", "sleeps", "has ended", "waits", "is stopped by an exception")
UNSTARTED, NORMAL, SLEEPING, FINISHED, WAITING, STOPPED = range(6)
MAGIC, MAGIC_KINDS = 0x64685475, 1  # of a thread's block; a free one differs in the last bit (uthread/threads/ut_thread.h)
PACKED = 0x10  # of a block's flags: its stack lies in a pool; else it is the library's, which grows, if it has an owner
TIMED = 1  # of a wait's flags: it has a deadline (uthread/waits/ut_wait.h)
CANARY, CANARY_SIZE, PAGE = 0xC0DECA9E, 8, 4096
FIRST_BLOCK = 0x1000 + (128 // 2 + 128) % 128  # from a pool's memory to its lowest stack (uthread/stacks/ut_pool.c)
MOST_FRAMES = 24
DONE = {"THREAD_NEW": "is new", "THREAD_READY": "is ready on CPU ", "THREAD_RUNNING": "runs on CPU ", "THREAD_STOPPED": "is stopped", "THREAD_HELD": "can go on when a scheduler executes it", "THREAD_ENDED": "has ended"}
WAIT_ALL, WAIT_ALERTABLE = 1, 2  # kernel/call/calls.h


def word(address):
    """The 32-bit word at an address. Raises gdb.MemoryError where there is no memory."""
    return int.from_bytes(bytes(gdb.selected_inferior().read_memory(address, 4)), "little")


def readable(address):
    try:
        return word(address) != 0
    except gdb.MemoryError:
        return False


def tick_count():
    return word(TICK_COUNT) | word(TICK_COUNT + 4) << 32


def struct(name, address):
    return gdb.Value(address).cast(gdb.lookup_type(f"struct {name}").pointer()).dereference()


def follows_call(address):
    """Whether a call instruction ends there: E8 and four bytes, or FF /2 and its operand."""
    try:
        code = bytes(gdb.selected_inferior().read_memory(address - 7, 7))
    except gdb.MemoryError:
        return False
    return code[-5] == 0xE8 or any(code[-length] == 0xFF and code[1 - length] >> 3 & 7 == 2 for length in (2, 3, 4, 6, 7))


def described(address, back=0):
    """An address as the runtime's own reports have it; named by the function that the byte `back` before it is in."""
    found = re.match(r"(\S+)(?: \+ (\d+))? in section", gdb.execute(f"info symbol {address - back}", to_string=True))
    offset = int(found[2] or 0) + back if found else 0
    line = gdb.find_pc_line(address - back)
    place = f" ({shown_path(Path(line.symtab.fullname()))}:{line.line})" if found and line.symtab and line.line else ""
    return f"{address:08X}" + (f" {found[1]}" if found else "") + (f"+0x{offset:X}" if offset else "") + place


def listed(first, link):
    """The structures of a list, as long as there is memory."""
    while int(first):
        yield first.dereference()
        first = first.dereference()[link]


class Kernel:
    """A thread of the kernel."""

    def __init__(self, address):
        self.address, self.value = address, struct("thread", address)
        self.teb = int(self.value["teb"])
        self.state = str(self.value["state"])
        self.runs, self.ended = self.state == "THREAD_RUNNING", self.state == "THREAD_ENDED"
        if self.runs:
            self.eip, self.ebp, self.esp = registers(int(self.value["cpu"].dereference()["number"]))
        elif self.left_by_call():
            context = self.value["ums"].dereference()["context"].dereference()
            self.eip, self.ebp, self.esp = (int(context[name]) for name in ("eip", "ebp", "esp"))
        elif not self.ended:
            frame = self.value["frame"].dereference()
            self.eip, self.ebp = int(frame["eip"]), int(frame["link_ebp"])
            self.esp = int(frame["esp"]) if int(frame["cs"]) & 3 else int(frame["esp"].address)

    def left_by_call(self):
        """Whether it is a worker whose context has its registers (kernel/call/ums_context.h)."""
        return bool(self["worker"]) and bool(int(self.value["ums"].dereference()["context"].dereference()["esp"]))

    def __getitem__(self, field):
        return int(self.value[field])

    def what(self):
        """The thread's activity, in the words of kernel/threads/deadlock.c."""
        if self.state == "THREAD_WAITING":
            text = self.wait() + (f", until tick {int(self.value['deadline']['due'])}" if int(self.value["deadline"]["set"]) else "")
        else:
            text = DONE[self.state] + (f" with {self['exit_code']:08X}" if self.ended else "")
        if text.endswith(" CPU "):
            text += str(int(self.value["cpu"].dereference()["number"]))
        return text + (f", suspended: {self['suspended']}" if self["suspended"] else "")

    def wait(self):
        waiting = self.value["waiting"]
        count, how = int(waiting["count"]), int(waiting["how"])
        if count:
            several = ("all of: " if how & WAIT_ALL else "any of: ") if count > 1 else ""
            return f"waits for {several}" + ", ".join(self.thing(waiting["waits"][i]["object"].dereference()) for i in range(count))
        if int(self.value["queue"]["next"]):
            place = self["address"]
            return f"waits for {self.value['parked_for'].string()}" + (f" {described(place)}" if place else "")
        return "waits for a call" if how & WAIT_ALERTABLE else "sleeps"

    def thing(self, value):
        """Describes an object that it waits for."""
        kind = value["type"].dereference()
        text = kind["name"].string()
        if text == "thread":
            text += f" {Kernel(int(value.address))['id']}"
        if int(value["name"]):
            text += f' "{value["name"].dereference()["text"].string(errors="replace")}"'
        owner = text.startswith("mutex") and int(struct("mutex", int(value.address))["owner"])
        if owner:
            text += f", owned by thread {Kernel(owner)['id']}"
        return text + (f", key {self['address'] & ~1:X}" if int(kind["waits_by_key"]) else "")

    def walk(self, addresses, ebp):
        """Adds the return addresses of the frames from ebp on."""
        seen = set()
        try:
            while ebp and ebp % 4 == 0 and ebp not in seen and word(ebp + 4) and len(addresses) < 2 * MOST_FRAMES:
                seen.add(ebp)
                addresses.append(word(ebp + 4))
                ebp = word(ebp)
        except gdb.MemoryError:
            pass

    def frames(self):
        """Lines for where it stands, and its callers. In a trap the frames lead from the CPU's stack to its own; services
        have none, and then the frame of the trap shows the way."""
        addresses = [self.eip]
        if re.fullmatch(r"\w+ \w+", described(self.eip).split(" (")[0]) and readable(self.esp):
            addresses.append(word(self.esp))  # at its first instruction a function has no frame yet
        self.walk(addresses, self.ebp)
        if self.runs and int(self.value["cpu"].dereference()["in_trap"]):
            frame = self.value["frame"].dereference()
            if int(frame["eip"]) not in addresses:
                addresses.append(int(frame["eip"]))
                self.walk(addresses, int(frame["link_ebp"]))
        return folded([described(address, follows_call(address)) for address in addresses])

    def show(self):
        print(f"thread {self['id']}, priority {self['priority']}: {self.what()}")
        if self.ended:
            return
        stack = [word(self.teb + TIB[name]) for name in ("STACK_LIMIT", "STACK_BASE")]
        print(f"  TEB {self['teb_address']:08X}, stack {stack[0]:08X} to {stack[1]:08X}")
        try:
            lines = self.frames()
        except (gdb.error, OverflowError) as error:  # the CPU that runs it is in the middle of something
            lines = [f"its calls cannot be read: {error}"]
        for line in lines:
            print(f"            {line}")
        busy = callers(self.teb) if word(self.teb + TIB["SCHEDULERS"]) else {}
        first = gdb.Value(word(self.teb + TIB["SCHEDULERS"])).cast(gdb.lookup_type("struct uThreadScheduler").pointer()) if busy else 0
        for scheduler in listed(first, "after"):
            show(scheduler, busy, self)


def registers(cpu):
    """A CPU's eip, ebp and esp. The emulator shows its CPUs as the threads 1, 2 and so on of one program."""
    selected = gdb.selected_thread()
    for thread in gdb.selected_inferior().threads():
        if thread.num == cpu + 1:
            thread.switch()
    found = [int(gdb.parse_and_eval(name)) & 0xFFFFFFFF for name in ("$eip", "$ebp", "$esp")]
    selected.switch()
    return found


def kernel_threads():
    """The kernel's threads whose records live, by number: also those that have ended, as long as a handle is open."""
    ring = gdb.parse_and_eval("&'kernel/threads/thread_ids.c'::all").dereference()
    place = next(field.bitpos // 8 for field in gdb.lookup_type("struct thread").fields() if field.name == "by_id")
    link, seen = int(ring["next"]), set()
    while link != int(ring.address) and link not in seen:
        seen.add(link)
        yield Kernel(link - place)
        link = word(link)


class Thread:
    def __init__(self, value):
        self.value = value
        self.address = int(value.address)
        self.status = int(value["status"])
        self.waits = self.status in (SLEEPING, WAITING)

    def __getitem__(self, field):
        return int(self.value[field])

    def is_sound(self):
        return self["magic"] == MAGIC

    def name(self):
        rare = self.value["rare"]
        name = int(rare) and rare.dereference()["name"]
        return name.string(errors="replace") if name and int(name) else f"thread {self.address:08X}"

    def wait(self):
        """Describes its sleep or wait."""
        wait = self.value["wait"].dereference()
        kind = wait["kind"].dereference()
        thing = int(wait["queue"]) and int(wait["queue"]) - int(kind["queue"])
        text = kind["text"].string() + (f" {thing:08X}" if thing else "") + holder_of(kind, thing)
        return text + left(int(wait["deadline"]) if int(wait["flags"]) & TIMED else FOREVER)

    def is_timed(self):
        return self.waits and bool(int(self.value["wait"].dereference()["flags"]) & TIMED)

    def has_overflowed(self):
        """A packed one, as its canary and the end of the block below tell."""
        low = self["stack"]
        return bool(self["flags"] & PACKED) and (word(low) != CANARY or word(low + 4) != CANARY + (MAGIC | MAGIC_KINDS) & 0xFFFFFFFF or
                                                 word(low - 4) | MAGIC_KINDS != MAGIC | MAGIC_KINDS)

    def most_used(self):
        """The result of uThreadStackUse: the pages of a growing stack; for others, the bytes down to the last one in use."""
        low = self["stack"]
        try:
            if self["flags"] & PACKED or not self["owner"]:
                start = 0 if self.has_overflowed() else CANARY_SIZE * bool(self["flags"] & PACKED)
                used = bytes(gdb.selected_inferior().read_memory(low, self.address - low))[start:]
                return len(used.lstrip(b"\0")) + 3 & -4
        except gdb.MemoryError:
            return 0
        for page in range(low + PAGE - 1 & -PAGE, self.address, PAGE):
            try:
                word(page)
                return self.address - page
            except gdb.MemoryError:
                pass
        return 0

    def goes_on_at(self, esp, calls):
        """utResume has no frame: behind its own return address lie the thread that it runs and its caller's."""
        try:
            if calls and Thread(struct("uThread", word(esp + 12)))["next"] == self.address:
                return word(esp + 16)
        except gdb.error:
            pass
        return word(esp + 8)

    def frames(self, calls):
        """Lines for where it will go on, and its callers. Words outside of its stack are not believed."""
        low, high, esp = self["stack"], self.address, int(self.value["regs"][1]) & 0xFFFFFFFF
        if self.status == UNSTARTED:
            return [described(self["func"])]
        try:
            if esp % 4 or not low <= esp <= high - 12:
                raise gdb.MemoryError
            addresses, ebp = [self.goes_on_at(esp, calls)], int(self.value["regs"][0]) & 0xFFFFFFFF
            while ebp % 4 == 0 and low <= ebp <= high - 8 and word(ebp + 4):
                addresses.append(word(ebp + 4))
                low, ebp = ebp + 8, word(ebp)
        except gdb.MemoryError:
            return [f"its stack pointer is damaged: {esp:08X}"]
        return folded([described(address, follows_call(address)) for address in addresses])


def left(deadline):
    """How much of a wait's time there is."""
    return f", {max(0, deadline - tick_count())} ms left" if deadline != FOREVER else ""


def holder_of(kind, thing):
    """The thread that could end the wait. The runtime calls a function for that, which cannot be called here."""
    if "mutex" in kind["text"].string():
        owner = struct("uThread", int(struct("utMutexObject", thing)["owner"]) & ~1)
        return f", held by {Thread(owner).name()}"
    return f" ({Thread(struct('uThread', thing)).name()})" if "end of a thread" in kind["text"].string() else ""


def folded(lines):
    """The lines, with those that repeat themselves counted."""
    shown: list[str] = []
    times = 0
    for line in [*lines, ""]:
        if len(shown) > 1 and line == shown[-1] == shown[-2]:
            times += 1
            continue
        if times:
            shown.append(f"the last line {times} times more")
            times = 0
        shown.append(line)
    return shown[:-1] if len(shown) <= MOST_FRAMES else [*shown[:MOST_FRAMES], "and more"]


def callers(teb):
    """The threads that have called others: their addresses, with the kind of call. The running one is in the last place."""
    running = here = word(teb + TIB["STACK_BASE"])
    found = {}
    while here:
        block = struct("uThread", here)
        scheduler = block["scheduler"]
        here = int(scheduler.dereference()["root"]) if int(scheduler) else int(block["next"])
        if here:
            found[here] = "runs a scheduler" if int(scheduler) else "has resumed a thread"
    return {**found, running: "runs"}


def held(scheduler, teb):
    """Its threads: those in its list, and then the packed ones, in the order of their addresses."""
    yield from listed(scheduler["all"], "allNext")
    pools = gdb.Value(word(teb + TIB["POOLS"])).cast(gdb.lookup_type("struct utPool").pointer())
    for pool in listed(pools, "after"):
        stride, block = int(pool["stride"]), int(pool["region"]) + FIRST_BLOCK + int(pool["stackSize"])
        for address in range(block, int(pool["fresh"]), stride):
            thread = struct("uThread", address)
            if int(thread["scheduler"]) == int(scheduler.address):
                yield thread


def show(scheduler, busy, kernel):
    threads = []
    for value in held(scheduler, kernel.teb):
        thread = Thread(value)
        threads.append(thread)
        if not thread.is_sound():
            break
    sound = [thread for thread in threads if thread.is_sound()]
    counts = [len(sound), sum(thread["next"] != 0 and thread.status != FINISHED for thread in sound),
              sum(thread.is_timed() for thread in sound),
              *(sum(thread.status == status for thread in sound) for status in (WAITING, FINISHED))]
    print("scheduler {:08X}: {} threads, {} ready, {} sleeping, {} waiting, {} finished".format(int(scheduler.address), *counts))
    if threads:
        print("  thread    name              prio  stack now    most      of  state")
    for thread in threads:
        if not thread.is_sound():
            print(f"  {thread.address:08X}  is damaged, and those behind it")
            break
        state = busy.get(thread.address) or (thread.wait() if thread.waits else STATES[thread.status])
        if thread.status == FINISHED and thread["exitStatus"]:
            state += f" with {thread['exitStatus']:08X}"
        esp = kernel.esp if state == "runs" else int(thread.value["regs"][1]) & 0xFFFFFFFF
        inside = thread["stack"] <= esp < thread.address and thread.status != FINISHED
        frames = [] if state == "runs" or thread.status == FINISHED else thread.frames(thread.address in busy)
        used = thread.address - esp if inside and not (frames and "damaged" in frames[0]) else 0
        print(f"  {thread.address:08X}  {thread.name():<16}  {thread['priority']:4}  {used:9}  {thread.most_used():6}  {thread['stackSize']:6}  {state}")
        if thread.has_overflowed():
            print("            has overflowed its stack")
        for line in frames:
            print(f"            {line}")


class Threads(gdb.Command):
    """List the CPUs, the kernel's threads and the user-level threads of each, with a backtrace of those that do not run."""

    def __init__(self):
        super().__init__("threads", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        try:
            threads = list(kernel_threads())
        except gdb.MemoryError:
            threads = []
        if not threads:
            raise gdb.GdbError("the machine has not come to the program yet")
        for number in range(int(gdb.parse_and_eval("cpus_running"))):
            running = int(gdb.parse_and_eval(f"cpus[{number}].thread"))
            ids = [thread["id"] for thread in threads if thread.address == running]
            print(f"CPU {number} " + (f"runs thread {ids[0]}" if ids else "idles"))
        for thread in threads:
            thread.show()


Threads()
