/* Tables of atoms, for kernel32's calls (atoms.h) and ntdll's. Ordinary code. */
#ifndef WIN32_KERNEL32_ATOM_TABLE_H
#define WIN32_KERNEL32_ATOM_TABLE_H

#include <stdbool.h>
#include <windef.h>

enum { ATOM_FIRST = 0xC000, ATOM_NAME_MOST = 255 };

struct atom {
    unsigned users;
    bool is_pinned; /* stays without users */
    wchar_t name[];
};

struct atom_table {
    DWORD signature;     /* of a program's own table */
    struct atom **atoms; /* those from ATOM_FIRST on; NULL: free */
    unsigned count;
};

struct atom_counts {
    unsigned users;
    bool is_pinned;
};

extern struct atom_table atom_global_table;

/* Find an atom, or add it, as AddAtom and FindAtom do; take an Add back, as DeleteAtom does. A
 * pinned atom stays as it is. */
WORD atom_look_up(struct atom_table *table, const wchar_t *name, bool adds);
WORD atom_delete(struct atom_table *table, WORD number);

/* Tell an atom's name and counts, and pin it. A number's atom is always pinned. false:
 * ERROR_INVALID_HANDLE, ERROR_INVALID_PARAMETER for atom 0. */
bool atom_tell(const struct atom_table *table, WORD number, wchar_t name[ATOM_NAME_MOST + 1],
               struct atom_counts *counts);
bool atom_pin(struct atom_table *table, WORD number);

/* Deletes the atoms, used or not. */
void atom_empty(struct atom_table *table, bool also_pinned);

/* Frees what an empty table holds. */
void atom_free(struct atom_table *table);

/* Stores the atoms that there is room for. Returns how many there are. */
unsigned atom_list(const struct atom_table *table, WORD *atoms, unsigned room);

#endif
