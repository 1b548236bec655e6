/* Tokens as objects: rights, copies, kinds and levels, and what they tell; those of threads.
 * flags: -ladvapi32 -lntdll */
#include <windows.h>

#include <sddl.h>
#include <stdio.h>
#include <winternl.h>

#define SHOW(call) (SetLastError(0), printf(" %d", call), printf("-%lu", GetLastError()))

static HANDLE own;

static void show_counts(HANDLE handle)
{
    ULONG words[14];
    NtQueryObject(handle, ObjectBasicInformation, words, sizeof words, NULL);
    printf(" %lX", words[1]);
}

static void check_copies(void)
{
    HANDLE copy, second;
    struct {
        UNICODE_STRING name;
        WCHAR rest[100];
    } type;
    OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY | TOKEN_DUPLICATE, &own);
    NtQueryObject(own, ObjectTypeInformation, &type, sizeof type, NULL);
    printf("a %ls with", type.name.Buffer);
    show_counts(own);
    DuplicateToken(own, SecurityAnonymous, &copy);
    printf(", copied");
    show_counts(copy);
    printf(", again without the right");
    SHOW(DuplicateToken(copy, SecurityAnonymous, &second));
    CloseHandle(copy);
    static const DWORD rights[] = {0, MAXIMUM_ALLOWED, TOKEN_QUERY_SOURCE, GENERIC_READ};
    printf(", asked for");
    for (int i = 0; i < 4; i++) {
        DuplicateTokenEx(own, rights[i], NULL, SecurityAnonymous, TokenPrimary, &copy);
        show_counts(copy);
        CloseHandle(copy);
    }
    DuplicateTokenEx(own, MAXIMUM_ALLOWED, NULL, SecurityIdentification, TokenImpersonation, &copy);
    printf("\nno higher level");
    SHOW(DuplicateToken(copy, SecurityImpersonation, &second));
    SHOW(DuplicateTokenEx(copy, 0, NULL, SecurityIdentification, TokenPrimary, &second));
    SHOW(DuplicateToken(copy, SecurityIdentification, &second));
    HANDLE event = CreateEventA(NULL, TRUE, FALSE, NULL);
    SHOW(DuplicateToken(event, SecurityAnonymous, &second));
    SHOW(DuplicateToken(GetCurrentProcess(), SecurityAnonymous, &second));
    printf("\n");
}

static BYTE answer[512];

static BOOL tell(HANDLE token, int which)
{
    DWORD needed = 0, filled;
    SetLastError(0);
    BOOL done = GetTokenInformation(token, which, NULL, 0, &needed);
    if (GetLastError() != ERROR_INSUFFICIENT_BUFFER)
        return done;
    done = GetTokenInformation(token, which, answer, needed, &filled);
    printf(" %lu", filled == needed ? needed : 0);
    return done;
}

static void show_number(PSID id)
{
    char *text;
    ConvertSidToStringSidA(id, &text);
    printf(" %s", text);
    LocalFree(text);
}

static void check_facts(void)
{
    HANDLE level;
    DuplicateToken(own, SecurityImpersonation, &level);
    printf("kind");
    tell(own, TokenType);
    printf(" of %lu", *(DWORD *)answer);
    tell(level, TokenType);
    printf(" of %lu, level", *(DWORD *)answer);
    tell(level, TokenImpersonationLevel);
    printf(" of %lu", *(DWORD *)answer);
    SHOW(tell(own, TokenImpersonationLevel));
    printf("\nowner");
    tell(own, TokenOwner);
    show_number(*(PSID *)answer);
    printf(", group");
    tell(own, TokenPrimaryGroup);
    show_number(*(PSID *)answer);
    printf(", trust");
    tell(own, TokenIntegrityLevel);
    show_number(*(PSID *)answer);
    printf(" %lX, logon", ((SID_AND_ATTRIBUTES *)answer)->Attributes);
    tell(own, 28);
    show_number(((TOKEN_GROUPS *)answer)->Groups[0].Sid);
    printf("\ngroups");
    tell(own, TokenGroups);
    TOKEN_GROUPS *groups = (TOKEN_GROUPS *)answer;
    for (DWORD i = 0; i < groups->GroupCount; i++) {
        printf("%s", i % 4 ? "," : "\n ");
        show_number(groups->Groups[i].Sid);
        printf(" %lX", groups->Groups[i].Attributes);
    }
    printf("\ndefault list");
    tell(own, TokenDefaultDacl);
    PACL list = *(PACL *)answer;
    printf(" valid %d of %d bytes:", IsValidAcl(list), list->AclSize);
    for (DWORD i = 0; i < list->AceCount; i++) {
        ACCESS_ALLOWED_ACE *entry;
        GetAce(list, i, (void **)&entry);
        printf(" %lX", entry->Mask);
        show_number(&entry->SidStart);
    }
    printf("\nsource");
    SHOW(tell(own, TokenSource));
    printf(", linked");
    SHOW(tell(own, TokenLinkedToken));
    TOKEN_STATISTICS *facts = (TOKEN_STATISTICS *)answer;
    tell(level, TokenStatistics);
    printf(", statistics %d %d %lu", facts->TokenType, facts->ImpersonationLevel,
           facts->GroupCount);
    DWORD number = facts->TokenId.LowPart;
    tell(own, TokenStatistics);
    printf(" of another %d\n", facts->TokenId.LowPart != number);
    CloseHandle(level);
}

static void check_members(void)
{
    static SID everyone = {1, 1, {SECURITY_WORLD_SID_AUTHORITY}, {0}};
    static SID medium = {1, 1, {SECURITY_MANDATORY_LABEL_AUTHORITY}, {0x2000}};
    BOOL is_member = 7;
    HANDLE copy;
    printf("member");
    SHOW(CheckTokenMembership(NULL, &everyone, &is_member));
    printf(" %d, by a process", is_member);
    SHOW(CheckTokenMembership(own, &everyone, &is_member));
    printf(" %d, unknown", is_member);
    DuplicateToken(own, SecurityAnonymous, &copy);
    SHOW(CheckTokenMembership(copy, &everyone, &is_member));
    CloseHandle(copy);
    DuplicateToken(own, SecurityIdentification, &copy);
    printf(", a level");
    SHOW(CheckTokenMembership(copy, &medium, &is_member));
    printf(" %d, privileges", is_member);
    PRIVILEGE_SET wish = {1, PRIVILEGE_SET_ALL_NECESSARY, {{{20, 0}, 0}}};
    SHOW(PrivilegeCheck(copy, &wish, &is_member));
    printf(" %d", is_member);
    wish.PrivilegeCount = 0;
    SHOW(PrivilegeCheck(copy, &wish, &is_member));
    printf(" %d", is_member);
    wish.Control = 0;
    SHOW(PrivilegeCheck(copy, &wish, &is_member));
    printf(" %d\n", is_member);
}

static void check_threads(void)
{
    HANDLE thread = GetCurrentThread(), token, copy;
    printf("anonymous %d", ImpersonateSelf(SecurityAnonymous));
    SHOW(OpenThreadToken(thread, TOKEN_QUERY, TRUE, &token));
    printf(", a process' %d", ImpersonateLoggedOnUser(own));
    OpenThreadToken(thread, TOKEN_QUERY, TRUE, &token);
    tell(token, TokenImpersonationLevel);
    printf(" of %lu", *(DWORD *)answer);
    RevertToSelf();
    DuplicateToken(own, SecurityIdentification, &copy);
    printf(", a thread's %d", ImpersonateLoggedOnUser(copy));
    OpenThreadToken(thread, TOKEN_QUERY, TRUE, &token);
    tell(token, TokenImpersonationLevel);
    printf(" of %lu, without rights", *(DWORD *)answer);
    SHOW(SetThreadToken(NULL, token));
    printf(", a process' is set");
    OpenProcessToken(GetCurrentProcess(), TOKEN_ALL_ACCESS, &token);
    SHOW(SetThreadToken(NULL, token));
    printf(", taken");
    SHOW(SetThreadToken(NULL, NULL));
    SHOW(OpenThreadToken(thread, TOKEN_QUERY, TRUE, &token));
    HANDLE ended = CreateThread(NULL, 0, (LPTHREAD_START_ROUTINE)GetVersion, NULL, 0, NULL);
    WaitForSingleObject(ended, INFINITE);
    printf("\nof a thread that has ended");
    SHOW(SetThreadToken(&ended, copy));
    SHOW(OpenThreadToken(ended, TOKEN_QUERY, TRUE, &token));
    printf(", of kernel32, too %d\n",
           GetProcAddress(GetModuleHandleA("kernel32"), "SetThreadToken") != NULL);
}

int main(void)
{
    check_copies();
    check_facts();
    check_members();
    check_threads();
    return 0;
}
