/* Descriptors with their parts behind them, and the free end of a list of rights, by ntdll's
 * names, and by those of advapi32.
 * flags: -ladvapi32 */

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

/* A descriptor with its parts behind it, taken apart again. */
static void take_apart(void)
{
    DWORD made[32], size = sizeof made, room = 8, sizes[4] = {0, 9, 9, 9};
    SID owner = {1, 1, {{0, 0, 0, 0, 0, 1}}, {7}}, its;
    SECURITY_DESCRIPTOR from = {1, 0, SE_DACL_PRESENT, &owner, NULL, NULL, &rights.list}, to;
    BYTE list[32];
    MakeSelfRelativeSD(&from, made, &size);
#define APART(of)                                                                                  \
    MakeAbsoluteSD(of, &to, &room, (PACL)list, &sizes[0], NULL, &sizes[1], &its, &sizes[2], NULL,  \
                   &sizes[3])
    SetLastError(0);
    printf("apart: %d", APART(made));
    printf(" %lu %lu, %lu %lu %lu %lu", GetLastError(), room, sizes[0], sizes[1], sizes[2],
           sizes[3]);
    printf(", %d", APART(made));
    printf(" %X %d %d", to.Control, to.Owner == &its, (PVOID)to.Dacl == list);
    printf(" %d %d", to.Group == NULL, to.Sacl == NULL);
    printf(" %d", EqualSid(&owner, &its) && !memcmp(list, &rights, sizeof list));
    printf(", again %d", APART(&to));
    printf(" %lu\n", GetLastError());
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

/* ---------------------------------------------------------------- parts of numbers */

#define ADVAPI(result, name, ...)                                                                  \
    ((result(WINAPI *)(__VA_ARGS__))(void *)GetProcAddress(GetModuleHandleA("advapi32.dll"), #name))

static SID_IDENTIFIER_AUTHORITY nt = {{0, 0, 0, 0, 0, 5}};
static union {
    SID id;
    BYTE bytes[68];
} users, admins;

static void show_error(BOOL result)
{
    printf(" %d", result);
    if (!result)
        printf("-%lu", GetLastError());
}

static void check_numbers(void)
{
    CHAR *text;
    WCHAR *wide, name[20];
    PSID made;
    DWORD size = 20;
    show_error(InitializeSid(&users.id, &nt, 16));
    show_error(InitializeSid(&users.id, &nt, 2));
    *GetSidSubAuthority(&users.id, 0) = 32;
    *CALL(DWORD *, RtlSubAuthoritySid, PSID, ULONG)(&users.id, 1) = 545;
    printf(" %d %lu %d", *GetSidSubAuthorityCount(&users.id), GetSidLengthRequired(2),
           GetSidIdentifierAuthority(&users.id)->Value[5]);
    printf(" %d %lu %d", *CALL(BYTE *, RtlSubAuthorityCountSid, PSID)(&users.id),
           CALL(ULONG, RtlLengthRequiredSid, ULONG)(15),
           CALL(SID_IDENTIFIER_AUTHORITY *, RtlIdentifierAuthoritySid, PSID)(&users.id)->Value[5]);
    LONG(NTAPI * begin)
    (PSID, void *, BYTE) = CALL(LONG, RtlInitializeSid, PSID, void *, BYTE);
    printf(" %lX", begin(&admins.id, &nt, 16));
    LONG(NTAPI * copy)(ULONG, PSID, PSID) = CALL(LONG, RtlCopySid, ULONG, PSID, PSID);
    printf(" %lX %lX", copy(15, &admins.id, &users.id), copy(16, &admins.id, &users.id));
    (*GetSidSubAuthority(&admins.id, 1))--;
    printf(" %d %d", EqualPrefixSid(&users.id, &admins.id),
           CALL(BOOLEAN, RtlEqualPrefixSid, PSID, PSID)(&users.id, &admins.id));
    (*GetSidSubAuthority(&admins.id, 0))++;
    printf(" %d\n", EqualPrefixSid(&users.id, &admins.id));
    (*GetSidSubAuthority(&admins.id, 0))--;
    printf("texts:");
    show_error(ADVAPI(BOOL, ConvertSidToStringSidA, PSID, LPSTR *)(&users.id, &text));
    show_error(ADVAPI(BOOL, ConvertSidToStringSidW, PSID, LPWSTR *)(&users.id, &wide));
    printf(" %s %ls", text, wide);
    BOOL(WINAPI * read)(LPCSTR, PSID *) = ADVAPI(BOOL, ConvertStringSidToSidA, LPCSTR, PSID *);
    show_error(read(text, &made));
    printf(" same %d", EqualSid(made, &users.id));
    show_error(ADVAPI(BOOL, ConvertStringSidToSidW, LPCWSTR, PSID *)(L"SY", &made));
    show_error(read("S-1-5-18x", &made));
    show_error(read(NULL, &made));
    users.id.Revision = 2;
    show_error(ADVAPI(BOOL, ConvertSidToStringSidA, PSID, LPSTR *)(&users.id, &text));
    users.id.Revision = 1;
    nt.Value[1] = 1;
    InitializeSid(made, &nt, 0);
    ADVAPI(BOOL, ConvertSidToStringSidA, PSID, LPSTR *)(made, &text);
    printf(" %s", text);
    show_error(read("S-1-0x000100000005-9", &made));
    printf(" %d %d", GetSidIdentifierAuthority(made)->Value[1],
           GetSidIdentifierAuthority(made)->Value[5]);
    show_error(read("S-1-0x1000000000000-9", &made));
    show_error(read("S-1-5-1-2-3-4-5-6-7-8-9-10-11-12-13-14-15", &made));
    show_error(read("S-1-5-1-2-3-4-5-6-7-8-9-10-11-12-13-14-15-16", &made));
    printf("\n");
    SID_NAME_USE kind;
    printf("known: %d %d %d", IsWellKnownSid(&users.id, WinBuiltinUsersSid),
           IsWellKnownSid(&users.id, WinBuiltinAdministratorsSid),
           IsWellKnownSid(&users.id, WinAccountGuestSid));
    size = sizeof admins;
    show_error(CreateWellKnownSid(WinNtAuthoritySid, NULL, &admins.id, &size));
    printf(" no parts %d %d:", IsWellKnownSid(&admins.id, WinNtAuthoritySid),
           IsWellKnownSid(&admins.id, WinAccountGuestSid));
    for (int place = 72; place <= 80; place++) {
        PSID domain = place == 72 || place == 73 || place == 75 || place == 77 ? &users.id : NULL;
        size = sizeof admins;
        if (CreateWellKnownSid(place, domain, &admins.id, &size))
            printf(" %lu:%lu", size, admins.id.SubAuthority[admins.id.SubAuthorityCount - 1]);
        else
            printf(" %lu", GetLastError());
    }
    printf("\nnames:");
    show_error(LookupAccountSidA(NULL, &users.id, NULL, &size, NULL, &size, &kind));
    show_error(LookupAccountSidW(NULL, &users.id, name, &size, name, &size, &kind));
    show_error(LookupAccountNameA(NULL, "somebody", &users.id, &size, NULL, &size, &kind));
    show_error(LookupAccountNameW(NULL, L"somebody", &users.id, &size, name, &size, &kind));
    printf("\n");
}

/* ---------------------------------------------------------------- entries of lists */

static union {
    ACL list;
    BYTE bytes[64];
} made_list;

static void show_entries(void)
{
    ACL_SIZE_INFORMATION sizes = {0};
    ACE_HEADER *entry;
    GetAclInformation(&made_list.list, &sizes, sizeof sizes, AclSizeInformation);
    printf(" [%lu in %lu, %lu free:", sizes.AceCount, sizes.AclBytesInUse, sizes.AclBytesFree);
    for (DWORD i = 0; GetAce(&made_list.list, i, (void **)&entry); i++)
        printf(" %d-%d-%lX", entry->AceType, entry->AceFlags, ((DWORD *)entry)[1]);
    printf("]");
}

static void check_entries(void)
{
    ACL *list = &made_list.list;
    SID wrong = {9, 1, {{0}}, {0}}, one = {1, 1, {{0, 0, 0, 0, 0, 1}}, {0}};
    ACL_REVISION_INFORMATION revision;
    void *entry, *place;
    printf("list: %lX", CALL(LONG, RtlCreateAcl, PACL, ULONG, ULONG)(list, 7, 2));
    printf(" %lX", CALL(LONG, RtlCreateAcl, PACL, ULONG, ULONG)(list, 60, 1));
    printf(" %lX", CALL(LONG, RtlCreateAcl, PACL, ULONG, ULONG)(list, 60, 2));
    show_error(AddAccessAllowedAce(list, 2, 7, &wrong));
    show_error(AddAccessAllowedAce(list, 5, 7, &one));
    show_error(AddAccessAllowedAce(list, 2, 7, &one));
    show_error(AddAccessDeniedAce(list, 2, 8, &one));
    show_error(AddAccessDeniedAceEx(list, 4, 3, 9, &one));
    show_entries();
    show_error(AddAccessAllowedAceEx(list, 2, 0, 1, &one));
    list->AceCount--;
    show_error(AddAccessAllowedAceEx(list, 2, 0x20, 1, &one));
    show_error(AddAccessDeniedAceEx(list, 2, 0x100, 1, &one));
    list->AceCount++;
    show_error(GetAclInformation(list, &revision, sizeof revision, AclRevisionInformation));
    printf(" %lu", revision.AclRevision);
    show_error(GetAclInformation(list, &revision, 3, AclRevisionInformation));
    show_error(GetAclInformation(list, &revision, sizeof revision, 3));
    show_error(FindFirstFreeAce(list, &place));
    printf(" %d\n", (int)((BYTE *)place - made_list.bytes));
    DWORD copy[5];
    GetAce(list, 1, &entry);
    memcpy(copy, entry, sizeof copy);
    printf("changed:");
    show_error(DeleteAce(list, 1));
    show_error(DeleteAce(list, 7));
    show_entries();
    list->AclSize = 64;
    show_error(AddAce(list, 2, 0, copy, 20));
    show_error(AddAce(list, 2, MAXDWORD, copy, 19));
    show_error(AddAce(list, 2, MAXDWORD, copy, 20));
    show_entries();
    show_error(IsValidAcl(list));
    list->AclSize = 40;
    printf(" %d", IsValidAcl(list));
    ACL *last = (ACL *)((char *)VirtualAlloc(NULL, 0x1000, MEM_COMMIT, PAGE_READWRITE) + 0xFF8);
    *last = (ACL){2, 0, 40, 1, 0};
    printf(" nowhere %d %d %d", IsValidAcl((PACL)1), IsValidAcl(last), IsValidSid((PSID)1));
    show_error(AddAccessAllowedAce(list, 2, 7, &one));
    printf("\n");
    BYTE(NTAPI * valid)(PACL) = CALL(BYTE, RtlValidAcl, PACL);
    LONG(NTAPI * get)(PACL, ULONG, void **) = CALL(LONG, RtlGetAce, PACL, ULONG, void **);
    LONG(NTAPI * delete)(PACL, ULONG) = CALL(LONG, RtlDeleteAce, PACL, ULONG);
    LONG(NTAPI * ask)
    (PACL, void *, ULONG, ULONG) = CALL(LONG, RtlQueryInformationAcl, PACL, void *, ULONG, ULONG);
    LONG(NTAPI * add)
    (PACL, ULONG, ULONG, void *, ULONG) = CALL(LONG, RtlAddAce, PACL, ULONG, ULONG, void *, ULONG);
    LONG(NTAPI * allow)
    (PACL, ULONG, ULONG, PSID) = CALL(LONG, RtlAddAccessAllowedAce, PACL, ULONG, ULONG, PSID);
    LONG(NTAPI * deny)
    (PACL, ULONG, ULONG, PSID) = CALL(LONG, RtlAddAccessDeniedAce, PACL, ULONG, ULONG, PSID);
    LONG(NTAPI * allow_ex)
    (PACL, ULONG, ULONG, ULONG, PSID) =
        CALL(LONG, RtlAddAccessAllowedAceEx, PACL, ULONG, ULONG, ULONG, PSID);
    LONG(NTAPI * deny_ex)
    (PACL, ULONG, ULONG, ULONG, PSID) =
        CALL(LONG, RtlAddAccessDeniedAceEx, PACL, ULONG, ULONG, ULONG, PSID);
    InitializeAcl(list, 64, 2);
    printf("by ntdll: %lX %lX", allow(list, 2, 1, &one), deny_ex(list, 2, 1, 2, &one));
    show_entries();
    printf(" %lX %lX", deny(list, 2, 3, &wrong), allow_ex(list, 5, 0, 1, &one));
    printf(" %lX %lX", get(list, 2, &entry), delete (list, 0));
    printf(" %lX %lX", add(list, 2, 0, copy, 20), add(list, 2, 0, copy, 20));
    printf(" %lX %d\n", ask(list, copy, 4, 1), valid(list));
}

/* ---------------------------------------------------------------- parts of descriptors */

static void check_descriptor(void)
{
    SECURITY_DESCRIPTOR one;
    SID id = {1, 1, {{0, 0, 0, 0, 0, 1}}, {0}};
    SECURITY_DESCRIPTOR_CONTROL control;
    DWORD revision, made[32], size = sizeof made;
    BOOL defaulted = 9, present = 9;
    BOOLEAN narrow = 9, has = 9;
    PSID part;
    PACL list = (PACL)1;
    LONG(NTAPI * create)(void *, ULONG) = CALL(LONG, RtlCreateSecurityDescriptor, void *, ULONG);
    printf("created: %lX %lX", create(&one, 2), create(&one, 1));
    show_error(GetSecurityDescriptorDacl(&one, &present, &list, &defaulted));
    printf(" %d %d %d", present, (int)list, defaulted);
    show_error(SetSecurityDescriptorOwner(&one, &id, TRUE));
    show_error(SetSecurityDescriptorGroup(&one, &id, FALSE));
    show_error(SetSecurityDescriptorSacl(&one, TRUE, &rights.list, TRUE));
    show_error(GetSecurityDescriptorOwner(&one, &part, &defaulted));
    printf(" %d %d", part == &id, defaulted);
    show_error(GetSecurityDescriptorGroup(&one, &part, &defaulted));
    printf(" %d %d", part == &id, defaulted);
    show_error(GetSecurityDescriptorSacl(&one, &present, &list, &defaulted));
    printf(" %d %d %d", present, list == &rights.list, defaulted);
    show_error(SetSecurityDescriptorControl(&one, SE_DACL_PROTECTED, SE_DACL_PROTECTED));
    show_error(SetSecurityDescriptorControl(&one, SE_DACL_PRESENT, SE_DACL_PRESENT));
    show_error(GetSecurityDescriptorControl(&one, &control, &revision));
    printf(" %X %lu", control, revision);
    rights.list.AclSize = 32;
    show_error(IsValidSecurityDescriptor(&one));
    printf(" %lu\n", GetSecurityDescriptorLength(&one));
    show_error(MakeSelfRelativeSD(&one, made, &size));
    printf(" %lu", size);
    show_error(SetSecurityDescriptorOwner(made, NULL, FALSE));
    show_error(GetSecurityDescriptorOwner(made, &part, &defaulted));
    printf(" %d", (int)((BYTE *)part - (BYTE *)made));
    show_error(IsValidSecurityDescriptor(made));
    one.Revision = 3;
    show_error(SetSecurityDescriptorGroup(&one, NULL, FALSE));
    show_error(IsValidSecurityDescriptor(&one));
    show_error(GetSecurityDescriptorControl(&one, &control, &revision));
    printf(" %lu\n", revision);
    one.Revision = 1;
#define SET_ID(name) CALL(LONG, name, void *, PSID, BOOLEAN)(&one, &id, FALSE)
#define GET_ID(name) CALL(LONG, name, void *, PSID *, BOOLEAN *)(&one, &part, &narrow)
#define SET_LIST(name)                                                                             \
    CALL(LONG, name, void *, BOOLEAN, PACL, BOOLEAN)(&one, TRUE, &rights.list, FALSE)
#define GET_LIST(name)                                                                             \
    CALL(LONG, name, void *, BOOLEAN *, PACL *, BOOLEAN *)(&one, &has, &list, &narrow)
    printf("by ntdll: %lX %lX", SET_ID(RtlSetOwnerSecurityDescriptor),
           SET_ID(RtlSetGroupSecurityDescriptor));
    printf(" %lX %lX", SET_LIST(RtlSetDaclSecurityDescriptor),
           SET_LIST(RtlSetSaclSecurityDescriptor));
    printf(" %lX", GET_ID(RtlGetOwnerSecurityDescriptor));
    printf(" %d", narrow);
    printf(" %lX", GET_ID(RtlGetGroupSecurityDescriptor));
    printf(" %d", narrow);
    printf(" %lX", GET_LIST(RtlGetDaclSecurityDescriptor));
    printf(" %d", has);
    printf(" %lX", GET_LIST(RtlGetSaclSecurityDescriptor));
    printf(" %d", has);
    printf(" %lX", CALL(LONG, RtlGetControlSecurityDescriptor, void *, WORD *,
                        ULONG *)(&one, &control, &revision));
    printf(" %X", control);
    printf(" %lX",
           CALL(LONG, RtlSetControlSecurityDescriptor, void *, WORD, WORD)(&one, 0x2000, 0x2000));
    printf(" %d %lu\n", CALL(BOOLEAN, RtlValidSecurityDescriptor, void *)(&one),
           CALL(ULONG, RtlLengthSecurityDescriptor, void *)(&one));
}

int main(void)
{
    ntdll = GetModuleHandleA("ntdll.dll");
    rights.bytes[10] = 12; /* the entry's size */
    check_parts();
    take_apart();
    check_free_end();
    check_numbers();
    check_entries();
    check_descriptor();
    return 0;
}
