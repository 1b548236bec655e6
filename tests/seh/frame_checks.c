/* The frames that the search pass asks, and the reasons against the others: the checks that are
 * always made, and those of SafeSEH and SEHOP. The switches are words of the command line, so the
 * expectations depend on them.
 *
 * run: emulator=qemu
 * run: name=safeseh args=trapline:safeseh
 * run: name=sehop args=trapline:sehop
 * run: name=both args="trapline:safeseh trapline:sehop" emulator=qemu,bochs compilers=gcc
 * run: name=nx cpu=max args=trapline:sehop
 * run: name=486 cpu=486 compilers=gcc
 * run: name=ring3 ring=3 compilers=gcc
 * run: name=both-ring3 ring=3 cpu=max args="trapline:safeseh trapline:sehop" compilers=gcc
 */
#include "kernel/arguments.h"
#include "kernel/call/service.h"
#include "kernel/call/tib.h"
#include "seh_emul/dispatch/frame_check.h"
#include "tests/harness/handler.h"
#include "tests/harness/privileged.h"
#include "tests/harness/probe.h"
#include "tests/harness/tap.h"

#include <memoryapi.h>
#include <seh.h>
#include <string.h>

static unsigned asked_inner, asked_outer;

/* The inner frame's handler, in three ways to be known to SafeSEH. */
#define INNER(name)                                                                                \
    static EXCEPTION_DISPOSITION name(EXCEPTION_RECORD *record,                                    \
                                      EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,      \
                                      EXCEPTION_REGISTRATION_RECORD **dispatcher)                  \
    {                                                                                              \
        (void)record, (void)frame, (void)context, (void)dispatcher;                                \
        asked_inner++;                                                                             \
        return ExceptionContinueSearch;                                                            \
    }

INNER(registered)
INNER(registered_by_assembly)
INNER(unregistered)
SEH_REGISTER_HANDLER(registered);
__asm__(".pushsection .safeseh, \"a\"\n.long registered_by_assembly\n.popsection");

/* The frame around it, always in order, that tells whether the walk came this far. */
static EXCEPTION_DISPOSITION HANDLER(outer)
{
    asked_outer++;
    return ExceptionContinueExecution;
}
SEH_REGISTER_HANDLER(outer);

/* mov $1, %eax; ret: a handler that searches, wherever it lies. */
#define SEARCHES 0xB8, 1, 0, 0, 0, 0xC3
static uint8_t in_data[] = {SEARCHES};
static const uint8_t in_constants[] = {SEARCHES};

enum where { TEXT, STACK, DATA, CONSTANTS, MADE, NOWHERE };

static const struct row {
    const char *what;
    PEXCEPTION_ROUTINE handler; /* with TEXT and NOWHERE */
    enum where where;
    enum frame_refusal always, safeseh, sehop; /* FRAME_NOT_CODE: only where the CPU can tell */
} rows[] = {
    {"a registered handler", registered, TEXT, 0, 0, 0},
    {"one registered by assembly", registered_by_assembly, TEXT, 0, 0, 0},
    {"an unregistered handler", unregistered, TEXT, 0, FRAME_NOT_REGISTERED, 0},
    {"the runtime's own function", (PEXCEPTION_ROUTINE)(uint32_t)strlen, NOWHERE, -1,
     FRAME_NOT_REGISTERED, -1},
    {"a handler on the stack", NULL, STACK, FRAME_NOT_CODE, FRAME_ON_STACK, FRAME_ON_STACK},
    {"a handler in data", NULL, DATA, FRAME_NOT_CODE, FRAME_NOT_CODE, FRAME_NOT_CODE},
    {"a handler in constants", NULL, CONSTANTS, FRAME_NOT_CODE, FRAME_NOT_CODE, FRAME_NOT_CODE},
    {"a handler made at run time", NULL, MADE, 0, 0, 0},
    {"NULL for a handler", NULL, NOWHERE, FRAME_NOT_CODE, FRAME_NOT_CODE, FRAME_NOT_CODE},
    {"a handler in unmapped memory", (PEXCEPTION_ROUTINE)0x00400000, NOWHERE, FRAME_NOT_CODE,
     FRAME_NOT_CODE, FRAME_NOT_CODE},
    {"a handler at FFFFFFFF", (PEXCEPTION_ROUTINE)0xFFFFFFFF, NOWHERE, FRAME_NOT_CODE,
     FRAME_NOT_CODE, FRAME_NOT_CODE},
};

static struct runtime_options options;

static void read_options(void *unused) { options = *runtime_options(); }

/* Raises under a chain of inner, outer and main's own frames. Returns why inner was refused. */
static void check_walk(const char *what, EXCEPTION_REGISTRATION_RECORD *inner,
                       EXCEPTION_REGISTRATION_RECORD *refused, enum frame_refusal expected,
                       unsigned inner_calls)
{
    EXCEPTION_RECORD record = {.ExceptionCode = 0xE0000001};
    CONTEXT context = {.ContextFlags = CONTEXT_FULL};
    NT_TIB *tib = &tib_current()->NtTib, saved = *tib;
    asked_inner = asked_outer = 0;
    tib->ExceptionList = inner;
    struct refused_frame found = frame_find_refused();
    bool continued = RtlDispatchException(&record, &context);
    *tib = saved;

    is_dec(found.why, expected, "%s: \"%s\"", what, frame_refusal_words(expected));
    if (expected)
        ok(found.frame == refused, "%s: the refused frame is known", what);
    is_dec(continued, !expected, "%s: the walk %s", what, expected ? "ends" : "goes on");
    is_dec(asked_outer, !expected, "%s: the frame around it is %sasked", what,
           expected ? "not " : "");
    is_dec(asked_inner, expected ? inner_calls : asked_inner, "%s: calls before", what);
    is_hex(record.ExceptionFlags, expected ? EXCEPTION_STACK_INVALID : 0, "%s: flags", what);
}

static void check_handler(const struct row *row)
{
    EXCEPTION_REGISTRATION_RECORD frames[2];
    uint8_t on_stack[] = {SEARCHES};
    memcpy(probe_code(), in_data, sizeof in_data);
    const void *const places[] = {
        [TEXT] = (const void *)row->handler,
        [NOWHERE] = (const void *)row->handler,
        [STACK] = on_stack,
        [DATA] = in_data,
        [CONSTANTS] = in_constants,
        [MADE] = probe_code(),
    };
    const void *place = places[row->where];
    enum frame_refusal expected = options.safeseh ? row->safeseh
                                  : options.sehop ? row->sehop
                                                  : row->always;
    if ((int)expected < 0)
        return; /* it would be called */
    if (expected == FRAME_NOT_CODE && row->where != NOWHERE && sys_paging_executable(place)) {
        expected = FRAME_ACCEPTED;
        tap_note("this CPU executes everything that it reads");
    }
    frames[1] = (EXCEPTION_REGISTRATION_RECORD){seh_head(), outer};
    frames[0] = (EXCEPTION_REGISTRATION_RECORD){&frames[1], (PEXCEPTION_ROUTINE)(uint32_t)place};
    check_walk(row->what, &frames[0], &frames[0], expected, 0);
    if (!expected && row->where == TEXT)
        is_dec(asked_inner, 1, "%s: is asked", row->what);
}

/* Chains of two frames, the inner one in order; its link leads to the row's place. */
static void check_links(void)
{
    EXCEPTION_REGISTRATION_RECORD frames[3], *final = seh_head();
    NT_TIB *tib = &tib_current()->NtTib;
    const bool sehop = options.sehop;
    const struct {
        const char *what;
        EXCEPTION_REGISTRATION_RECORD *next, *refused;
        enum frame_refusal always, with_sehop;
        unsigned asked;
    } links[] = {
        {"a link that is misaligned", (void *)((char *)&frames[2] + 2),
         (void *)((char *)&frames[2] + 2), FRAME_MISALIGNED, FRAME_MISALIGNED, 1},
        {"a link below the stack", (void *)((char *)tib->StackLimit - 8),
         (void *)((char *)tib->StackLimit - 8), FRAME_OUTSIDE,
         sehop ? FRAME_NOT_ASCENDING : FRAME_OUTSIDE, 1},
        {"a link above the stack", tib->StackBase, tib->StackBase, FRAME_OUTSIDE, FRAME_OUTSIDE, 1},
        {"a link to unmapped memory", (void *)0xF0000000, (void *)0xF0000000, FRAME_OUTSIDE,
         FRAME_OUTSIDE, 1},
        {"a link to NULL", NULL, NULL, FRAME_OUTSIDE, FRAME_NOT_ASCENDING, 1},
    };
    for (unsigned i = 0; i < sizeof links / sizeof links[0]; i++) {
        enum frame_refusal expected = sehop ? links[i].with_sehop : links[i].always;
        frames[1] = (EXCEPTION_REGISTRATION_RECORD){links[i].next, registered};
        check_walk(links[i].what, &frames[1],
                   expected == FRAME_NOT_ASCENDING ? &frames[1] : links[i].refused, expected,
                   sehop ? 0 : links[i].asked);
    }

    frames[1] = (EXCEPTION_REGISTRATION_RECORD){&frames[0], registered};
    frames[0] = (EXCEPTION_REGISTRATION_RECORD){&frames[2], registered};
    frames[2] = (EXCEPTION_REGISTRATION_RECORD){final, outer};
    check_walk("a frame below the one before it", &frames[1], &frames[1],
               sehop ? FRAME_NOT_ASCENDING : FRAME_ACCEPTED, 0);

    frames[2] = (EXCEPTION_REGISTRATION_RECORD){EXCEPTION_CHAIN_END, outer};
    check_walk("a chain without the outermost frame", &frames[2], &frames[2],
               sehop ? FRAME_NOT_FINAL : FRAME_ACCEPTED, 0);
    ok(final->Next == EXCEPTION_CHAIN_END, "main's own chain is the outermost frame alone");
}

/* next: the inner frame's. */
static void check_circle(const char *what, unsigned next)
{
    EXCEPTION_REGISTRATION_RECORD frames[2], *saved = seh_head();
    EXCEPTION_RECORD record = {.ExceptionCode = 0xE0000001};
    CONTEXT context = {.ContextFlags = CONTEXT_FULL};
    frames[0] = (EXCEPTION_REGISTRATION_RECORD){&frames[next], registered};
    frames[1] = (EXCEPTION_REGISTRATION_RECORD){&frames[0], registered};
    tib_current()->NtTib.ExceptionList = frames;
    asked_inner = 0;
    struct refused_frame found = frame_find_refused();
    bool continued = RtlDispatchException(&record, &context);
    tib_current()->NtTib.ExceptionList = saved;
    is_dec(found.why, options.sehop ? FRAME_NOT_ASCENDING : FRAME_CIRCLE, "%s is known", what);
    ok(!continued, "%s: no handler continues", what);
    is_dec(asked_inner, options.sehop ? 0 : 2 * (next + 1), "%s: the walk meets each frame twice",
           what);
}

/* A registered handler that searches, in a page of its own. */
extern uint8_t paged[];
__asm__(".pushsection .text.paged, \"ax\"\n"
        ".balign 4096\n"
        "paged: movl $1, %eax\n"
        "ret\n"
        ".balign 4096\n"
        ".popsection\n"
        ".pushsection .safeseh, \"a\"\n"
        ".long paged\n"
        ".popsection");

static void check_rights(DWORD rights, const char *what, enum frame_refusal expected)
{
    EXCEPTION_REGISTRATION_RECORD frames[2];
    DWORD old;
    ok(VirtualProtect(paged, 1, rights, &old), "the handler's page becomes %s", what);
    if (rights == PAGE_READWRITE && sys_paging_executable(paged))
        expected = FRAME_ACCEPTED;
    frames[1] = (EXCEPTION_REGISTRATION_RECORD){seh_head(), outer};
    frames[0] = (EXCEPTION_REGISTRATION_RECORD){&frames[1], (PEXCEPTION_ROUTINE)(uint32_t)paged};
    check_walk(what, &frames[0], &frames[0], expected, 0);
    frames[0].Handler = registered;
    check_walk("another page's handler", &frames[0], &frames[0], FRAME_ACCEPTED, 0);
}

/* The program's own text is all executable, until the program itself changes that. */
static void check_changed_text(void)
{
    check_rights(PAGE_NOACCESS, "one without access", FRAME_NOT_CODE);
    check_rights(PAGE_READWRITE, "data", FRAME_NOT_CODE);
    check_rights(PAGE_EXECUTE_READWRITE, "code that can be written", FRAME_ACCEPTED);
    check_rights(PAGE_EXECUTE_READ, "code again", FRAME_ACCEPTED);
}

int main(void)
{
    privileged(read_options, NULL);
    ok(frame_find_refused().why == FRAME_ACCEPTED, "nothing is refused of main's own chain");
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_handler(&rows[i]);
    check_links();
    check_circle("a circle", 1);
    check_circle("a frame that is its own next", 0);
    check_changed_text();
    return tap_done();
}
