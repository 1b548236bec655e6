#include "win32/kernel32/processor_lists.h"

#include "win32/fails.h"

#include <errhandlingapi.h>
#include <string.h>
#include <sysinfoapi.h>
#include <winerror.h>

struct row {
    ULONG kind, size; /* bytes of this row */
    union {
        struct {
            BYTE flags, class, unused[20];
            WORD groups;
            GROUP_AFFINITY cpus;
        } core;
        struct {
            DWORD number;
            BYTE unused[20];
            GROUP_AFFINITY cpus;
        } node;
        struct {
            WORD most, active;
            BYTE unused[20];
            BYTE most_cpus, cpus, unused_too[38];
            KAFFINITY mask;
        } group;
    };
};

static ULONG row_size(ULONG part)
{
    return 2 * (ULONG)sizeof(ULONG) + part;
}
_Static_assert(sizeof(struct row) == 76, "as on Windows");

struct rows {
    ULONG kind; /* the one that is asked for */
    char *place;
    ULONG room, used;
};

static void put_row(struct rows *rows, const struct row *row)
{
    if (rows->kind != RelationAll && rows->kind != row->kind)
        return;
    if (rows->used + row->size <= rows->room)
        memcpy(rows->place + rows->used, row, row->size);
    rows->used += row->size;
}

BOOL WINAPI GetLogicalProcessorInformationEx(LOGICAL_PROCESSOR_RELATIONSHIP kind, void *place,
                                             PDWORD length)
{
    if (!length)
        return fails(ERROR_INVALID_PARAMETER);
    struct rows rows = {.kind = kind, .place = place, .room = *length};
    SYSTEM_INFO system;
    struct row row;
    GetSystemInfo(&system);
    for (DWORD i = 0; i < system.dwNumberOfProcessors; i++) {
        row = (struct row){.kind = RelationProcessorCore, .size = row_size(sizeof row.core)};
        row.core.groups = 1;
        row.core.cpus.Mask = 1u << i;
        put_row(&rows, &row);
    }
    row = (struct row){.kind = RelationNumaNode, .size = row_size(sizeof row.node)};
    row.node.cpus.Mask = system.dwActiveProcessorMask;
    put_row(&rows, &row);
    row = (struct row){.kind = RelationGroup, .size = row_size(sizeof row.group)};
    row.group.most = row.group.active = 1;
    row.group.most_cpus = row.group.cpus = (BYTE)system.dwNumberOfProcessors;
    row.group.mask = system.dwActiveProcessorMask;
    put_row(&rows, &row);
    *length = rows.used;
    if (!rows.used)
        return fails(ERROR_GEN_FAILURE);
    return rows.used <= rows.room || fails(ERROR_INSUFFICIENT_BUFFER);
}
