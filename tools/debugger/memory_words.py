"""The debugger's commands dd, dw, db, dps, da and du: memory as WinDbg shows it."""

import gdb

from debugger.command import command, symbol
from debugger.places import bytes_at, range_in, shown_to

ROW = 16
MOST_TEXT = 4096  # bytes without an end are no text


def shown(byte):
    return chr(byte) if 0x20 <= byte < 0x7F else "."


def rows(address, data, size):
    """Address and numbers of each row of 16 bytes."""
    for at in range(0, len(data) - len(data) % size, ROW):
        part = data[at : at + ROW]
        yield address + at, [int.from_bytes(part[number : number + size], "little") for number in range(0, len(part) - len(part) % size, size)]


def show_numbers(argument, name, size, count):
    address, count = range_in(argument, name, size, count)
    data = bytes_at(address, size * count)
    for at, numbers in rows(address, data, size):
        line = " ".join(f"{number:0{2 * size}x}" for number in numbers)
        if size == 1:
            line = line[: 3 * 8 - 1] + line[3 * 8 - 1 :].replace(" ", "-", 1)
            line = f"{line:<48} {''.join(map(shown, numbers))}"
        print(f"{at:08x}  {line}")
    end_of(name, address, data, size * count)


def end_of(name, address, data, wanted):
    shown_to[name] = address + len(data)
    if len(data) < wanted:
        print(f"{address + len(data):08x}  ????????")


for _name, _size, _count, _what in (("dd", 4, 0x20, "words of 32 bits"), ("dw", 2, 0x40, "words of 16 bits"), ("db", 1, 0x80, "bytes, and what they are as text")):
    command(_name, f"Show memory as {_what}.\nUsage: {_name} [ADDRESS] [L COUNT]\nCOUNT is hexadecimal.")(
        lambda argument, name=_name, size=_size, count=_count: show_numbers(argument, name, size, count))


@command("dps", "Show words of memory, each with the symbol that it points to.\nUsage: dps [ADDRESS] [L COUNT]\nCOUNT is hexadecimal.")
def show_pointers(argument):
    address, count = range_in(argument, "dps", 4, 0x10)
    data = bytes_at(address, 4 * count)
    for at in range(0, len(data) - 3, 4):
        number = int.from_bytes(data[at : at + 4], "little")
        name = symbol(number, "+0x{:x}").removesuffix("+0x0")
        print(f"{address + at:08x}  {number:08x}" + (f" {name}" if not name.startswith(("image.", f"{number:08x}")) else ""))
    end_of("dps", address, data, 4 * count)


def show_text(argument, name, size):
    address, _ = range_in(argument, name, size, 1)
    data = bytes_at(address, MOST_TEXT)
    units = [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data) - size + 1, size)]
    if 0 not in units:
        raise gdb.GdbError(f"no text ends within {len(data)} bytes from {address:08x}")
    text = "".join(chr(unit) if 0x20 <= unit < 0x7F or unit > 0xFF else "." for unit in units[: units.index(0)])
    print(f'{address:08x}  "{text}"')
    shown_to[name] = address + size * (units.index(0) + 1)


for _name, _size, _what in (("da", 1, "ASCII characters"), ("du", 2, "UTF-16 characters")):
    command(_name, f"Show a text of {_what}, up to its NUL.\nUsage: {_name} ADDRESS")(lambda argument, name=_name, size=_size: show_text(argument, name, size))
