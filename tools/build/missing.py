"""Calls and headers that a program asks for and that are not here, with the words in place of the compiler's guess."""

from __future__ import annotations

import re
from typing import Optional

from build.windows_modules import exported
from programs import ROOT

FOR_WINDOWS = "a program for Windows has it: run --windows makes one"
# The functions of math.h that take a double.
MATHEMATICS = (r"(a?(sin|cos|tan)h?|atan2|sqrt|cbrt|pow|exp(2|m1)?|log(2|10|1p|b)?|floor|ceil|trunc|l{0,2}r(int|ound)|nearbyint|fabs|f(dim|ma|max|min|mod)|hypot|ilogb|"
               r"erfc?|[lt]gamma|copysign|next(after|toward)|remainder|remquo|frexp|ldexp|modf|scalbl?n|nan)")
# Names of calls, types and constants, and where there is something of the kind.
NAMES = (
    (r"__emutls_\w+", "MinGW's gcc makes calls for variables of threads; build the object with clang, or from its source"),
    (r"_beginthread(ex)?|_endthread(ex)?", "it comes with #include <process.h>"),
    (r"(thrd|mtx|cnd|tss)_\w+|call_once|once_flag|ONCE_FLAG_INIT", "it comes with #include <threads.h>"),
    (r"\w*ThreadpoolIo\w*|BindIoCompletionCallback", "the thread pool has work, timers and waits (threadpoolapiset.h)"),
    (r"SetTimer|timeSetEvent", "timers come from CreateWaitableTimer (synchapi.h) and CreateTimerQueueTimer (threadpoollegacyapiset.h)"),
    (r"\w*Threadpool\w*|QueueUserWorkItem|\w+TimerQueue\w*|RegisterWaitForSingleObject|UnregisterWait(Ex)?|PTP_\w+|TP_CALLBACK_ENVIRON|"
     r"\w+WhenCallbackReturns|CallbackMayRunLong", "it comes with #include <windows.h>"),
    (r"(Create|Open|Resume|Suspend|Terminate)Thread|CreateRemoteThread(Ex)?|SwitchToThread|(Set|Get)(ThreadPriority|PriorityClass)\w*|\w+(AffinityMask|IdealProcessor|ProcessorNumber)(Ex)?|"
     r"GetLogicalProcessorInformation|(Create|Open|Release)(Mutex|Semaphore|Event|WaitableTimer)(Ex)?[AW]?|OpenProcess|"
     r"(Set|Reset|Pulse)Event|(WaitFor|SignalObjectAnd)\w+|QueueUserAPC|SleepEx|CloseHandle|DuplicateHandle",
     "it comes with #include <windows.h>"),
    (r"CreateToolhelp32Snapshot|(Process|Thread|Module|Heap)32\w+|(PROCESS|THREAD|MODULE)ENTRY32|TH32CS_\w+", "it comes with #include <tlhelp32.h>"),
    (r"\w+Fiber(Ex)?|(Tls|Fls)(Alloc|Free|GetValue|SetValue)|\w+CriticalSection(AndSpinCount|Ex)?|\w+SRWLock\w*|\w+ConditionVariable\w*|"
     r"InitOnce\w+|\w+SynchronizationBarrier|QueryPerformance\w+|\w+SList\w*|(WaitOn|WakeBy)Address\w*|CRITICAL_SECTION|SRWLOCK|CONDITION_VARIABLE|INIT_ONCE|WAIT_OBJECT_0|WAIT_TIMEOUT",
     "it comes with #include <windows.h>"),
    (r"Heap(Alloc|ReAlloc|Free|Size|Create|Destroy|Validate)|(Local|Global)(Alloc|ReAlloc|Free|Lock|Unlock|Size)|LoadLibrary(Ex)?A?|FreeLibrary|GetModuleFileNameA?|"
     r"FormatMessageA?|GetCommandLineA?|[GS]etEnvironmentVariableA?|lstr(len|cpyn?|cat|cmpi?)A?|[GS]etErrorMode|GetStartupInfoA?", "it comes with #include <windows.h>"),
    (r"(Get|Set)Console(ScreenBuffer(InfoEx|Size)|WindowInfo|ActiveScreenBuffer|Selection\w+|Font\w+)|[GS]etCurrentConsoleFont(Ex)?|"
     r"(Create|Scroll)ConsoleScreenBuffer[AW]?|(Read|Write)ConsoleOutput\w+|(Read|Write|Peek)ConsoleInput[AW]?|"
     r"CONSOLE_SCREEN_BUFFER_INFOEX|CHAR_INFO|INPUT_RECORD", FOR_WINDOWS),
    (r"wv?sprintf[AW]?", "sprintf (stdio.h) and swprintf (wchar.h) do that"),
    (r"(Create|Read|Write|Find|Copy|Move|Delete|Open|Flush|Map|Unmap)\w*File\w*|GENERIC_(READ|WRITE)|(OPEN|CREATE)_(EXISTING|ALWAYS|NEW)|INVALID_HANDLE_VALUE|"
     r"(Get|Set)(StdHandle|Console\w+)|(Read|Write)Console[AW]?|FillConsoleOutput\w+|CONSOLE_(SCREEN|CURSOR)\w+|MultiByteToWideChar|WideCharToMultiByte|CP_\w+", "it comes with #include <windows.h>"),
    (r"freopen|setvbuf|setbuf|fgetpos|fsetpos|fpos_t|tmpnam|perror|_?fileno|_?fdopen", "it comes with #include <stdio.h>"),
    (r"_?(open|creat|close|read|write|lseek|setmode|isatty|access|chmod|unlink)|_(lseeki64|tell|eof|filelength|chsize|commit)", "it comes with #include <io.h>"),
    (r"_?f?stat|_?S_I\w+", "it comes with #include <sys/stat.h>"),
    (r"_?(getcwd|chdir|mkdir|rmdir)|_getd(rives?|cwd|iskfree)|_chdrive", "it comes with #include <direct.h>"),
    (r"_?(getche?|ungetch|kbhit|putch|cputs)|_cprintf", "it comes with #include <conio.h>"),
    (r"v?[fs]?scanf|_v?snprintf|fopen|fclose|fread|fseek|ftell|rewind|remove|rename|tmpfile|SEEK_\w+|BUFSIZ", "it comes with #include <stdio.h>, like fgets"),
    (r"timeGetTime", "GetTickCount64 counts milliseconds, and __rdtsc (intrin.h) the CPU's cycles"),
    (r"GetSystemTime|GetSystemTimeAsFileTime|GetLocalTime|SystemTimeToFileTime|FileTimeToSystemTime|SYSTEMTIME|FILETIME",
     "it comes with #include <windows.h>"),
    (r"(GetDynamic|Set(Dynamic)?)TimeZoneInformation|Set(System|Local)Time|(Local)?FileTimeTo(Local)?FileTime|_?tzset|_?timezone|_?daylight|_?tzname",
     "there is one time zone, UTC, and the clock cannot be set; time.h has its time"),
    (r"_?time(32|64)|(gm|local)time_r|clock_gettime|GetSystemTimes",
     "dates and times are time, gmtime and timespec_get (time.h)"),
    (r"time|clock|difftime|localtime|gmtime|mktime|asctime|ctime|strftime|time_t|clock_t|CLOCKS_PER_SEC", "it comes with #include <time.h>"),
    (MATHEMATICS + "[fl]?|M_PI|HUGE_VAL|NAN|INFINITY", "mathematics comes with #include <math.h>"),
    (r"_stricmp|_strnicmp|_strdup", "it comes with #include <string.h>"),
    (r"_aligned_(malloc|free)|_?alloca", "it comes with #include <malloc.h>"),
    (r"sigsetjmp|siglongjmp|sigjmp_buf", "setjmp and longjmp are in setjmp.h"),
    (r"signal|raise|SIG\w+", "it comes with #include <signal.h>"),
    (r"setlocale|localeconv|LC_\w+", "it comes with #include <locale.h>"),
    (r"getenv|_putenv(_s)?|system|_?[iu]?i?(64)?[lu]?toa|mb(len|towc|stowcs)|wc(tomb|stombs)", "it comes with #include <stdlib.h>"),
    (r"strerror|strcoll|strxfrm|_str(lwr|upr|rev)|_mem(icmp|ccpy)|strtok_s", "it comes with #include <string.h>"),
    (r"gettimeofday|timeval", "it comes with #include <sys/time.h>"),
    (r"u?sleep|getpid|ftruncate|STD(IN|OUT|ERR)_FILENO|[FRWX]_OK", "it comes with #include <unistd.h>"),
    (r"getopt(_long)?|opt(arg|ind|err|opt)|(no|required|optional)_argument", "it comes with #include <getopt.h>"),
    (r"strn?casecmp", "it comes with #include <strings.h>"),
    (r"_?ftime(64)?", "it comes with #include <sys/timeb.h>"),
    (r"MessageBox(Ex)?[AW]?|(Create|Show|Update)Window\w*|GetMessage[AW]?|HWND|WPARAM|LPARAM", "there are no windows; printf (stdio.h) reaches the console"),
    (r"[A-Z]\w+[a-z]W", "there is no such call for wide text, or windows.h is not included; the same call with A may serve"),
    (r"mbrto(c16|c32)|c(16|32)rtomb|char(16|32)_t", "it comes with #include <uchar.h>"),
    (r"v?[fs]?w(printf|scanf)|_v?snwprintf|f?(get|put)wc(har)?|ungetwc|fgetws|fputws|_putws|wcs\w+|wmem\w+|_wcs(n?icmp|dup)|_wtoi|mbr(towc|len)|wcrtomb|mbs(init|rtowcs)|"
     r"btowc|wctob|wchar_t|wint_t|mbstate_t|WEOF", "it comes with #include <wchar.h>"),
    (r"_w(fopen|open|remove|rename)|_p(open|close)", "it comes with #include <wchar.h> and <stdio.h>"),
    (r"_w\w+|_wcs\w+", "wide strings have the calls of wchar.h, and printf's %ls prints them"),
    (r"WCHAR|TCHAR|LPC?[WT]STR|PC?[WT]STR|TEXT", "it comes with #include <windows.h>"),
    (r"_T|_TEXT|_TCHAR|_tmain|_t[a-z]+", "it comes with #include <tchar.h>; other names have the calls for char"),
)
HEADERS = {
    "pthread.h": "threads are in threads.h and processthreadsapi.h, and user-level ones in uthread.h",
    "psapi.h": "there is one process",
    "dirent.h": "FindFirstFile (windows.h) lists files",
    "sys/mman.h": "this is no Unix; VirtualAlloc and MapViewOfFile are in windows.h",
    "sys/wait.h": "this is no Unix, and there is one process",
}
OF_UNIX = "this is no Unix; windows.h has Windows' calls, and unistd.h some of POSIX'"
UNIX = (r"(pwd|grp|termios?|syslog|netdb|dlfcn|regex|fnmatch|glob|langinfo|iconv|poll|spawn|semaphore|sched|ucontext|wordexp|ftw|curses|paths|err|fts)\.h|"
        r"(arpa|net|netinet|linux|bsd)/\w+\.h|sys/(file|ioctl|param|poll|resource|select|sem|shm|socket|statvfs|sysinfo|times|uio|un|utsname|vfs|mount|epoll|event|queue|cdefs)\.h")
REST = "all functions are in include/ and lib/include/"

_CALL = re.compile(r"(?:implicit declaration of function|implicitly declaring library function|call to undeclared(?: library)? function|undefined reference to) [`'‘](\w+)")
_HEADER = re.compile(r"fatal error: '?([\w./]+\.h)'?(?: file not found|: No such file)")
_NAME = re.compile(r"[‘'](\w+)[’'] undeclared|use of undeclared identifier '(\w+)'|unknown type name [‘'](\w+)[’']")
# The compiler's guess at a header, and the lines that show the place.
_GUESS = re.compile(r"^[^\n]*note: [‘'](\w+)[’'] is defined in header [‘']<([\w./]+)>[^\n]*\n(?:[ +\d]*\|[^\n]*\n)*", re.M)


def missing(words: str) -> Optional[str]:
    """The header or name that is missing according to the compiler's words, and what is there instead; None when nothing is."""
    header = _HEADER.search(words)
    if header:
        name = header[1].lower()
        return f"there is no {header[1]}: {HEADERS.get(name, OF_UNIX if re.fullmatch(UNIX, name) else REST)}"
    found = _NAME.search(words)
    name = found[found.lastindex or 0] if found else ""
    if name and (instead := _instead(name)):
        return f"there is no {name}: {instead}"
    call = _CALL.search(words)
    return f"there is no {call[1]}: {_instead(call[1]) or _of_windows(call[1]) or REST}" if call else None


def _instead(name: str) -> Optional[str]:
    return next((instead for names, instead in NAMES if re.fullmatch(names, name)), None)


def _of_windows(name: str) -> Optional[str]:
    """That modules of Windows export the call, which no header here has."""
    if not any(names & {name, f"{name}A"} for names in exported().values()):
        return None
    headers = (header for folder in ("include", "lib/include") for header in (ROOT / folder).rglob("*.h"))
    return None if any(re.search(rf"\b{name}\(", header.read_text()) for header in headers) else FOR_WINDOWS


def without_guesses(words: str) -> str:
    """The compiler's words without its guesses at headers that are not here or lack the name."""
    return _GUESS.sub(lambda guess: "" if _is_wrong(guess[1], guess[2]) else guess[0], words)


def _is_wrong(name: str, header: str) -> bool:
    place = ROOT / "lib" / "include" / header
    if place.is_file():
        return header != "limits.h" and not re.search(rf"\b{name}\b", place.read_text())
    return header in HEADERS
