"""The modules of Windows that the runtime has in a process, and the names that each of them exports: from the runtime's own lists."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple, Optional

from programs import ROOT

# Both tables are those of win32/process/system_modules.c. Each of the modules is there, with exports or without.
MODULES = ("ntdll", "kernel32", "kernelbase", "advapi32", "msvcrt", "user32", "ucrtbase", "vcruntime140", "msvcp140")

# Modules of which the runtime has only a part. A file of that name beside the program is taken instead.
YIELDS = frozenset({"msvcp140.dll", *(f"msvcr{version}.dll" for version in (80, 90, 100, 110, 120))})

# One module by several names, which has the names of another one, too.
SEVERAL = {"msvcr": ("msvcr80", "msvcr90", "msvcr100", "msvcr110", "msvcr120")}
OVER = {"msvcr": "msvcrt"}

# The beginnings of names that stand for a module (API sets).
HOSTS = {
    "api-ms-win-core-synch-l1-2-": "kernelbase.dll", "api-ms-win-core-com-": "ole32.dll", "api-ms-win-core-shlwapi-": "shlwapi.dll",
    "api-ms-win-core-": "kernel32.dll", "api-ms-win-crt-": "ucrtbase.dll",
    "api-ms-win-eventing-": "advapi32.dll", "api-ms-win-security-": "advapi32.dll",
    "api-ms-win-ntuser-": "user32.dll", "api-ms-win-rtcore-ntuser-": "user32.dll",
}


class ExportList(NamedTuple):
    """A list of exports, and the form of its rows, whatever the macro. A list of one module does not name it in each row."""

    path: str
    rows: re.Pattern[str]
    module: Optional[str] = None


SYSTEM_CALLS = "win32/system_calls.h"

LISTS = (
    ExportList("win32/exports.h", re.compile(r"^\s*[A-Z_]+\(\s*(?P<module>\w+),\s*(?P<name>\w+)\s*[,)]", re.M)),
    ExportList(SYSTEM_CALLS, re.compile(r"^[A-Z_]+\(\w+,\s+(?P<name>\w+),\s+\w+,\s+\d+\)", re.M), "ntdll"),
    ExportList(SYSTEM_CALLS, re.compile(r"^[A-Z_]+\(\w+,\s+\w+,\s+(?P<name>\w+),\s+\d+\)", re.M), "ntdll"),
    *(ExportList(path, re.compile(r'^\s*[A-Z_]+\(\s*"?(?P<name>[^\s",)]+)"?\s*[,)]', re.M), module)
      for path, module in (("win32/ntdll/ntdll_c_exports.h", "ntdll"), ("win32/msvcrt/msvcrt_exports.h", "msvcrt"), ("win32/msvcr/msvcr_exports.h", "msvcr"),
                           ("win32/ucrt/ucrt_exports.h", "ucrtbase"),
                           ("win32/ucrt/vcruntime_exports.h", "vcruntime140"), ("win32/cxx/msvcp_exports.h", "msvcp140"))),
    *(ExportList(f"win32/libraries/{name}", re.compile(r"\b(?:EXPORT|ORDINAL)(?:_AS)?\((?P<name>\w+)(?:, \w+)*?(?:, (?P<number>\d+))?\)"), module)
      for name, module in (("bcrypt.c", "bcrypt"), ("ole32.c", "ole32"), ("oleaut32.c", "oleaut32"), ("process_status.c", "psapi"), ("rpcrt4.c", "rpcrt4"), ("shell32.c", "shell32"),
                           ("shlwapi.c", "shlwapi"), ("version_resources.c", "version"), ("winmm.c", "winmm"), ("ws2_32_exports.h", "ws2_32"),
                           ("wsock32_exports.h", "wsock32"))),
)


def host_of(dll: str) -> str:
    """The module that has what this name, in small letters, stands for; mostly the name itself."""
    return next((host for begin, host in HOSTS.items() if dll.startswith(begin)), dll)


def refused() -> frozenset[str]:
    """The names of ntdll.dll that are stubs of system calls without more."""
    rows = re.findall(r"^MISSING_SYSTEM_CALL\(\w+,\s+(\w+),\s+(\w+),", (ROOT / SYSTEM_CALLS).read_text(), re.M)
    return frozenset(name for row in rows for name in row)


@lru_cache(maxsize=None)
def exported() -> dict[str, frozenset[str]]:
    """The names that each module exports, and numbers as #1; the modules are called as DLLs in small letters."""
    found: dict[str, set[str]] = {module: set() for module in MODULES}
    for part in LISTS:
        path = ROOT / part.path
        for row in part.rows.finditer(path.read_text()) if path.is_file() else ():
            names = found.setdefault(part.module or row["module"], set())
            names.add(row["name"])
            if number := row.groupdict().get("number"):
                names.add(f"#{number}")
    return {f"{name}.dll": frozenset(names | found.get(OVER.get(module, ""), set()))
            for module, names in found.items() for name in SEVERAL.get(module, (module,))}
