/* advapi32: the registry, tokens, descriptors.
 *
 * run: emulator=qemu
 * run: name=ring3 ring=3
 */
#include <windows.h>

#include <string.h>
#include <wchar.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

#define NAME L"Software\\Nobody"

static void check_narrow_keys(void)
{
    HKEY key = NULL, root = HKEY_LOCAL_MACHINE;
    DWORD how = 0, size = 8;
    char name[8];
    check(RegOpenKeyExA(root, "Software", 0, KEY_READ, &key) == ERROR_FILE_NOT_FOUND && !key &&
              RegOpenKeyA(root, "Software", &key) == ERROR_FILE_NOT_FOUND,
          "no key is there: 2");
    check(RegOpenCurrentUser(KEY_READ, &key) == ERROR_SUCCESS && key == HKEY_CURRENT_USER &&
              RegOpenCurrentUser(KEY_READ, NULL) == ERROR_INVALID_PARAMETER,
          "the current user's root");
    check(RegOpenKeyExA(root, NULL, 0, KEY_READ, &key) == ERROR_SUCCESS && key == root &&
              RegCreateKeyExA(root, "", 0, NULL, 0, KEY_READ, NULL, &key, &how) == ERROR_SUCCESS &&
              how == REG_OPENED_EXISTING_KEY && RegCloseKey(key) == ERROR_SUCCESS,
          "a root is opened and closed");
    check(RegCreateKeyExA(root, "Software", 0, NULL, 0, KEY_WRITE, NULL, &key, NULL) ==
                  ERROR_ACCESS_DENIED &&
              RegCreateKeyA(root, "Software", &key) == ERROR_ACCESS_DENIED &&
              RegCreateKeyA(root, NULL, &key) == ERROR_SUCCESS && key == root &&
              RegSetValueExA(root, "x", 0, REG_SZ, (BYTE *)"", 1) == ERROR_ACCESS_DENIED,
          "nothing is made: 5");
    check(RegQueryValueExA(root, "x", NULL, NULL, NULL, &size) == ERROR_FILE_NOT_FOUND &&
              RegDeleteValueA(root, "x") == ERROR_FILE_NOT_FOUND &&
              RegDeleteKeyA(root, "x") == ERROR_FILE_NOT_FOUND,
          "no value is there: 2");
    check(RegEnumKeyExA(root, 0, name, &size, NULL, NULL, NULL, NULL) == ERROR_NO_MORE_ITEMS &&
              RegEnumValueA(root, 0, name, &size, NULL, NULL, NULL, NULL) == ERROR_NO_MORE_ITEMS,
          "nor is anything told: 259");
    check(RegQueryValueExA(NULL, "x", NULL, NULL, NULL, &size) == ERROR_INVALID_HANDLE &&
              RegCloseKey((HKEY)4) == ERROR_INVALID_HANDLE,
          "no root: 6");
}

static void check_wide_keys(void)
{
    HKEY key = NULL, root = HKEY_CURRENT_USER;
    DWORD size = 8;
    WCHAR name[8];
    check(RegOpenKeyExW(root, NAME, 0, KEY_READ, &key) == ERROR_FILE_NOT_FOUND &&
              RegOpenKeyW(root, NAME, &key) == ERROR_FILE_NOT_FOUND &&
              RegQueryValueExW(root, L"x", NULL, NULL, NULL, &size) == ERROR_FILE_NOT_FOUND &&
              RegDeleteKeyW(root, NAME) == ERROR_FILE_NOT_FOUND &&
              RegDeleteValueW(root, L"x") == ERROR_FILE_NOT_FOUND,
          "the same by wide names");
    check(RegCreateKeyExW(root, NAME, 0, NULL, 0, KEY_WRITE, NULL, &key, NULL) ==
                  ERROR_ACCESS_DENIED &&
              RegCreateKeyW(root, NAME, &key) == ERROR_ACCESS_DENIED &&
              RegSetValueExW(root, L"x", 0, REG_SZ, (BYTE *)"", 1) == ERROR_ACCESS_DENIED &&
              RegEnumKeyExW(root, 0, name, &size, NULL, NULL, NULL, NULL) == ERROR_NO_MORE_ITEMS &&
              RegEnumValueW(root, 0, name, &size, NULL, NULL, NULL, NULL) == ERROR_NO_MORE_ITEMS,
          "nothing is made and told");
}

static void check_token(void)
{
    HANDLE token = NULL;
    BYTE answer[64];
    DWORD needed = 0, elevated = 7;
    TOKEN_PRIVILEGES wish = {1, {{{0, 0}, SE_PRIVILEGE_ENABLED}}}, before = {7, {{{0, 0}, 0}}};
    check(OpenProcessToken(GetCurrentProcess(), TOKEN_ALL_ACCESS, &token) && token,
          "OpenProcessToken");
    HANDLE copies[2] = {NULL, NULL};
    DWORD kind, length;
    check(DuplicateToken(token, SecurityImpersonation, &copies[0]) &&
              DuplicateTokenEx(token, 0, NULL, SecurityAnonymous, TokenPrimary, &copies[1]) &&
              GetTokenInformation(copies[0], TokenSessionId, &kind, sizeof kind, &length) &&
              CloseHandle(copies[0]) && CloseHandle(copies[1]),
          "copies of a token");
    check(!DuplicateToken(token, (SECURITY_IMPERSONATION_LEVEL)4, &copies[0]) &&
              GetLastError() == ERROR_BAD_IMPERSONATION_LEVEL &&
              !DuplicateTokenEx(token, 0, NULL, SecurityAnonymous, (TOKEN_TYPE)3, &copies[0]) &&
              GetLastError() == ERROR_INVALID_PARAMETER &&
              !DuplicateToken(NULL, SecurityAnonymous, &copies[0]) &&
              GetLastError() == ERROR_INVALID_HANDLE,
          "a copy has a level, a kind and a token");
    check(
        FAILS(GetTokenInformation(token, TokenUser, NULL, 0, &needed), ERROR_INSUFFICIENT_BUFFER) &&
            needed <= sizeof answer &&
            GetTokenInformation(token, TokenUser, answer, sizeof answer, &needed),
        "GetTokenInformation tells its size, and the user");
    const SID *user = ((TOKEN_USER *)answer)->User.Sid;
    check((const BYTE *)user > answer && (const BYTE *)user < answer + sizeof answer &&
              user->Revision == 1 && user->SubAuthorityCount == 5 && user->SubAuthority[0] == 21,
          "the user's number is in the answer");
    check(GetTokenInformation(token, TokenElevation, &elevated, sizeof elevated, &needed) &&
              elevated == 0,
          "the user is no administrator");
    check(
        FAILS(GetTokenInformation(token, (TOKEN_INFORMATION_CLASS)77, answer, 64, &needed),
              ERROR_INVALID_PARAMETER) &&
            FAILS(GetTokenInformation(NULL, TokenUser, answer, 64, &needed), ERROR_INVALID_HANDLE),
        "another class: 87; no token: 6");
    check(LookupPrivilegeValueA(NULL, "SeDebugPrivilege", &wish.Privileges[0].Luid) &&
              wish.Privileges[0].Luid.LowPart == 20 &&
              LookupPrivilegeValueW(NULL, L"SeShutdownPrivilege", &wish.Privileges[0].Luid) &&
              wish.Privileges[0].Luid.LowPart == 19 &&
              FAILS(LookupPrivilegeValueA(NULL, "SeNobody", &wish.Privileges[0].Luid),
                    ERROR_NO_SUCH_PRIVILEGE),
          "privileges have numbers; no such one: 1313");
    char name[24];
    WCHAR wide_name[24];
    LUID debug = {.LowPart = 20}, nobody = {.LowPart = 36}, high = {20, 1};
    DWORD size = sizeof name, wide_size = 24, small = 16;
    check(LookupPrivilegeNameA(NULL, &debug, name, &size) && size == 16 &&
              !strcmp(name, "SeDebugPrivilege") &&
              LookupPrivilegeNameW(NULL, &debug, wide_name, &wide_size) && wide_size == 16 &&
              !wcscmp(wide_name, L"SeDebugPrivilege"),
          "numbers of privileges have names");
    check(FAILS(LookupPrivilegeNameA(NULL, &debug, name, &small), ERROR_INSUFFICIENT_BUFFER) &&
              small == 17 &&
              FAILS(LookupPrivilegeNameA(NULL, &nobody, name, &size), ERROR_NO_SUCH_PRIVILEGE) &&
              FAILS(LookupPrivilegeNameW(NULL, &high, wide_name, &size), ERROR_NO_SUCH_PRIVILEGE),
          "too little room for one: 122; no such number: 1313");
    check(AdjustTokenPrivileges(token, FALSE, &wish, sizeof before, &before, &needed) &&
              GetLastError() == ERROR_NOT_ALL_ASSIGNED && before.PrivilegeCount == 0,
          "no privilege is given: 1300");
    check(CloseHandle(token) && RevertToSelf(), "the token is closed");
}

static void check_descriptors(void)
{
    SECURITY_DESCRIPTOR descriptor;
    ACL list;
    check(InitializeSecurityDescriptor(&descriptor, SECURITY_DESCRIPTOR_REVISION) &&
              descriptor.Revision == 1 && !descriptor.Dacl &&
              FAILS(InitializeSecurityDescriptor(&descriptor, 2), ERROR_UNKNOWN_REVISION),
          "InitializeSecurityDescriptor");
    check(InitializeAcl(&list, sizeof list, ACL_REVISION) && list.AclSize == 8 &&
              list.AceCount == 0 &&
              FAILS(InitializeAcl(&list, 4, ACL_REVISION), ERROR_INSUFFICIENT_BUFFER) &&
              FAILS(InitializeAcl(&list, 8, 9), ERROR_INVALID_PARAMETER),
          "InitializeAcl");
    check(SetSecurityDescriptorDacl(&descriptor, TRUE, &list, FALSE) && descriptor.Dacl == &list &&
              descriptor.Control == SE_DACL_PRESENT &&
              SetSecurityDescriptorDacl(&descriptor, FALSE, NULL, FALSE) && !descriptor.Dacl &&
              descriptor.Control == 0,
          "SetSecurityDescriptorDacl");
}

static void check_groups(void)
{
    SID_IDENTIFIER_AUTHORITY authority = SECURITY_NT_AUTHORITY;
    PSID admins = NULL, same = NULL, other = NULL;
    BOOL is_member = TRUE;
    check(AllocateAndInitializeSid(&authority, 2, SECURITY_BUILTIN_DOMAIN_RID,
                                   DOMAIN_ALIAS_RID_ADMINS, 0, 0, 0, 0, 0, 0, &admins) &&
              IsValidSid(admins) && GetLengthSid(admins) == 16,
          "AllocateAndInitializeSid");
    AllocateAndInitializeSid(&authority, 2, 32, 544, 0, 0, 0, 0, 0, 0, &same);
    AllocateAndInitializeSid(&authority, 1, 32, 0, 0, 0, 0, 0, 0, 0, &other);
    check(EqualSid(admins, same) && !EqualSid(admins, other), "EqualSid");
    BYTE room[16] = {0}, nothing[16] = {0};
    check(FAILS(CopySid(15, room, admins), ERROR_INSUFFICIENT_BUFFER) &&
              FAILS(CopySid(16, room, nothing), ERROR_INVALID_SID) && !IsValidSid(room) &&
              !IsValidSid((PSID)1) && CopySid(16, room, admins) && EqualSid(room, admins),
          "CopySid");
    union {
        SID id;
        DWORD words[17]; /* two, then the numbers */
    } known;
    DWORD size = 0;
    check(!CreateWellKnownSid(WinBuiltinAdministratorsSid, NULL, NULL, &size) &&
              GetLastError() == ERROR_INSUFFICIENT_BUFFER && size == 16 &&
              CreateWellKnownSid(WinBuiltinAdministratorsSid, NULL, &known.id, &size) &&
              EqualSid(&known.id, admins),
          "a number that all know, by its place in the list");
    size = sizeof known;
    check(CreateWellKnownSid(WinHighLabelSid, NULL, &known.id, &size) && size == 12 &&
              known.id.IdentifierAuthority.Value[5] == 16 && known.id.SubAuthority[0] == 12288 &&
              CreateWellKnownSid((WELL_KNOWN_SID_TYPE)16, NULL, &known.id, &size) &&
              known.id.SubAuthority[0] == 10,
          "places that follow each other");
    size = sizeof known;
    check(!CreateWellKnownSid(WinAccountAdministratorSid, NULL, &known.id, &size) &&
              GetLastError() == ERROR_INVALID_PARAMETER &&
              CreateWellKnownSid(WinAccountAdministratorSid, admins, &known.id, &size) &&
              size == 20 && known.words[2 + 2] == 500 &&
              !CreateWellKnownSid((WELL_KNOWN_SID_TYPE)999, NULL, &known.id, &size),
          "a domain's member needs the domain");
    check(CheckTokenMembership(NULL, admins, &is_member) && !is_member, "the user is in no group");
    check(FAILS(AllocateAndInitializeSid(&authority, 9, 0, 0, 0, 0, 0, 0, 0, 0, &other),
                ERROR_INVALID_SID),
          "a number of nine parts: 1337");
    check(!FreeSid(admins) && !FreeSid(same) && !FreeSid(other), "FreeSid");
    BYTE bytes[8] = {0}, zeros[8] = {0};
    check(SystemFunction036(bytes, sizeof bytes) && memcmp(bytes, zeros, sizeof bytes),
          "numbers by chance, without a provider");
}

static void check_files(void)
{
    SECURITY_DESCRIPTOR descriptor;
    DWORD needed = 7;
    HANDLE file = CreateFileA("owned", GENERIC_WRITE, 0, NULL, CREATE_NEW, 0, NULL);
    check(CloseHandle(file) &&
              FAILS(GetFileSecurityA("owned", 4, &descriptor, sizeof descriptor, &needed),
                    ERROR_NOT_SUPPORTED) &&
              FAILS(GetFileSecurityW(L"owned", 4, NULL, 0, &needed), ERROR_NOT_SUPPORTED) &&
              FAILS(SetFileSecurityA("owned", 4, &descriptor), ERROR_NOT_SUPPORTED) &&
              FAILS(SetFileSecurityW(L"owned", 4, &descriptor), ERROR_NOT_SUPPORTED),
          "a file has no owner: 50");
    check(FAILS(GetFileSecurityW(L"none", 4, NULL, 0, &needed), ERROR_FILE_NOT_FOUND) &&
              FAILS(SetFileSecurityA("none", 4, &descriptor), ERROR_FILE_NOT_FOUND),
          "nor has one that is not there: 2");
}

int main(void)
{
    check_narrow_keys();
    check_wide_keys();
    check_token();
    check_descriptors();
    check_groups();
    check_files();
    return done();
}
