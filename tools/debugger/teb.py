"""The debugger's command `!teb`: the thread's block, in WinDbg's words and layout."""

from debugger.command import address_of, command, teb, words

# The fields as WinDbg names them, and their offsets. Two offsets: both words. A format other than %08x is a number's.
FIELDS = (
    ("ExceptionList", "%08x", (0x00,)),
    ("StackBase", "%08x", (0x04,)),
    ("StackLimit", "%08x", (0x08,)),
    ("SubSystemTib", "%08x", (0x0C,)),
    ("FiberData", "%08x", (0x10,)),
    ("ArbitraryUserPointer", "%08x", (0x14,)),
    ("Self", "%08x", (0x18,)),
    ("EnvironmentPointer", "%08x", (0x1C,)),
    ("ClientId", "%08x . %08x", (0x20, 0x24)),
    ("RpcHandle", "%08x", (0x28,)),
    ("Tls Storage", "%08x", (0x2C,)),
    ("PEB Address", "%08x", (0x30,)),
    ("LastErrorValue", "%d", (0x34,)),
    ("LastStatusValue", "%x", (0xBF4,)),
    ("Count Owned Locks", "%d", (0x38,)),
    ("HardErrorMode", "%d", (0xF28,)),
)
NAME_WIDTH = 22  # of a name with its colon
SIZE = 0x1000


@command("!teb", "Show the TEB of the running thread.\nUsage: !teb [ADDRESS]")
def show_teb(argument):
    address = address_of(argument, "!teb's argument") if argument else teb()
    block = words(address, SIZE // 4)
    print(f"TEB at {address:08x}")
    for name, form, offsets in FIELDS:
        print(f"    {name + ':':<{NAME_WIDTH}}" + form % tuple(block[offset // 4] for offset in offsets))
