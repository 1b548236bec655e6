#include "win32/ntdll/object_facts.h"

#include "kernel/call/calls.h"
#include "kernel/call/service.h"
#include "lib/utf16.h"
#include "win32/files/open_files.h"
#include "win32/kernel32/access_lists.h"
#include "win32/kernel32/completion_ports.h"
#include "win32/kernel32/file_facts.h"
#include "win32/ntdll/debug_objects.h"
#include "win32/ntdll/nt_results.h"
#include "win32/ntdll/object_folders.h"
#include "win32/objects/due_time.h"
#include "win32/security/token_objects.h"

#include <errhandlingapi.h>
#include <handleapi.h>
#include <stdlib.h>
#include <string.h>

/* The facts of one object of a kind. Each kind's right to be asked is bit 0. */
#define QUERY_STATE 1u

static void event_facts(const struct object_state *state, void *facts)
{
    const LONG words[] = {!state->stays, state->signal};
    memcpy(facts, words, sizeof words);
}

static void semaphore_facts(const struct object_state *state, void *facts)
{
    const LONG words[] = {state->signal, state->maximum};
    memcpy(facts, words, sizeof words);
}

static void mutant_facts(const struct object_state *state, void *facts)
{
    const struct {
        LONG count;
        BOOLEAN is_own, is_abandoned;
    } words = {state->signal, state->is_own, state->is_abandoned};
    memcpy(facts, &words, sizeof words);
}

static void timer_facts(const struct object_state *state, void *facts)
{
    struct {
        LONGLONG left;
        BOOLEAN is_signalled;
    } words = {0, state->signal > 0};
    if (state->due != WAIT_FOREVER)
        words.left = (LONGLONG)(state->due * FINE_A_TICK - fine_time());
    memset(facts, 0, sizeof words);
    memcpy(facts, &words, sizeof words);
}

static const struct kind {
    const char *type;
    const wchar_t *name; /* Windows' */
    ULONG size;
    void (*tell)(const struct object_state *state, void *facts);
} kinds[] = {
    {"event", L"Event", 8, event_facts},
    {"mutex", L"Mutant", 8, mutant_facts},
    {"semaphore", L"Semaphore", 8, semaphore_facts},
    {"timer", L"Timer", 16, timer_facts},
    {"keyed event", L"KeyedEvent", 0, NULL},
    {"thread", L"Thread", 0, NULL},
    {"process", L"Process", 0, NULL},
    {"file", L"File", 0, NULL},
};

static const struct kind *object_kind_of(const char *type)
{
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].type, type) == 0)
            return &kinds[i];
    return NULL;
}

static NTSTATUS query(const char *type, HANDLE object, ULONG which, PVOID facts, ULONG size,
                      PULONG length)
{
    const struct kind *kind = object_kind_of(type);
    struct object_state state;
    if (which)
        return (NTSTATUS)STATUS_INVALID_INFO_CLASS;
    if (size != kind->size)
        return (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH;
    uint32_t status = sys_object_query((uint32_t)object, &state);
    if (status != STATUS_SUCCESS)
        return (NTSTATUS)status;
    if (strcmp(state.type, type) != 0)
        return (NTSTATUS)STATUS_OBJECT_TYPE_MISMATCH;
    if (!(state.access & QUERY_STATE))
        return (NTSTATUS)STATUS_ACCESS_DENIED;
    kind->tell(&state, facts);
    if (length)
        *length = size;
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI NtQueryEvent(HANDLE event, ULONG which, PVOID facts, ULONG size, PULONG length)
{
    return query("event", event, which, facts, size, length);
}

NTSTATUS NTAPI NtQueryMutant(HANDLE mutant, ULONG which, PVOID facts, ULONG size, PULONG length)
{
    return query("mutex", mutant, which, facts, size, length);
}

NTSTATUS NTAPI NtQuerySemaphore(HANDLE semaphore, ULONG which, PVOID facts, ULONG size,
                                PULONG length)
{
    return query("semaphore", semaphore, which, facts, size, length);
}

NTSTATUS NTAPI NtQueryTimer(HANDLE timer, ULONG which, PVOID facts, ULONG size, PULONG length)
{
    return query("timer", timer, which, facts, size, length);
}

/* ---------------------------------------------------------------- any object */

/* Bytes of the facts with a text behind them, of which an empty one takes none. */
static ULONG with_text(ULONG facts_size, const wchar_t *text)
{
    return facts_size + (*text ? (ULONG)((wcslen(text) + 1) * sizeof *text) : 0);
}

/* Lays a text behind the facts, which begin with its UNICODE_STRING. */
static NTSTATUS lay_text(const wchar_t *text, ULONG facts_size, void *facts, ULONG size,
                         PULONG length)
{
    ULONG needed = with_text(facts_size, text);
    if (length)
        *length = needed;
    if (size < needed)
        return (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH;
    memset(facts, 0, facts_size);
    if (needed == facts_size)
        return STATUS_SUCCESS;
    wchar_t *place = (wchar_t *)((char *)facts + facts_size);
    wcscpy(place, text);
    RtlInitUnicodeString(facts, place);
    return STATUS_SUCCESS;
}

/* The rights of a handle. The kernel's right to wait is none of a token's. */
static ULONG access_of(HANDLE object, const struct object_state *state)
{
    struct token token;
    bool is_token = strcmp(state->type, "file") == 0 && token_take(object, 0, &token);
    return is_token ? token_access(object) : state->access;
}

static NTSTATUS tell_counts(HANDLE object, const struct object_state *state, void *facts,
                            ULONG size, PULONG length)
{
    const struct {
        ULONG attributes, access, handles, references, unused[10];
    } counts = {0, access_of(object, state), state->handles, state->references, {0}};
    if (length)
        *length = sizeof counts;
    if (size != sizeof counts)
        return (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH;
    memcpy(facts, &counts, sizeof counts);
    return STATUS_SUCCESS;
}

/* Takes type and name of a file that is an object in the memory of the program. */
static bool take_own(struct open_file *file, const WCHAR *type, struct named_object *named)
{
    if (!file)
        return false;
    named->type = type;
    if (file->name)
        wide_widen(file->name, named->name);
    open_file_leave(file);
    return true;
}

/* Its type and its name, from the state that the kernel tells. */
static void name_object(HANDLE object, const struct object_state *state, struct named_object *named)
{
    DWORD before = GetLastError();
    const struct kind *kind = object_kind_of(state->type);
    named->type = kind ? kind->name : L"";
    wide_widen(state->name, named->name);
    if (strcmp(state->type, "file") == 0 &&
        !take_own(open_section_use(object, 0), L"Section", named) &&
        !take_own(open_object_use(object, free), L"Job", named) &&
        !take_own(open_object_use(object, debug_object_end), L"DebugObject", named) &&
        !take_own(open_object_use(object, token_end), L"Token", named))
        take_own(open_object_use(object, port_end), L"IoCompletion", named);
    SetLastError(before);
}

bool named_object_of(HANDLE object, struct named_object *named)
{
    struct object_state state;
    if (sys_object_query((uint32_t)object, &state) != STATUS_SUCCESS)
        return false;
    name_object(object, &state, named);
    return true;
}

static struct object_node *node_of(HANDLE object)
{
    NTSTATUS status;
    struct object_node *node = object_node_use(object, NODE_FOLDER, &status);
    return node ? node : object_node_use(object, NODE_LINK, &status);
}

static NTSTATUS tell_name(HANDLE object, const struct object_state *state, void *facts, ULONG size,
                          PULONG length)
{
    enum { AS_DEVICE = 2 };
    wchar_t name[2 * MAX_PATH] = L"";
    struct object_node *node = node_of(object);
    struct named_object named;
    name_object(object, state, &named);
    if (node)
        object_node_path(node, name);
    else if (wcscmp(named.type, L"File") == 0)
        GetFinalPathNameByHandleW(object, name, MAX_PATH, AS_DEVICE);
    else if (named.name[0])
        object_name_path(named.name, name);
    if (node)
        object_node_leave(node);
    return lay_text(name, sizeof(UNICODE_STRING), facts, size, length);
}

/* Windows 7's types, in the order of their numbers: what the generic rights are of each, to read,
 * to write, to execute and all, and the rights that there are. */
static const struct type_row {
    const WCHAR *name;
    GENERIC_MAPPING mapping;
    ULONG rights;
} types[] = {
    {L"Type", {0x20000, 0x20000, 0x20000, 0xF0001}, 0x1F0001},
    {L"Directory", {0x20003, 0x2000C, 0x20003, 0xF000F}, 0xF000F},
    {L"SymbolicLink", {0x20001, 0x20000, 0x20001, 0xF0001}, 0xF0001},
    {L"Token", {0x2001A, 0x201E0, 0x20005, 0xF01FF}, 0x1F01FF},
    {L"Job", {0x20004, 0x2000B, 0x120000, 0x1F001F}, 0x1F001F},
    {L"Process", {0x20410, 0x20BEA, 0x121001, 0x1FFFFF}, 0x1FFFFF},
    {L"Thread", {0x20048, 0x20437, 0x120800, 0x1FFFFF}, 0x1FFFFF},
    {L"DebugObject", {0x20001, 0x20002, 0x120000, 0x1F000F}, 0x1F000F},
    {L"Event", {0x20001, 0x20002, 0x120000, 0x1F0003}, 0x1F0003},
    {L"Mutant", {0x20001, 0x20000, 0x120000, 0x1F0001}, 0x1F0001},
    {L"Semaphore", {0x20001, 0x20002, 0x120000, 0x1F0003}, 0x1F0003},
    {L"Timer", {0x20001, 0x20002, 0x120000, 0x1F0003}, 0x1F0003},
    {L"KeyedEvent", {0x20001, 0x20002, 0x20000, 0xF0003}, 0x1F0003},
    {L"WindowStation", {0x20303, 0x2001C, 0x20060, 0xF037F}, 0xF037F},
    {L"Desktop", {0x20041, 0x200BE, 0x20100, 0xF01FF}, 0xF01FF},
    {L"Device", {0x120089, 0x120116, 0x1200A0, 0x1F01FF}, 0x1F01FF},
    {L"IoCompletion", {0x20001, 0x20002, 0x120000, 0x1F0003}, 0x1F0003},
    {L"File", {0x120089, 0x120116, 0x1200A0, 0x1F01FF}, 0x1F01FF},
    {L"Section", {0x20005, 0x20002, 0x20008, 0xF001F}, 0x1F001F},
    {L"Key", {0x20019, 0x20006, 0x20039, 0xF003F}, 0x1F003F},
};

/* Windows' structure. Its counts, of objects and handles among others, are told as zeros. */
struct type_facts {
    UNICODE_STRING name;
    ULONG counts[13];
    GENERIC_MAPPING mapping;
    ULONG rights;
    ULONG rest[4];
};
_Static_assert(sizeof(struct type_facts) == 0x60, "where Windows has the name");

/* Completes the facts of a type, whose name has been laid. */
static void tell_rights(struct type_facts *facts, const WCHAR *name)
{
    for (const struct type_row *row = types; row < types + sizeof types / sizeof types[0]; row++)
        if (wcscmp(row->name, name) == 0) {
            facts->mapping = row->mapping;
            facts->rights = row->rights;
        }
}

static NTSTATUS tell_type(HANDLE object, const struct object_state *state, void *facts, ULONG size,
                          PULONG length)
{
    struct object_node *node = node_of(object);
    struct named_object named;
    name_object(object, state, &named);
    if (node) {
        named.type = node->kind == NODE_FOLDER ? L"Directory" : L"SymbolicLink";
        object_node_leave(node);
    }
    NTSTATUS status = lay_text(named.type, sizeof(struct type_facts), facts, size, length);
    if (status == STATUS_SUCCESS)
        tell_rights(facts, named.type);
    return status;
}

/* Tells all types: their number, then each with its name behind it, where a word begins. */
static NTSTATUS tell_types(void *facts, ULONG size, PULONG length)
{
    enum { COUNT = sizeof types / sizeof types[0] };
    ULONG needed = sizeof(ULONG);
    for (unsigned i = 0; i < COUNT; i++) {
        ULONG room = with_text(sizeof(struct type_facts), types[i].name), laid = needed;
        needed += (room + 3) & ~3u;
        if (needed > size)
            continue;
        struct type_facts *at = (struct type_facts *)(void *)((char *)facts + laid);
        lay_text(types[i].name, sizeof *at, at, room, NULL);
        tell_rights(at, types[i].name);
    }
    if (length)
        *length = needed;
    if (size >= sizeof(ULONG))
        *(ULONG *)facts = COUNT;
    return (NTSTATUS)(size < needed ? STATUS_INFO_LENGTH_MISMATCH : STATUS_SUCCESS);
}

static NTSTATUS tell_flags(void *facts, ULONG size, PULONG length)
{
    enum { FLAGS = 2 }; /* no handle is inherited, none is protected */
    if (length)
        *length = FLAGS;
    if (size != FLAGS)
        return (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH;
    memset(facts, 0, FLAGS);
    return STATUS_SUCCESS;
}

enum { COUNTS, NAME, TYPE, TYPES, FLAGS };

NTSTATUS NTAPI NtQueryObject(HANDLE object, ULONG which, PVOID facts, ULONG size, PULONG length)
{
    struct object_state state;
    if (which > FLAGS)
        return (NTSTATUS)STATUS_INVALID_INFO_CLASS;
    if (which == TYPES)
        return tell_types(facts, size, length);
    uint32_t status = sys_object_query((uint32_t)object, &state);
    if (status != STATUS_SUCCESS)
        return (NTSTATUS)status;
    DWORD before = GetLastError();
    NTSTATUS told = which == COUNTS ? tell_counts(object, &state, facts, size, length)
                    : which == NAME ? tell_name(object, &state, facts, size, length)
                    : which == TYPE ? tell_type(object, &state, facts, size, length)
                                    : tell_flags(facts, size, length);
    SetLastError(before);
    return told;
}

NTSTATUS NTAPI NtSetInformationObject(HANDLE object, ULONG which, PVOID facts, ULONG size)
{
    const BOOLEAN *flags = facts; /* inherit, protect from close */
    if (which != FLAGS)
        return (NTSTATUS)STATUS_INVALID_INFO_CLASS;
    if (size != 2)
        return (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH;
    DWORD before = GetLastError();
    return nt_result(SetHandleInformation(object,
                                          HANDLE_FLAG_INHERIT | HANDLE_FLAG_PROTECT_FROM_CLOSE,
                                          (flags[0] ? HANDLE_FLAG_INHERIT : 0u) |
                                              (flags[1] ? HANDLE_FLAG_PROTECT_FROM_CLOSE : 0u)),
                     before);
}
