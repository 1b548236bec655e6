/* Errors for statuses. Each row is Windows' own answer, as numbers.
 *
 * run: emulator=qemu
 * run: name=ring3 ring=3 compilers=gcc
 */
#include <windows.h>

#include <winternl.h>

#include "tests/windows/windows_check.h"

static const struct {
    DWORD status, error;
} rows[] = {
    {0x00000000, 0},          {0x00000080, 735},        {0x000000C0, 737},
    {0x00000102, 1460},       {0x00000103, 997},        {0x00000105, 234},
    {0x40000000, 698},        {0x40000024, 721},        {0x40010006, 694},
    {0x80000001, 0x80000001}, {0x80000002, 998},        {0x80000003, 0x80000003},
    {0x80000004, 0x80000004}, {0x80000005, 234},        {0x80000006, 18},
    {0x8000000D, 299},        {0x8000001A, 259},        {0xC0000001, 31},
    {0xC0000002, 1},          {0xC0000003, 87},         {0xC0000004, 24},
    {0xC0000005, 998},        {0xC0000006, 999},        {0xC0000007, 1454},
    {0xC0000008, 6},          {0xC000000B, 87},         {0xC000000D, 87},
    {0xC000000E, 2},          {0xC000000F, 2},          {0xC0000010, 1},
    {0xC0000011, 38},         {0xC0000013, 21},         {0xC0000017, 8},
    {0xC0000018, 487},        {0xC000001A, 87},         {0xC000001C, 1},
    {0xC000001D, 1},          {0xC0000022, 5},          {0xC0000023, 122},
    {0xC0000024, 6},          {0xC0000025, 0xC0000025}, {0xC0000026, 0xC0000026},
    {0xC000002A, 158},        {0xC000002D, 487},        {0xC0000030, 87},
    {0xC0000032, 1393},       {0xC0000033, 123},        {0xC0000034, 2},
    {0xC0000035, 183},        {0xC0000036, 317},        {0xC0000039, 161},
    {0xC000003A, 3},          {0xC000003B, 161},        {0xC0000040, 8},
    {0xC0000043, 32},         {0xC0000044, 1816},       {0xC0000045, 87},
    {0xC0000046, 288},        {0xC0000047, 298},        {0xC0000049, 87},
    {0xC000004A, 156},        {0xC000004B, 5},          {0xC000004E, 87},
    {0xC0000054, 33},         {0xC0000056, 5},          {0xC000005F, 1312},
    {0xC0000061, 1314},       {0xC000006D, 1326},       {0xC000007A, 127},
    {0xC000007B, 193},        {0xC000007E, 158},        {0xC000007F, 112},
    {0xC0000089, 1812},       {0xC000008A, 1813},       {0xC000008B, 1814},
    {0xC000008C, 0xC000008C}, {0xC0000094, 0xC0000094}, {0xC0000095, 534},
    {0xC0000096, 0xC0000096}, {0xC0000098, 1006},       {0xC000009A, 1450},
    {0xC000009F, 487},        {0xC00000A0, 487},        {0xC00000A1, 1453},
    {0xC00000A2, 19},         {0xC00000AC, 231},        {0xC00000AD, 230},
    {0xC00000B0, 233},        {0xC00000B1, 232},        {0xC00000B2, 535},
    {0xC00000B3, 536},        {0xC00000B5, 121},        {0xC00000BA, 5},
    {0xC00000BB, 50},         {0xC00000D4, 17},         {0xC00000E5, 1359},
    {0xC00000EF, 87},         {0xC00000F4, 87},         {0xC00000FA, 87},
    {0xC00000FB, 3},          {0xC00000FD, 1001},       {0xC0000101, 145},
    {0xC0000102, 1392},       {0xC0000103, 267},        {0xC0000106, 206},
    {0xC000010A, 5},          {0xC0000120, 995},        {0xC0000121, 5},
    {0xC0000123, 5},          {0xC0000128, 6},          {0xC000012D, 1455},
    {0xC0000135, 126},        {0xC0000138, 182},        {0xC0000139, 127},
    {0xC000013A, 572},        {0xC0000142, 1114},       {0xC000014B, 109},
    {0xC0000194, 1131},       {0xC0000225, 1168},       {0xC0000235, 6},
    {0xC0000264, 288},        {0xC0000380, 0x8010006B}, {0xC0000409, 1282},
    {0xC000071C, 87},         {0xC0020017, 1722},       {0xC0150004, 14003},
    {0xC0099999, 317},        {0xE0000001, 0xE0000001}, /* a customer's */
    {0x80070057, 87},                                   /* an HRESULT */
    {0xC00704D6, 1238},                                 /* an error in a status */
    {0xC0010002, 2},                                    /* a debugger's */
    {0xD0000008, 6},                                    /* another layer's */
};

/* Names that have no call of their own to show their values. */
static const struct {
    const char *name;
    DWORD value, windows;
} names[] = {
#define NAME(name, windows)                                                                        \
    {                                                                                              \
#name, (DWORD)(name), windows                                                              \
    }
    NAME(STATUS_WAIT_63, 63),
    NAME(STATUS_ABANDONED_WAIT_63, 0xBF),
    NAME(STATUS_USER_APC, 0xC0),
    NAME(STATUS_ALERTED, 0x101),
    NAME(STATUS_OBJECT_NAME_EXISTS, 0x40000000),
    NAME(WAIT_OBJECT_0, 0),
    NAME(WAIT_ABANDONED_0, 0x80),
    NAME(WAIT_IO_COMPLETION, 0xC0),
    NAME(WAIT_TIMEOUT, 258),
    NAME(WAIT_FAILED, 0xFFFFFFFF),
    NAME(STILL_ACTIVE, 259),
    NAME(MAXIMUM_WAIT_OBJECTS, 64),
    NAME(MAXIMUM_SUSPEND_COUNT, 127),
    NAME(SYNCHRONIZE, 0x100000),
    NAME(EVENT_ALL_ACCESS, 0x1F0003),
    NAME(MUTANT_ALL_ACCESS, 0x1F0001),
    NAME(SEMAPHORE_ALL_ACCESS, 0x1F0003),
    NAME(TIMER_ALL_ACCESS, 0x1F0003),
    NAME(THREAD_ALL_ACCESS, 0x1FFFFF),
    NAME(DUPLICATE_SAME_ACCESS, 2),
    NAME(sizeof(CRITICAL_SECTION), 24),
    NAME(sizeof(SLIST_HEADER), 8),
    NAME(sizeof(SECURITY_ATTRIBUTES), 12),
    NAME(FIELD_OFFSET(SLIST_HEADER, Depth), 4),
    NAME(FIELD_OFFSET(TEB, CountOfOwnedCriticalSections), 0x38),
    NAME(FIELD_OFFSET(TEB, TlsSlots), 0xE10),
    NAME(FIELD_OFFSET(TEB, TlsExpansionSlots), 0xF94),
    NAME(FIELD_OFFSET(TEB, FlsData), 0xFB4),
};

static void check_row(DWORD status, DWORD error)
{
    char claim[80];
    sprintf(claim, "%08lX becomes %lu", status, error);
    check(RtlNtStatusToDosErrorNoTeb((NTSTATUS)status) == error &&
              RtlNtStatusToDosError((NTSTATUS)status) == error,
          claim);
}

int main(void)
{
    SetLastError(4711);
    for (unsigned i = 0; i < ARRAYSIZE(rows); i++)
        check_row(rows[i].status, rows[i].error);
    for (unsigned i = 0; i < ARRAYSIZE(names); i++)
        check(names[i].value == names[i].windows, names[i].name);
    check(GetLastError() == 4711, "neither call changes the last error");
    RtlNtStatusToDosError((NTSTATUS)0xC0000047);
    RtlNtStatusToDosErrorNoTeb((NTSTATUS)0xC0000046);
    check(*(DWORD *)((char *)NtCurrentTeb() + 0xBF4) == 0xC0000047,
          "only the first one notes its status, at BF4h of the TEB");
    return done();
}
