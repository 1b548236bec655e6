#!/usr/bin/env python3
"""Remakes tests/windows/layouts.h: structures, and where a compiler for 32-bit Windows puts their members.

    tests/windows/layouts.py i686-w64-mingw32-gcc [FLAG...] > tests/windows/layouts.h

The compiler is MinGW's. Most structures are drawn by chance, from a fixed seed; the SDK's come from MinGW's own headers. The compiler
lays out one constant whose parts answer all questions, and the script reads the constant from the object.
"""

from __future__ import annotations

import random
import struct
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path
from typing import NamedTuple

DRAWN = 200
FLAT = 40  # the first ones, which contain no other
ROOM = 1024  # bytes for one structure with one field set
MARK = b"layouts begin here"
PLAIN = ["char", "signed char", "short", "int", "long", "long long", "unsigned long long", "float", "double", "void *", "wchar_t",
         "enum layout_enum", "_Bool"]
FIELDS = {"char": 8, "unsigned char": 8, "short": 16, "unsigned short": 16, "int": 32, "unsigned": 32, "long": 32, "long long": 64,
          "unsigned long long": 64}
SDK = {
    "ANSI_STRING": "Length MaximumLength Buffer",
    "CLIENT_ID": "UniqueProcess UniqueThread",
    "CONTEXT": "ContextFlags Dr7 FloatSave SegGs Edi Eip SegSs ExtendedRegisters",
    "CRITICAL_SECTION": "DebugInfo LockCount RecursionCount OwningThread LockSemaphore SpinCount",
    "EXCEPTION_RECORD": "ExceptionFlags ExceptionRecord ExceptionAddress NumberParameters ExceptionInformation",
    "FILETIME": "dwLowDateTime dwHighDateTime",
    "FLOATING_SAVE_AREA": "TagWord RegisterArea Cr0NpxState",
    "GROUP_AFFINITY": "Mask Group Reserved",
    "IMAGE_BASE_RELOCATION": "VirtualAddress SizeOfBlock",
    "IMAGE_BOUND_IMPORT_DESCRIPTOR": "TimeDateStamp OffsetModuleName NumberOfModuleForwarderRefs",
    "IMAGE_DATA_DIRECTORY": "VirtualAddress Size",
    "IMAGE_DEBUG_DIRECTORY": "Characteristics MajorVersion Type PointerToRawData",
    "IMAGE_DOS_HEADER": "e_magic e_cs e_res e_oemid e_res2 e_lfanew",
    "IMAGE_EXPORT_DIRECTORY": "TimeDateStamp Name Base NumberOfFunctions AddressOfNameOrdinals",
    "IMAGE_FILE_HEADER": "Machine NumberOfSections TimeDateStamp SizeOfOptionalHeader Characteristics",
    "IMAGE_IMPORT_BY_NAME": "Hint Name",
    "IMAGE_IMPORT_DESCRIPTOR": "OriginalFirstThunk TimeDateStamp Name FirstThunk",
    "IMAGE_NT_HEADERS": "FileHeader OptionalHeader",
    "IMAGE_NT_HEADERS64": "FileHeader OptionalHeader",
    "IMAGE_OPTIONAL_HEADER": "Magic SizeOfCode AddressOfEntryPoint ImageBase SectionAlignment SizeOfImage CheckSum Subsystem SizeOfHeapCommit DataDirectory",
    "IMAGE_OPTIONAL_HEADER64": "Magic ImageBase SectionAlignment SizeOfImage Subsystem SizeOfStackReserve LoaderFlags DataDirectory",
    "IMAGE_RESOURCE_DATA_ENTRY": "OffsetToData Size CodePage",
    "IMAGE_RESOURCE_DIRECTORY": "MajorVersion NumberOfNamedEntries NumberOfIdEntries",
    "IMAGE_SECTION_HEADER": "Misc VirtualAddress SizeOfRawData PointerToRawData NumberOfRelocations Characteristics",
    "IMAGE_THUNK_DATA": "u1",
    "IMAGE_TLS_DIRECTORY": "StartAddressOfRawData AddressOfIndex AddressOfCallBacks Characteristics",
    "IO_STATUS_BLOCK": "Status Information",
    "LARGE_INTEGER": "LowPart HighPart QuadPart",
    "LIST_ENTRY": "Flink Blink",
    "MEMORY_BASIC_INFORMATION": "BaseAddress AllocationProtect RegionSize Type",
    "NT_TIB": "ExceptionList StackBase FiberData Self",
    "OBJECT_ATTRIBUTES": "Length RootDirectory ObjectName Attributes SecurityDescriptor SecurityQualityOfService",
    "PROCESSOR_NUMBER": "Group Number",
    "SECURITY_ATTRIBUTES": "nLength lpSecurityDescriptor bInheritHandle",
    "SLIST_HEADER": "Alignment Next Depth",
    "SYSTEMTIME": "wYear wMilliseconds",
    "SYSTEM_INFO": "dwOemId dwPageSize dwActiveProcessorMask wProcessorLevel wProcessorRevision",
    "SYSTEM_LOGICAL_PROCESSOR_INFORMATION": "Relationship Reserved",
    "ULARGE_INTEGER": "LowPart HighPart QuadPart",
    "UNICODE_STRING": "Length MaximumLength Buffer",
}


class Member(NamedTuple):
    text: str
    name: str
    is_field: bool


class Layout(NamedTuple):
    type: str
    definition: str
    members: list[Member]


def wrapped(head: str, parts: list[str], tail: str, end: str = "\n") -> str:
    lines = textwrap.wrap(" ".join([head, *parts]) + " " + tail.rstrip("\n"), 130, subsequent_indent="    ", break_long_words=False)
    return end.join(lines) + "\n" * tail.count("\n")


def drawn(chance: random.Random, number: int) -> Layout:
    members: list[Member] = []
    for at in range(chance.randint(1, 7)):
        name = f"m{at}"
        kind = chance.random()
        if kind < 0.45:
            base = chance.choice(list(FIELDS))
            if chance.random() < 0.12:
                members.append(Member(f"{base} : 0;", "", False))
            else:
                members.append(Member(f"{base} {name} : {chance.randint(1, FIELDS[base])};", name, True))
        elif kind < 0.55 and number >= FLAT:
            members.append(Member(f"struct layout_{chance.randrange(FLAT)} {name};", name, False))
        elif kind < 0.65:
            members.append(Member(f"{chance.choice(PLAIN)} {name}[{chance.randint(1, 3)}];", name, False))
        else:
            members.append(Member(f"{chance.choice(PLAIN)} {name};", name, False))
    if not any(member.name for member in members):
        members.append(Member("char last;", "last", False))
    is_union = chance.random() < 0.5
    texts = [m.text for m in members]
    if is_union and not any(" : " in text for text in texts):  # MinGW and Microsoft differ in how a field aligns a union
        texts = ["union {", *texts, "};"]
    definition = wrapped(f"struct layout_{number} {{", texts, "};\n")
    if chance.random() < 0.12:
        definition = f"#pragma pack(push, {chance.choice([1, 2, 4])})\n{definition}#pragma pack(pop)\n"
    return Layout(f"struct layout_{number}", definition, members)


def answers(layouts: list[Layout], compiler: list[str]) -> list[int]:
    """The size, the alignment, and for each member its offset in bytes, or of a field its first bit."""
    named = [(layout, member) for layout in layouts for member in layout.members if member.name]
    fields = [pair for pair in named if pair[1].is_field]
    numbers = [f"sizeof({layout.type}), _Alignof({layout.type})" for layout in layouts]
    numbers += [f"__builtin_offsetof({layout.type}, {member.name})" for layout, member in named if not member.is_field]
    newline = ",\n"
    rooms = "".join(f"union {{ {layout.type} value; char room[{ROOM}]; }} f{at};\n" for at, (layout, _) in enumerate(fields))
    values = "".join(f".f{at}.value.{member.name} = -1,\n" for at, (_, member) in enumerate(fields))
    source = ("#include <windows.h>\n#include <winternl.h>\n#include <stddef.h>\nenum layout_enum { LAYOUT_FIRST };\n" +
              "".join(layout.definition for layout in layouts) +
              f"const struct {{ char mark[24]; unsigned numbers[{2 * len(layouts) + len(named) - len(fields)}];\n" +
              f"__attribute__((aligned(8))) {rooms}}} layouts = {{\n" +
              f'"{MARK.decode()}", {{\n{newline.join(numbers)}}},\n{values}}};\n')
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "layouts.c").write_text(source)
        subprocess.run([*compiler, "-w", "-c", "-o", "layouts.o", "layouts.c"], cwd=folder, check=True)
        made = (Path(folder) / "layouts.o").read_bytes()
    at = made.index(MARK) + 24
    plain = list(struct.unpack_from(f"<{2 * len(layouts) + len(named) - len(fields)}I", made, at))
    at += 4 * len(plain)
    at += -(24 + 4 * len(plain)) % 8
    bits = []
    for number in range(len(fields)):
        value = int.from_bytes(made[at + number * ROOM:at + (number + 1) * ROOM], "little")
        bits.append((value & -value).bit_length() - 1)
    sizes, offsets = plain[:2 * len(layouts)], plain[2 * len(layouts):]
    if max(sizes[::2]) > ROOM:
        sys.exit("a structure is larger than ROOM")
    result = []
    for number, layout in enumerate(layouts):
        result += sizes[2 * number:2 * number + 2]
        for member in layout.members:
            if member.name:
                result.append(bits.pop(0) if member.is_field else offsets.pop(0))
    return result


def main(*compiler: str) -> int:
    chance = random.Random(1)
    layouts = [drawn(chance, number) for number in range(DRAWN)]
    layouts += [Layout(name, "", [Member("", member, False) for member in members.split()]) for name, members in SDK.items()]
    values = iter(answers(layouts, list(compiler)))
    print("/* Structures, and where MinGW's compiler for 32-bit Windows puts their members. Made by tests/windows/layouts.py. */")
    print("#ifndef TESTS_WINDOWS_LAYOUTS_H\n#define TESTS_WINDOWS_LAYOUTS_H\n")
    print("/* clang-format off */\nenum layout_enum { LAYOUT_FIRST };\n")
    print("".join(layout.definition for layout in layouts))
    print("/* STRUCTURE(type, size, alignment, members), of which each is MEMBER(name, offset) or FIELD(name, first bit) */")
    print("#define LAYOUTS(STRUCTURE, MEMBER, FIELD) \\")
    for layout in layouts:
        head = f"    STRUCTURE({layout.type}, {next(values)}, {next(values)},"
        members = [f"{'FIELD' if member.is_field else 'MEMBER'}({member.name}, {next(values)})" for member in layout.members if member.name]
        print(wrapped(head, members, ")", " \\\n") + " \\")
    print("\n/* clang-format on */\n\n#endif")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
