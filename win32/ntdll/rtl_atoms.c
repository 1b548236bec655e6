#include "win32/ntdll/rtl_atoms.h"

#include "win32/kernel32/atom_table.h"
#include "win32/ntdll/nt_results.h"
#include "win32/ntdll/nt_statuses.h"

#include <errhandlingapi.h>
#include <heapapi.h>
#include <stddef.h>
#include <string.h>

NTSTATUS NTAPI RtlCreateAtomTable(ULONG size, struct atom_table **table)
{
    enum { SIGNATURE = 0x6D6F7441 }; /* "Atom" */
    (void)size;
    if (*table)
        return STATUS_SUCCESS;
    *table = HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, sizeof **table);
    if (!*table)
        return (NTSTATUS)STATUS_NO_MEMORY;
    (*table)->signature = SIGNATURE;
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI RtlDestroyAtomTable(struct atom_table *table)
{
    atom_empty(table, true);
    atom_free(table);
    HeapFree(GetProcessHeap(), 0, table);
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI RtlEmptyAtomTable(struct atom_table *table, BOOLEAN also_pinned)
{
    atom_empty(table, also_pinned);
    return STATUS_SUCCESS;
}

static NTSTATUS look_up(struct atom_table *table, PCWSTR name, bool adds, PUSHORT atom)
{
    DWORD before = GetLastError();
    if (!name)
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    USHORT found = atom_look_up(table, name, adds);
    if (found && atom)
        *atom = found;
    return nt_result(found != 0, before);
}

NTSTATUS NTAPI RtlAddAtomToAtomTable(struct atom_table *table, PCWSTR name, PUSHORT atom)
{
    return look_up(table, name, true, atom);
}

NTSTATUS NTAPI RtlLookupAtomInAtomTable(struct atom_table *table, PCWSTR name, PUSHORT atom)
{
    return look_up(table, name, false, atom);
}

NTSTATUS NTAPI RtlDeleteAtomFromAtomTable(struct atom_table *table, USHORT atom)
{
    WCHAR name[ATOM_NAME_MOST + 1];
    struct atom_counts counts = {0, false};
    DWORD before = GetLastError();
    NTSTATUS status = nt_result(atom_tell(table, atom, name, &counts), before);
    if (status != STATUS_SUCCESS || atom < ATOM_FIRST)
        return status;
    if (counts.is_pinned)
        return STATUS_WAS_LOCKED;
    return nt_result(atom_delete(table, atom) == 0, before);
}

NTSTATUS NTAPI RtlPinAtomInAtomTable(struct atom_table *table, USHORT atom)
{
    DWORD before = GetLastError();
    return nt_result(atom_pin(table, atom), before);
}

/* Copies as much of a name as there is room for, in bytes, with a zero. */
static NTSTATUS lay_name(const WCHAR *name, PWSTR place, PULONG length)
{
    ULONG whole = (ULONG)(wcslen(name) * sizeof *name), room = *length;
    *length = whole;
    if (room < sizeof *name)
        return (NTSTATUS)STATUS_BUFFER_TOO_SMALL;
    room -= (ULONG)sizeof *name;
    *length = (whole < room ? whole : room) / sizeof *name * sizeof *name;
    memcpy(place, name, *length);
    place[*length / sizeof *name] = 0;
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI RtlQueryAtomInAtomTable(struct atom_table *table, USHORT atom, PULONG users,
                                       PULONG pinned, PWSTR name, PULONG length)
{
    WCHAR text[ATOM_NAME_MOST + 1];
    struct atom_counts counts = {0, false};
    DWORD before = GetLastError();
    NTSTATUS status = nt_result(atom_tell(table, atom, text, &counts), before);
    if (status != STATUS_SUCCESS)
        return status;
    if (users)
        *users = counts.users;
    if (pinned)
        *pinned = counts.is_pinned;
    return length ? lay_name(text, name, length) : (NTSTATUS)STATUS_SUCCESS;
}

/* ---------------------------------------------------------------- the table of all processes */

static NTSTATUS look_up_counted(PCWSTR name, ULONG length, bool adds, PUSHORT atom)
{
    WCHAR text[ATOM_NAME_MOST + 1];
    if (!name || (ULONG_PTR)name < 0x10000)
        return look_up(&atom_global_table, name, adds, atom);
    if (length > sizeof text - sizeof *text)
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    memcpy(text, name, length);
    text[length / sizeof *text] = 0;
    return look_up(&atom_global_table, text, adds, atom);
}

NTSTATUS NTAPI NtAddAtom(PCWSTR name, ULONG length, PUSHORT atom)
{
    return look_up_counted(name, length, true, atom);
}

NTSTATUS NTAPI NtFindAtom(PCWSTR name, ULONG length, PUSHORT atom)
{
    return look_up_counted(name, length, false, atom);
}

NTSTATUS NTAPI NtDeleteAtom(USHORT atom)
{
    return RtlDeleteAtomFromAtomTable(&atom_global_table, atom);
}

struct atom_facts {
    USHORT users, flags, name_length;
    WCHAR name[1];
};

static NTSTATUS tell_one(USHORT atom, struct atom_facts *facts, ULONG size, PULONG length)
{
    enum { NAME = offsetof(struct atom_facts, name), PINNED = 1 };
    ULONG users, is_pinned, whole = 0;
    if (size < sizeof *facts)
        return (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH;
    ULONG room = size - NAME;
    NTSTATUS status =
        RtlQueryAtomInAtomTable(&atom_global_table, atom, &users, &is_pinned, NULL, NULL);
    if (status != STATUS_SUCCESS)
        return status;
    RtlQueryAtomInAtomTable(&atom_global_table, atom, NULL, NULL, NULL, &whole);
    if (length)
        *length = NAME + whole + (ULONG)sizeof(WCHAR);
    if (room > sizeof(WCHAR)) {
        whole = room;
        status = RtlQueryAtomInAtomTable(&atom_global_table, atom, NULL, NULL, facts->name, &whole);
    } else {
        status = (NTSTATUS)STATUS_BUFFER_TOO_SMALL;
    }
    facts->users = (USHORT)users;
    facts->flags = is_pinned ? PINNED : 0;
    facts->name_length = (USHORT)whole;
    return status;
}

static NTSTATUS tell_all(PVOID facts, ULONG size, PULONG length)
{
    struct {
        ULONG count;
        USHORT atoms[];
    } *all = facts;
    if (size < sizeof *all)
        return (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH;
    ULONG room = (size - (ULONG)sizeof *all) / (ULONG)sizeof all->atoms[0];
    all->count = atom_list(&atom_global_table, all->atoms, room);
    if (length)
        *length = (ULONG)(sizeof *all + all->count * sizeof all->atoms[0]);
    return (NTSTATUS)(all->count <= room ? STATUS_SUCCESS : STATUS_INFO_LENGTH_MISMATCH);
}

NTSTATUS NTAPI NtQueryInformationAtom(USHORT atom, ULONG which, PVOID facts, ULONG size,
                                      PULONG length)
{
    enum { ONE, ALL };
    if (which > ALL)
        return (NTSTATUS)STATUS_INVALID_INFO_CLASS;
    return which == ONE ? tell_one(atom, facts, size, length) : tell_all(facts, size, length);
}
