/* The facts that a token tells: the first user of a machine is no administrator, and works at it.
 */
#include "win32/fails.h"
#include "win32/security/token_objects.h"

#include <memoryapi.h>
#include <stddef.h>
#include <string.h>
#include <winerror.h>
#include <winnt.h>

/* A number of a user or group, as Windows has it, with room for the longest one here. */
enum { MOST_PARTS = 5 };
struct number {
    BYTE revision, count, authority[6];
    DWORD parts[MOST_PARTS];
};
#define NUMBER(count, authority, ...)                                                              \
    {                                                                                              \
        1, count, {0, 0, 0, 0, 0, authority},                                                      \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
#define USER   NUMBER(5, 5, 21, 0, 0, 0, 1000)
#define SYSTEM NUMBER(1, 5, 18)
#define LOGON  NUMBER(3, 5, 5, 0, LOGON_ID)
enum { LOGON_ID = 0x80 };

struct member {
    struct number number;
    DWORD attributes;
};

/* Attributes of groups. */
enum { IS_SURE = 1 | 2 | 4 /* mandatory, by default, enabled */, IS_LOGON = (int)0xC0000000 };
enum { IS_LEVEL = 0x20 | 0x40 };

static const struct member user = {USER, 0};
static const struct member domain_group = {NUMBER(5, 5, 21, 0, 0, 0, 513), IS_SURE};
static const struct member logon = {LOGON, IS_SURE | IS_LOGON};
static const struct member level = {NUMBER(1, 16, 0x2000), IS_LEVEL}; /* medium */
static const struct member groups[] = {
    {NUMBER(5, 5, 21, 0, 0, 0, 513), IS_SURE}, /* of all users of the machine */
    {NUMBER(1, 1, 0), IS_SURE},                /* everyone */
    {NUMBER(2, 5, 32, 545), IS_SURE},          /* users */
    {NUMBER(1, 5, 4), IS_SURE},                /* interactive */
    {NUMBER(1, 2, 1), IS_SURE},                /* at the console */
    {NUMBER(1, 5, 11), IS_SURE},               /* authenticated */
    {NUMBER(1, 5, 15), IS_SURE},               /* of this organization */
    {LOGON, IS_SURE | IS_LOGON},
    {NUMBER(1, 2, 0), IS_SURE},      /* local */
    {NUMBER(2, 5, 64, 10), IS_SURE}, /* known by a password */
    {NUMBER(1, 16, 0x2000), IS_LEVEL},
};
enum { GROUPS = sizeof groups / sizeof groups[0] };

static DWORD bytes_of(const struct number *number)
{
    return offsetof(struct number, parts) + number->count * (DWORD)sizeof(DWORD);
}

bool token_has_member(PSID id)
{
    enum { ENABLED = 4 };
    bool is_member = EqualSid(id, (PSID)&user.number);
    for (unsigned i = 0; i < GROUPS && !is_member; i++)
        is_member = groups[i].attributes & ENABLED && EqualSid(id, (PSID)&groups[i].number);
    return is_member;
}

/* ---------------------------------------------------------------- answers with numbers */

/* Windows' structure begins with the count, if there is one. A pointer to each number follows, with
 * its attributes, if they are told; then the numbers. */
static const struct listing {
    TOKEN_INFORMATION_CLASS which;
    bool has_count, has_attributes;
    const struct member *members;
    unsigned count;
} listings[] = {
    {TokenUser, false, true, &user, 1},         {TokenGroups, true, true, groups, GROUPS},
    {TokenOwner, false, false, &user, 1},       {TokenPrimaryGroup, false, false, &domain_group, 1},
    {TokenRestrictedSids, true, true, NULL, 0}, {TokenIntegrityLevel, false, true, &level, 1},
    {TokenLogonSid, true, true, &logon, 1},
};

static DWORD row_size(const struct listing *list)
{
    return (DWORD)(sizeof(PSID) + (list->has_attributes ? sizeof(DWORD) : 0));
}

static DWORD listing_size(const struct listing *list)
{
    DWORD size = (DWORD)(list->has_count ? sizeof(DWORD) : 0);
    for (unsigned i = 0; i < list->count; i++)
        size += row_size(list) + bytes_of(&list->members[i].number);
    return size;
}

static void lay_listing(const struct listing *list, void *answer)
{
    DWORD *word = answer;
    if (list->has_count)
        *word++ = list->count;
    char *place = (char *)word + list->count * row_size(list);
    for (unsigned i = 0; i < list->count; i++) {
        const struct member *member = &list->members[i];
        *word++ = (DWORD)place;
        if (list->has_attributes)
            *word++ = member->attributes;
        memcpy(place, &member->number, bytes_of(&member->number));
        place += bytes_of(&member->number);
    }
}

/* ---------------------------------------------------------------- answers of one structure */

/* Rights of what the user makes, unless it says others: the user and the system have all, the
 * user's session may read. */
struct default_list {
    ACL *list;
    ACL head;
    struct {
        BYTE type, flags;
        WORD size;
        DWORD rights;
        struct number number;
    } user;
    DWORD others[12];
};
static const DWORD other_entries[12] = {
    0x140000, GENERIC_ALL, 0x101, 0x05000000, 18, /* allowed, 20 bytes: S-1-5-18 */
    0x1C0000, 0xA0000000,  0x301, 0x05000000, 5,  0, LOGON_ID};

static void lay_default_list(void *answer)
{
    struct default_list *list = answer;
    list->list = &list->head;
    list->head = (ACL){ACL_REVISION, 0, sizeof *list - sizeof list->list, 3, 0};
    list->user.type = list->user.flags = 0;
    list->user.size = sizeof list->user;
    list->user.rights = GENERIC_ALL;
    list->user.number = user.number;
    memcpy(list->others, other_entries, sizeof other_entries);
}

struct statistics {
    LUID token, logon;
    LARGE_INTEGER expires;
    TOKEN_TYPE kind;
    SECURITY_IMPERSONATION_LEVEL level;
    DWORD memory, free_memory, groups, privileges;
    LUID changed;
};
_Static_assert(sizeof(struct statistics) == 0x38, "TOKEN_STATISTICS");

struct source {
    char name[8];
    LUID id;
};

union answer {
    DWORD word;
    LUID id;
    struct statistics statistics;
    struct source source;
    struct default_list list;
};

static const struct row {
    TOKEN_INFORMATION_CLASS which;
    DWORD size;
    DWORD word; /* the whole answer of 4 bytes, and the first word of a longer one */
} rows[] = {
    {TokenPrivileges, 4, 0},
    {TokenDefaultDacl, sizeof(struct default_list), 0},
    {TokenSource, sizeof(struct source), 0},
    {TokenType, 4, 0},
    {TokenImpersonationLevel, 4, 0},
    {TokenStatistics, sizeof(struct statistics), 0},
    {TokenSessionId, 4, 1},
    {TokenSandBoxInert, 4, 0},
    {TokenOrigin, sizeof(LUID), 0x3E7}, /* the system's own logon */
    {TokenElevationType, 4, 1},
    {TokenElevation, 4, 0},
    {TokenHasRestrictions, 4, 0},
    {TokenUIAccess, 4, 0},
};

static void lay_row(const struct row *row, const struct token *token, union answer *answer)
{
    memset(answer, 0, row->size);
    answer->word = row->word;
    if (row->which == TokenType)
        answer->word = (DWORD)token->kind;
    else if (row->which == TokenImpersonationLevel)
        answer->word = (DWORD)token->level;
    else if (row->which == TokenDefaultDacl)
        lay_default_list(answer);
    else if (row->which == TokenSource)
        answer->source = (struct source){"User32 ", {LOGON_ID, 0}};
    else if (row->which == TokenStatistics)
        answer->statistics = (struct statistics){.token = token->id,
                                                 .logon = {LOGON_ID, 0},
                                                 .expires.QuadPart = INT64_MAX,
                                                 .kind = token->kind,
                                                 .level = token->level,
                                                 .groups = GROUPS,
                                                 .changed = token->id};
}

static const struct listing *listing_of(TOKEN_INFORMATION_CLASS which)
{
    for (unsigned i = 0; i < sizeof listings / sizeof listings[0]; i++)
        if (listings[i].which == which)
            return &listings[i];
    return NULL;
}

static const struct row *fact_of(TOKEN_INFORMATION_CLASS which)
{
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].which == which)
            return &rows[i];
    return NULL;
}

BOOL WINAPI GetTokenInformation(HANDLE handle, TOKEN_INFORMATION_CLASS which, LPVOID answer,
                                DWORD size, PDWORD needed)
{
    struct token token;
    const struct listing *list = listing_of(which);
    const struct row *row = list ? NULL : fact_of(which);
    if (!token_take(handle, which == TokenSource ? TOKEN_QUERY_SOURCE : TOKEN_QUERY, &token))
        return FALSE;
    if (which == TokenLinkedToken)
        return fails(ERROR_NO_SUCH_LOGON_SESSION);
    if ((!list && !row) || (which == TokenImpersonationLevel && token.kind != TokenImpersonation))
        return fails(ERROR_INVALID_PARAMETER);
    DWORD its = list ? listing_size(list) : row->size;
    if (IsBadWritePtr(needed, sizeof *needed))
        return fails(ERROR_NOACCESS);
    *needed = its;
    if (!answer || size < its)
        return fails(ERROR_INSUFFICIENT_BUFFER);
    if (IsBadWritePtr(answer, its))
        return fails(ERROR_NOACCESS);
    if (list)
        lay_listing(list, answer);
    else
        lay_row(row, &token, answer);
    return TRUE;
}
