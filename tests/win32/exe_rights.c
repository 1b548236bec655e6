/* Lists of rights that a program makes, and asks; tokens of threads.
 * flags: -ladvapi32 */
#include <windows.h>

#include <accctrl.h>
#include <aclapi.h>
#include <stdio.h>

static GENERIC_MAPPING mapping = {1, 2, 4, 15};
static SID everyone = {1, 1, {SECURITY_WORLD_SID_AUTHORITY}, {0}};
static SID other = {1, 1, {SECURITY_NT_AUTHORITY}, {77}};

static EXPLICIT_ACCESSW entry_of(PSID user, DWORD rights, ACCESS_MODE mode)
{
    EXPLICIT_ACCESSW entry = {rights, mode, 0, {NULL, 0, TRUSTEE_IS_SID, TRUSTEE_IS_UNKNOWN, user}};
    return entry;
}

static void show_list(PACL list)
{
    BYTE *at = (BYTE *)(list + 1);
    printf(" %d bytes:", list->AclSize);
    for (int i = 0; i < list->AceCount; i++) {
        ACCESS_ALLOWED_ACE *ace = (ACCESS_ALLOWED_ACE *)at;
        printf(" %d %lX of %d", ace->Header.AceType, ace->Mask,
               ((SID *)&ace->SidStart)->SubAuthority[0] ? 77 : 0);
        at += ace->Header.AceSize;
    }
    printf("\n");
}

static HANDLE token;

static void ask(SECURITY_DESCRIPTOR *descriptor, DWORD desired)
{
    PRIVILEGE_SET used;
    DWORD size = sizeof used, granted = 99;
    BOOL has = 99;
    SetLastError(0);
    BOOL done = AccessCheck(descriptor, token, desired, &mapping, &used, &size, &granted, &has);
    printf(" %d-%d-%lX-%lu", done, has, granted, GetLastError());
}

static void check_tokens(void)
{
    HANDLE none;
    printf("no token %d", OpenThreadToken(GetCurrentThread(), TOKEN_QUERY, TRUE, &none));
    printf(" %lu", GetLastError());
    printf(", own user %d", ImpersonateSelf(SecurityImpersonation));
    printf(", token %d",
           OpenThreadToken(GetCurrentThread(), TOKEN_QUERY | TOKEN_IMPERSONATE, TRUE, &token));
    printf(", again none %d", RevertToSelf());
    printf(" %d", OpenThreadToken(GetCurrentThread(), TOKEN_QUERY, TRUE, &none));
    printf(" %lu", GetLastError());
    printf(", of kernel32, too %d",
           GetProcAddress(GetModuleHandleA("kernel32"), "OpenThreadToken") != NULL);
    printf(", no thread %d", OpenThreadToken((HANDLE)0x7770, TOKEN_QUERY, TRUE, &none));
    printf(" %lu\n", GetLastError());
    HANDLE thread = GetCurrentThread();
    printf("given %d", SetThreadToken(&thread, token));
    printf(", token %d", OpenThreadToken(thread, TOKEN_QUERY, TRUE, &none));
    printf(", taken %d", SetThreadToken(NULL, NULL));
    printf(", none %d", OpenThreadToken(thread, TOKEN_QUERY, TRUE, &none));
    printf(", an event %d", SetThreadToken(NULL, CreateEventA(NULL, TRUE, FALSE, NULL)));
    printf(" %lu\n", GetLastError());
}

static void check_lists(void)
{
    EXPLICIT_ACCESSW entries[2] = {entry_of(&everyone, 3, GRANT_ACCESS),
                                   entry_of(&other, 4, DENY_ACCESS)};
    PACL list, next = (PACL)1;
    printf("made %lu", SetEntriesInAclW(2, entries, NULL, &list));
    show_list(list);
    entries[0] = entry_of(&everyone, 8, SET_ACCESS);
    printf("set %lu", SetEntriesInAclA(1, (EXPLICIT_ACCESSA *)entries, list, &next));
    show_list(next);
    LocalFree(next);
    entries[0] = entry_of(&everyone, 0, REVOKE_ACCESS);
    printf("revoked %lu", SetEntriesInAclW(1, entries, list, &next));
    show_list(next);
    LocalFree(next);
    LocalFree(list);
    printf("none %lu", SetEntriesInAclW(0, NULL, NULL, &next));
    printf(" %d", next == NULL);
    WCHAR name[] = L"somebody";
    BuildExplicitAccessWithNameW(entries, name, GENERIC_ALL, DENY_ACCESS, 3);
    printf(", named %d %d", entries->Trustee.TrusteeForm, entries->Trustee.ptstrName == name);
    printf(" %lX %d %lu", entries->grfAccessPermissions, entries->grfAccessMode,
           entries->grfInheritance);
    printf(" %lu", SetEntriesInAclW(1, entries, NULL, &next));
    entries[0] = entry_of(&everyone, 1, NOT_USED_ACCESS);
    printf(", no mode %lu", SetEntriesInAclW(1, entries, NULL, &next));
    SID wrong = {9, 1, {SECURITY_NT_AUTHORITY}, {77}};
    entries[0] = entry_of(&wrong, 1, GRANT_ACCESS);
    printf(", no user %lu\n", SetEntriesInAclW(1, entries, NULL, &next));
}

static void check_rights(void)
{
    DWORD rights = GENERIC_READ | GENERIC_EXECUTE | READ_CONTROL;
    MapGenericMask(&rights, &mapping);
    printf("mapped %lX\n", rights);
    EXPLICIT_ACCESSW entries[3] = {
        entry_of(&other, 8, GRANT_ACCESS), entry_of(&everyone, 4, DENY_ACCESS),
        entry_of(&everyone, GENERIC_READ | GENERIC_EXECUTE, GRANT_ACCESS)};
    PACL list;
    SetEntriesInAclW(3, entries, NULL, &list);
    SECURITY_DESCRIPTOR descriptor;
    InitializeSecurityDescriptor(&descriptor, SECURITY_DESCRIPTOR_REVISION);
    SetSecurityDescriptorDacl(&descriptor, TRUE, list, FALSE);
    printf("no owner");
    ask(&descriptor, 1);
    descriptor.Owner = descriptor.Group = &other;
    printf(", asked");
    ask(&descriptor, 1);
    ask(&descriptor, 4);
    ask(&descriptor, 8);
    ask(&descriptor, READ_CONTROL);
    ask(&descriptor, MAXIMUM_ALLOWED);
    ask(&descriptor, GENERIC_READ);
    descriptor.Owner = &everyone;
    printf(", of the owner");
    ask(&descriptor, READ_CONTROL);
    SetSecurityDescriptorDacl(&descriptor, TRUE, NULL, FALSE);
    printf(", without a list");
    ask(&descriptor, 0x10000);
    ask(&descriptor, MAXIMUM_ALLOWED);
    PRIVILEGE_SET used;
    DWORD size = 4, granted;
    BOOL has;
    printf(", no room %d",
           AccessCheck(&descriptor, token, 1, &mapping, &used, &size, &granted, &has));
    printf(" %lu %lu\n", GetLastError(), size);
    LocalFree(list);
}

static void check_files(void)
{
    PSECURITY_DESCRIPTOR descriptor;
    WCHAR there[] = L"there", none[] = L"none";
    CloseHandle(CreateFileW(there, GENERIC_WRITE, 0, NULL, CREATE_NEW, 0, NULL));
    printf("a file's %lu", GetNamedSecurityInfoW(there, SE_FILE_OBJECT, DACL_SECURITY_INFORMATION,
                                                 NULL, NULL, NULL, NULL, &descriptor));
    printf(" %lu", SetNamedSecurityInfoW(there, SE_FILE_OBJECT, DACL_SECURITY_INFORMATION, NULL,
                                         NULL, NULL, NULL));
    printf(" %lu\n", SetNamedSecurityInfoW(none, SE_FILE_OBJECT, DACL_SECURITY_INFORMATION, NULL,
                                           NULL, NULL, NULL));
}

int main(void)
{
    check_tokens();
    check_lists();
    check_rights();
    check_files();
    return 0;
}
