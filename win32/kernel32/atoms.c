/* Atoms. The table of all processes is one more table, because there is one process. */
#include "win32/kernel32/atoms.h"
#include "win32/kernel32/atom_table.h"

#include "lib/lock.h"
#include "win32/fails.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stringapiset.h>
#include <wchar.h>
#include <winnls.h>

enum { FIRST = ATOM_FIRST, NAME_MOST = ATOM_NAME_MOST, NAME_ROOM = NAME_MOST + 1, MOST = 0x4000 };

static struct atom_table own;
struct atom_table atom_global_table;
static struct lock atoms_lock; /* of all tables */

/* Whether the name is a number's. *number becomes 0 for one that no atom has. */
static bool is_number(const wchar_t *name, unsigned *number)
{
    *number = (unsigned)(ULONG_PTR)name;
    if ((ULONG_PTR)name < 0x10000) {
        *number = *number < FIRST ? *number : 0;
        return true;
    }
    if (*name != L'#' || name[1 + wcsspn(name + 1, L"0123456789")])
        return false;
    unsigned long value = wcstoul(name + 1, NULL, 10);
    *number = value < FIRST ? (unsigned)value : 0;
    return true;
}

/* Returns the index of a name, or the count. With the lock held. */
static unsigned find_index(const struct atom_table *table, const wchar_t *name)
{
    unsigned i = 0;
    while (i < table->count && (!table->atoms[i] || _wcsicmp(table->atoms[i]->name, name) != 0))
        i++;
    return i;
}

/* Returns the last error; *index becomes that of the new atom. With the lock held. */
static DWORD add_new(struct atom_table *table, const wchar_t *name, unsigned *index)
{
    size_t size = (wcslen(name) + 1) * sizeof *name;
    unsigned i = 0;
    while (i < table->count && table->atoms[i])
        i++;
    if (i == table->count) {
        struct atom **more =
            i < MOST ? realloc(table->atoms, (i + 1) * sizeof *table->atoms) : NULL;
        if (!more)
            return ERROR_NOT_ENOUGH_MEMORY;
        more[i] = NULL;
        table->atoms = more;
        table->count++;
    }
    struct atom *atom = malloc(sizeof *atom + size);
    if (!atom)
        return ERROR_NOT_ENOUGH_MEMORY;
    atom->users = 1;
    atom->is_pinned = false;
    memcpy(atom->name, name, size);
    table->atoms[ *index = i] = atom;
    return ERROR_SUCCESS;
}

ATOM atom_look_up(struct atom_table *table, const wchar_t *name, bool adds)
{
    unsigned number;
    if (is_number(name, &number)) {
        if (!number && name)
            SetLastError(ERROR_INVALID_PARAMETER);
        return (ATOM)number;
    }
    DWORD error = !*name                     ? ERROR_INVALID_NAME
                  : wcslen(name) > NAME_MOST ? ERROR_INVALID_PARAMETER
                                             : ERROR_SUCCESS;
    if (!error) {
        lock_take(&atoms_lock);
        unsigned index = find_index(table, name);
        if (index < table->count)
            table->atoms[index]->users += adds;
        else
            error = adds ? add_new(table, name, &index) : ERROR_FILE_NOT_FOUND;
        lock_release(&atoms_lock);
        number = FIRST + index;
    }
    return error ? (ATOM)fails(error) : (ATOM)number;
}

/* One character more than a name may have tells that there are too many. */
static ATOM look_up_narrow(struct atom_table *table, const char *name, bool adds)
{
    wchar_t wide[NAME_ROOM + 1];
    if ((ULONG_PTR)name < 0x10000)
        return atom_look_up(table, (const wchar_t *)name, adds);
    if (!MultiByteToWideChar(CP_ACP, 0, name, -1, wide, NAME_ROOM))
        return (ATOM)fails(ERROR_INVALID_PARAMETER);
    return atom_look_up(table, wide, adds);
}

/* The atom behind a number, NULL with the last error. With the lock held. */
static struct atom *find_atom(const struct atom_table *table, ATOM number)
{
    unsigned index = number - (unsigned)FIRST;
    struct atom *atom = index < table->count ? table->atoms[index] : NULL;
    if (!atom)
        SetLastError(ERROR_INVALID_HANDLE);
    return atom;
}

ATOM atom_delete(struct atom_table *table, ATOM number)
{
    if (number < FIRST)
        return 0;
    lock_take(&atoms_lock);
    struct atom *atom = find_atom(table, number);
    bool is_there = atom != NULL;
    if (atom && !atom->is_pinned && --atom->users == 0) {
        free(atom);
        table->atoms[number - FIRST] = NULL;
    }
    lock_release(&atoms_lock);
    return is_there ? 0 : number;
}

bool atom_tell(const struct atom_table *table, ATOM number, wchar_t name[NAME_ROOM],
               struct atom_counts *counts)
{
    if (number < FIRST) {
        char digits[] = "#49151";
        sprintf(digits, "#%u", number);
        MultiByteToWideChar(CP_ACP, 0, digits, -1, name, NAME_ROOM);
        *counts = (struct atom_counts){1, true};
        return number || fails(ERROR_INVALID_PARAMETER);
    }
    lock_take(&atoms_lock);
    const struct atom *atom = find_atom(table, number);
    if (atom) {
        wcscpy(name, atom->name);
        *counts = (struct atom_counts){atom->users, atom->is_pinned};
    }
    lock_release(&atoms_lock);
    return atom != NULL;
}

static bool name_of(const struct atom_table *table, ATOM number, wchar_t name[NAME_ROOM])
{
    struct atom_counts counts;
    return atom_tell(table, number, name, &counts);
}

bool atom_pin(struct atom_table *table, ATOM number)
{
    if (number < FIRST)
        return number || fails(ERROR_INVALID_PARAMETER);
    lock_take(&atoms_lock);
    struct atom *atom = find_atom(table, number);
    if (atom)
        atom->is_pinned = true;
    lock_release(&atoms_lock);
    return atom != NULL;
}

void atom_empty(struct atom_table *table, bool also_pinned)
{
    lock_take(&atoms_lock);
    for (unsigned i = 0; i < table->count; i++) {
        if (table->atoms[i] && (also_pinned || !table->atoms[i]->is_pinned)) {
            free(table->atoms[i]);
            table->atoms[i] = NULL;
        }
    }
    lock_release(&atoms_lock);
}

void atom_free(struct atom_table *table)
{
    free(table->atoms);
    table->atoms = NULL;
    table->count = 0;
}

unsigned atom_list(const struct atom_table *table, ATOM *atoms, unsigned room)
{
    unsigned count = 0;
    lock_take(&atoms_lock);
    for (unsigned i = 0; i < table->count; i++) {
        if (!table->atoms[i])
            continue;
        if (count < room)
            atoms[count] = (ATOM)(FIRST + i);
        count++;
    }
    lock_release(&atoms_lock);
    return count;
}

/* A cut name is no failure while a character of it fits. The global table's names fill the whole
 * buffer, and have a zero only if there is room for it. */
static UINT tell_wide(const struct atom_table *table, ATOM number, wchar_t *buffer, int size)
{
    wchar_t name[NAME_ROOM];
    if (size <= 0)
        return (UINT)fails(ERROR_MORE_DATA);
    if (!name_of(table, number, name))
        return 0;
    const size_t most = (size_t)size - (table != &atom_global_table), length = wcsnlen(name, most);
    memcpy(buffer, name, length * sizeof *name);
    if (length < (size_t)size)
        buffer[length] = 0;
    return length ? (UINT)length : (UINT)fails(ERROR_INSUFFICIENT_BUFFER);
}

/* A cut name of the global table is there, but the call fails. */
static UINT tell_narrow(const struct atom_table *table, ATOM number, char *buffer, int size)
{
    enum { BYTES_OF_UNIT = 3 };
    wchar_t name[NAME_ROOM];
    char narrow[NAME_ROOM * BYTES_OF_UNIT];
    if (size <= 0)
        return (UINT)fails(ERROR_MORE_DATA);
    if (!name_of(table, number, name))
        return 0;
    WideCharToMultiByte(CP_ACP, 0, name, -1, narrow, sizeof narrow, NULL, NULL);
    const size_t length = strnlen(narrow, (size_t)size - 1);
    memcpy(buffer, narrow, length);
    buffer[length] = 0;
    if (!narrow[length])
        return (UINT)length;
    SetLastError(ERROR_MORE_DATA);
    return table == &atom_global_table ? 0 : (UINT)length;
}

BOOL WINAPI InitAtomTable(DWORD size)
{
    (void)size;
    return TRUE;
}

/* The calls of a table. */
#define CALLS(begin, table)                                                                        \
    ATOM WINAPI begin##AddAtomA(LPCSTR name)                                                       \
    {                                                                                              \
        return look_up_narrow(&(table), name, true);                                               \
    }                                                                                              \
    ATOM WINAPI begin##AddAtomW(LPCWSTR name)                                                      \
    {                                                                                              \
        return atom_look_up(&(table), name, true);                                                 \
    }                                                                                              \
    ATOM WINAPI begin##FindAtomA(LPCSTR name)                                                      \
    {                                                                                              \
        return look_up_narrow(&(table), name, false);                                              \
    }                                                                                              \
    ATOM WINAPI begin##FindAtomW(LPCWSTR name)                                                     \
    {                                                                                              \
        return atom_look_up(&(table), name, false);                                                \
    }                                                                                              \
    ATOM WINAPI begin##DeleteAtom(ATOM atom)                                                       \
    {                                                                                              \
        return atom_delete(&(table), atom);                                                        \
    }                                                                                              \
    UINT WINAPI begin##GetAtomNameA(ATOM atom, LPSTR buffer, int size)                             \
    {                                                                                              \
        return tell_narrow(&(table), atom, buffer, size);                                          \
    }                                                                                              \
    UINT WINAPI begin##GetAtomNameW(ATOM atom, LPWSTR buffer, int size)                            \
    {                                                                                              \
        return tell_wide(&(table), atom, buffer, size);                                            \
    }

CALLS(, own)
CALLS(Global, atom_global_table)
