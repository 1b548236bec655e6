/* Tables of atoms by ntdll's calls, and the one of all processes by system calls. Ordinary code. */
#ifndef WIN32_NTDLL_RTL_ATOMS_H
#define WIN32_NTDLL_RTL_ATOMS_H

#include <winternl.h>

struct atom_table;

/* A table that is there already stays as it is. size counts for nothing. STATUS_NO_MEMORY. */
NTSTATUS NTAPI RtlCreateAtomTable(ULONG size, struct atom_table **table);
NTSTATUS NTAPI RtlDestroyAtomTable(struct atom_table *table);
NTSTATUS NTAPI RtlEmptyAtomTable(struct atom_table *table, BOOLEAN also_pinned);

/* A name, or a number below C000h: *atom becomes its atom, which an Add counts.
 * STATUS_OBJECT_NAME_INVALID: no character. STATUS_OBJECT_NAME_NOT_FOUND, STATUS_NO_MEMORY,
 * STATUS_INVALID_PARAMETER. */
NTSTATUS NTAPI RtlAddAtomToAtomTable(struct atom_table *table, PCWSTR name, PUSHORT atom);
NTSTATUS NTAPI RtlLookupAtomInAtomTable(struct atom_table *table, PCWSTR name, PUSHORT atom);

/* STATUS_WAS_LOCKED, a success: it is pinned, and stays. STATUS_INVALID_HANDLE. */
NTSTATUS NTAPI RtlDeleteAtomFromAtomTable(struct atom_table *table, USHORT atom);
NTSTATUS NTAPI RtlPinAtomInAtomTable(struct atom_table *table, USHORT atom);

/* *length, in bytes, is the room for the name with its zero, and becomes what was copied without
 * it. Each pointer may be NULL. STATUS_BUFFER_TOO_SMALL: *length becomes the name's.
 * STATUS_INVALID_HANDLE. */
NTSTATUS NTAPI RtlQueryAtomInAtomTable(struct atom_table *table, USHORT atom, PULONG users,
                                       PULONG pinned, PWSTR name, PULONG length);

/* The table of all processes; length in bytes. */
NTSTATUS NTAPI NtAddAtom(PCWSTR name, ULONG length, PUSHORT atom);
NTSTATUS NTAPI NtFindAtom(PCWSTR name, ULONG length, PUSHORT atom);
NTSTATUS NTAPI NtDeleteAtom(USHORT atom);

/* which: 0 users, flags and name of one atom, 1 the atoms that there are.
 * STATUS_INVALID_INFO_CLASS, STATUS_INFO_LENGTH_MISMATCH, STATUS_BUFFER_TOO_SMALL,
 * STATUS_INVALID_HANDLE. */
NTSTATUS NTAPI NtQueryInformationAtom(USHORT atom, ULONG which, PVOID facts, ULONG size,
                                      PULONG length);

#endif
