#!/usr/bin/env python3
"""C++ in programs for Windows: exceptions in workers of User-Mode Scheduling, and the functions that compiled code calls by their names."""

from __future__ import annotations

import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "harness")]

from tap import finish, ok, scratch_folder, trapline  # noqa: E402

scratch = scratch_folder()

# Each worker gives way while it throws, destroys and handles; the second one also waits in between. LAST: the worker that lets one go.
WORKERS = r"""
#include <cstdio>
#include <stdexcept>
#include <string>
#include <windows.h>
// User-Mode Scheduling. Libraries for 32-bit Windows do not have it, and headers may or may not.
namespace ums {
struct Attributes { DWORD version; void *context, *list; };
struct Startup { ULONG version; void *list; void (NTAPI *procedure)(int, ULONG_PTR, void *); void *parameter; };
struct Named { const char *name; template <class Function> operator Function *() const { return reinterpret_cast<Function *>(reinterpret_cast<void *>(GetProcAddress(GetModuleHandleA("kernel32"), name))); } };
#define CALL(result, name, ...) static result (WINAPI *name)(__VA_ARGS__) = Named{#name}
CALL(BOOL, CreateUmsCompletionList, void **);
CALL(BOOL, DequeueUmsCompletionListItems, void *, DWORD, void **);
CALL(void *, GetNextUmsListItem, void *);
CALL(BOOL, CreateUmsThreadContext, void **);
CALL(BOOL, DeleteUmsThreadContext, void *);
CALL(BOOL, QueryUmsThreadInformation, void *, int, void *, ULONG, ULONG *);
CALL(BOOL, UmsThreadYield, void *);
CALL(BOOL, ExecuteUmsThread, void *);
CALL(BOOL, EnterUmsSchedulingMode, Startup *);
}

static void *list, *ready[8];
static unsigned in, out, alive, yields, blocks;
static HANDLE letter;
static std::string said;

struct Guard { int number; ~Guard() { if (std::uncaught_exceptions()) ums::UmsThreadYield(nullptr); said += '~'; said += char('0' + number); said += ' '; } };
static void deep(int number, int depth)
{
    Guard guard = {number};
    if (depth)
        return deep(number, depth - 1);
    ums::UmsThreadYield(nullptr);
    if (number == 2)
        WaitForSingleObject(letter, INFINITE);
    else
        SetEvent(letter);
    throw std::runtime_error("of " + std::to_string(number));
}

static DWORD WINAPI work(void *given)
{
    int number = static_cast<int>(reinterpret_cast<INT_PTR>(given));
    try {
        try {
            deep(number, 1);
        } catch (const std::logic_error &) {
            said += "wrong ";
        } catch (const std::exception &problem) {
            std::string before = problem.what();
            ums::UmsThreadYield(nullptr);
            if (before != problem.what())
                said += "changed ";
            throw;
        }
    } catch (const std::runtime_error &problem) {
        ums::UmsThreadYield(nullptr);
        said += std::string("[") + problem.what() + "] ";
    }
    if (number == LAST)
        throw number;
    return 0;
}

static void NTAPI schedule(int reason, ULONG_PTR payload, void *)
{
    if (reason == 2)
        yields++, ready[in++ % 8] = reinterpret_cast<void *>(payload);
    blocks += reason == 1;
    do {
        void *next;
        ums::DequeueUmsCompletionListItems(list, in == out ? INFINITE : 0, &next);
        while (void *worker = next) {
            BOOLEAN ended = FALSE;
            ums::QueryUmsThreadInformation(worker, 6, &ended, sizeof ended, nullptr);
            next = ums::GetNextUmsListItem(worker);
            if (!ended)
                ready[in++ % 8] = worker;
            else if (ums::DeleteUmsThreadContext(worker))
                alive--;
        }
    } while (alive && in == out);
    if (alive)
        ums::ExecuteUmsThread(ready[out++ % 8]);
}

int main()
{
    ums::CreateUmsCompletionList(&list);
    letter = CreateEventA(nullptr, FALSE, FALSE, nullptr);
    for (INT_PTR number = 1; number <= 2; number++) {
        char memory[128];
        auto attributes = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(memory);
        SIZE_T size = sizeof memory;
        ums::Attributes worker = {0x100, nullptr, list};
        ums::CreateUmsThreadContext(&worker.context);
        InitializeProcThreadAttributeList(attributes, 1, 0, &size);
        UpdateProcThreadAttribute(attributes, 0, 0x30006, &worker, sizeof worker, nullptr, nullptr);
        CloseHandle(CreateRemoteThreadEx(GetCurrentProcess(), nullptr, 0, work, reinterpret_cast<void *>(number), 0, attributes, nullptr));
        alive++;
    }
    ums::Startup startup = {0x100, list, schedule, nullptr};
    ums::EnterUmsSchedulingMode(&startup);
    std::printf("%s%u yields, blocks: %s\n", said.c_str(), yields, blocks > 1 ? "yes" : "no");
    return 0;
}
"""
WORKERS_SAY = "~1 ~1 ~2 ~2 [of 1] [of 2] 10 yields, blocks: yes\n"

LANGUAGE = r"""
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <typeinfo>
#include <windows.h>
extern "C" {
extern thread_local int _Init_thread_epoch;
void _Init_thread_header(int *guard), _Init_thread_footer(int *guard), _Init_thread_abort(int *guard);
void *__RTtypeid(void *object), *__RTCastToVoid(void *object);
void *__RTDynamicCast(void *object, long delta, void *source, void *target, int is_reference);
typedef void (*purecall_handler)();
purecall_handler _set_purecall_handler(purecall_handler handler);
int _purecall();
}

static std::atomic<int> tries, made, failed, seen, begun, ended, wrong;
struct Slow { int value; Slow() { made++; Sleep(20); value = 7; } };
struct Fails { int value; Fails() { Sleep(5); if (++tries < 3) throw std::runtime_error("again"); value = 8; } };
static Slow &slow() { static Slow one; return one; }
static Fails &fails() { static Fails one; return one; }
struct Local { int number; Local(int number) : number(number) { begun++; } ~Local() { ended++; } };
struct Order { int last = 0; ~Order() { wrong += last != 1; } };
thread_local Order order;
struct First { ~First() { wrong += order.last != 2; order.last = 1; } };
struct Second { ~Second() { wrong += order.last != 3; order.last = 2; } };
static DWORD WINAPI work(void *)
{
    int before = _Init_thread_epoch;
    order.last = 3;
    thread_local First first;
    thread_local Second second;
    thread_local Local local(100);
    seen += slow().value + local.number;
    wrong += before != static_cast<int>(0x80000000) || _Init_thread_epoch == before;
    try { seen += fails().value; } catch (const std::runtime_error &) { failed++; }
    return reinterpret_cast<INT_PTR>(&first) == reinterpret_cast<INT_PTR>(&second);
}

struct A { virtual ~A() {} virtual void pure() = 0; };
struct B { virtual ~B() {} };
struct C : A, B { void pure() override {} };
struct Early { Early() { call(); } virtual void pure() = 0; void call() { pure(); } };
struct Late : Early { void pure() override { std::printf("wrong "); } };
static void pure_called() { std::printf("pure\n"); std::fflush(stdout); std::exit(5); }

int main()
{
    HANDLE threads[4];
    for (HANDLE &thread : threads) thread = CreateThread(nullptr, 0, work, nullptr, 0, nullptr);
    for (HANDLE thread : threads) WaitForSingleObject(thread, INFINITE);
    std::printf("made %d, tries %d, failed %d, seen %d, locals %d %d, wrong %d\n", +made, +tries, +failed, +seen, +begun, +ended, +wrong);

    int guard = 0;
    _Init_thread_header(&guard);
    bool first = guard == -1;
    _Init_thread_abort(&guard);
    bool aborted = guard == 0;
    _Init_thread_header(&guard);
    bool again = guard == -1;
    _Init_thread_footer(&guard);
    bool is_made = guard == _Init_thread_epoch && guard < 0 && guard != -1;
    int kept = guard;
    _Init_thread_header(&guard);
    std::printf("guard %d%d%d%d%d\n", first, aborted, again, is_made, guard == kept);

    C c;
    B *b = &c;
    std::printf("%d %d %d\n", *static_cast<const std::type_info *>(__RTtypeid(b)) == typeid(C), __RTCastToVoid(b) == &c,
                __RTDynamicCast(b, 0, const_cast<std::type_info *>(&typeid(B)), const_cast<std::type_info *>(&typeid(A)), 0) == static_cast<A *>(&c));
    try { __RTtypeid(nullptr); } catch (const std::bad_typeid &problem) { std::printf("%s\n", problem.what()); }
    try { __RTDynamicCast(b, 0, const_cast<std::type_info *>(&typeid(B)), const_cast<std::type_info *>(&typeid(Late)), 1); } catch (const std::bad_cast &problem) { std::printf("%s\n", problem.what()); }
    std::printf("%d ", _set_purecall_handler(pure_called) == nullptr);
    Late late;
    _purecall();
    return 0;
}
"""
LANGUAGE_SAYS = """made 1, tries 3, failed 2, seen 444, locals 4 4, wrong 0
guard 11111
1 1 1
Attempted a typeid of nullptr pointer!
Bad dynamic_cast!
1 pure
"""


def file(name: str, text: str) -> Path:
    path = scratch / name
    path.write_text(text)
    return path


workers, language = file("workers.cpp", WORKERS), file("language.cpp", LANGUAGE)
for options in ((), ("-O2",), ("--compiler", "mingw")):
    done = trapline("run", *options, "-DLAST=0", workers)
    ok((done.returncode, done.stdout) == (0, WORKERS_SAY), f"workers of User-Mode Scheduling throw and catch, and give way meanwhile: {options}", done)
for options, told in (((), "trapline:   C++ throws int\n"), (("--compiler", "mingw"), "terminate called after throwing an instance of 'int'\n")):
    done = trapline("run", *options, "-DLAST=2", workers)
    ok(done.returncode == 3 and told in done.stdout + done.stderr, f"a worker that lets an exception go ends the program, which is told: {options}", done)
for options in ((), ("-O2", "--smp", "4")):
    done = trapline("run", *options, language)
    ok((done.returncode, done.stdout) == (5, LANGUAGE_SAYS), f"variables of functions and threads, types at run time, pure calls: {options}", done)
finish()
