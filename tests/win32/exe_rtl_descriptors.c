/* Descriptors with their parts behind them, and the free end of a list of rights, by ntdll's
 * names. */

#include <stdio.h>
#include <string.h>
#include <windows.h>

static HMODULE ntdll;
#define CALL(result, name, ...) ((result(NTAPI *)(__VA_ARGS__))(void *)GetProcAddress(ntdll, #name))

static union {
    ACL list;
    BYTE bytes[32];
} rights = {.list = {2, 0, 32, 1, 0}}; /* with room behind its one entry */

static void check_parts(void)
{
    DWORD made[32], size = 20;
    SID owner = {1, 1, {{0, 0, 0, 0, 0, 1}}, {0}};
    SECURITY_DESCRIPTOR from = {1, 0, SE_DACL_PRESENT, &owner, NULL, NULL, &rights.list};
    LONG(NTAPI * gather)
    (void *, void *, ULONG *) = CALL(LONG, RtlAbsoluteToSelfRelativeSD, void *, void *, ULONG *);
    printf("descriptor: %lX", gather(&from, made, &size));
    printf(" %lu", size);
    printf(" %d", MakeSelfRelativeSD(&from, made, &size));
    printf(" %lX %lu %lu %lu", made[0], made[1], made[2], made[4]);
    printf(" %lX", gather(made, made + 16, &size));
    printf(" %lX",
           CALL(LONG, RtlMakeSelfRelativeSD, void *, void *, ULONG *)(made, made + 16, &size));
    printf(" %d\n", memcmp(made, made + 16, size));
}

static void check_free_end(void)
{
    void *place = NULL;
    BOOLEAN(NTAPI * first)(void *, void **) = CALL(BOOLEAN, RtlFirstFreeAce, void *, void **);
    printf("free: %d", first(&rights, &place));
    printf(" %d", (int)((BYTE *)place - rights.bytes));
    rights.list.AclSize = 8;
    printf(", %d", first(&rights, &place));
    printf(" %d\n", place == NULL);
}

int main(void)
{
    ntdll = GetModuleHandleA("ntdll.dll");
    rights.bytes[10] = 12; /* the entry's size */
    check_parts();
    check_free_end();
    return 0;
}
