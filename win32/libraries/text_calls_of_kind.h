/* More calls of shlwapi.dll for texts and for parts of paths, for one kind of characters, as in
 * path_calls_of_kind.h. Texts that are NULL are empty. */

static bool OF_KIND(is_same_letter)(LETTER one, LETTER other)
{
    return KIND_COMPARE(&one, &other, 1) == 0;
}

static LETTER *WINAPI OF_KIND(StrChrI)(const LETTER *text, WORD character)
{
    for (; text && *text; text++)
        if (OF_KIND(is_same_letter)(*text, (LETTER)character))
            return (LETTER *)text;
    return NULL;
}

/* The last one before `end`, which is the text's own where it is NULL. */
static LETTER *OF_KIND(find_last)(const LETTER *text, const LETTER *end, LETTER wanted,
                                  bool ignores_case)
{
    const LETTER *last = NULL;
    for (; text && *text && text != end; text++)
        if (*text == wanted || (ignores_case && OF_KIND(is_same_letter)(*text, wanted)))
            last = text;
    return (LETTER *)last;
}

static LETTER *WINAPI OF_KIND(StrRChr)(const LETTER *text, const LETTER *end, WORD character)
{
    return OF_KIND(find_last)(text, end, (LETTER)character, false);
}

static LETTER *WINAPI OF_KIND(StrRChrI)(const LETTER *text, const LETTER *end, WORD character)
{
    return OF_KIND(find_last)(text, end, (LETTER)character, true);
}

/* The last one that begins before the end. */
static LETTER *WINAPI OF_KIND(StrRStrI)(const LETTER *text, const LETTER *end, const LETTER *part)
{
    const LETTER *last = NULL;
    const size_t length = part ? KIND_LENGTH(part) : 0;
    for (; length && text && *text && text != end; text++)
        if (KIND_COMPARE(text, part, length) == 0)
            last = text;
    return (LETTER *)last;
}

/* How many letters at the beginning are among these, or are not. */
static int OF_KIND(count_among)(const LETTER *text, const LETTER *letters, bool wanted,
                                bool ignores_case)
{
    int count = 0;
    for (; text && letters && text[count]; count++) {
        bool is_there = ignores_case ? OF_KIND(StrChrI)(letters, (WORD)text[count]) != NULL
                                     : KIND_CHARACTER(letters, text[count]) != NULL;
        if (is_there != wanted)
            break;
    }
    return count;
}

static int WINAPI OF_KIND(StrSpn)(const LETTER *text, const LETTER *letters)
{
    return OF_KIND(count_among)(text, letters, true, false);
}

static int WINAPI OF_KIND(StrCSpn)(const LETTER *text, const LETTER *letters)
{
    return OF_KIND(count_among)(text, letters, false, false);
}

static int WINAPI OF_KIND(StrCSpnI)(const LETTER *text, const LETTER *letters)
{
    return OF_KIND(count_among)(text, letters, false, true);
}

static LETTER *WINAPI OF_KIND(StrPBrk)(const LETTER *text, const LETTER *letters)
{
    if (!text || !letters)
        return NULL;
    text += OF_KIND(StrCSpn)(text, letters);
    return *text ? (LETTER *)text : NULL;
}

static int WINAPI OF_KIND(StrCmpN)(const LETTER *left, const LETTER *right, int count)
{
    return KIND_ORDER(left, right, (size_t)count);
}

static int WINAPI OF_KIND(StrCmpNI)(const LETTER *left, const LETTER *right, int count)
{
    return KIND_COMPARE(left, right, (size_t)count);
}

/* In memory that LocalFree gives back. */
static LETTER *WINAPI OF_KIND(StrDup)(const LETTER *text)
{
    const size_t size = text ? (KIND_LENGTH(text) + 1) * sizeof *text : 0;
    LETTER *copy = size ? LocalAlloc(LMEM_FIXED, size) : NULL;
    return copy ? memcpy(copy, text, size) : NULL;
}

/* Takes these letters away at both ends. Returns whether there were any. */
static BOOL WINAPI OF_KIND(StrTrim)(LETTER *text, const LETTER *letters)
{
    if (!text || !letters)
        return FALSE;
    const size_t before = KIND_LENGTH(text);
    const LETTER *begin = text + OF_KIND(StrSpn)(text, letters);
    size_t length = KIND_LENGTH(begin);
    while (length && KIND_CHARACTER(letters, begin[length - 1]))
        length--;
    memmove(text, begin, length * sizeof *text);
    text[length] = 0;
    return length != before;
}

/* Appends as much as the place, which has this size, has room for. */
static LETTER *WINAPI OF_KIND(StrCatBuff)(LETTER *text, const LETTER *more, int size)
{
    size_t length = text ? KIND_LENGTH(text) : 0, room = size > 0 ? (size_t)size : 0;
    while (text && more && length + 1 < room && *more)
        text[length++] = *more++;
    if (text && length < room)
        text[length] = 0;
    return text;
}

/* Blanks, a sign and digits; with a flag hexadecimal ones behind 0x. */
static BOOL WINAPI OF_KIND(StrToInt64Ex)(const LETTER *text, DWORD flags, LONGLONG *result)
{
    enum { HEXADECIMAL = 1 };
    uint64_t value = 0;
    if (!text || !result)
        return FALSE;
    while (*text == ' ' || *text == '\t' || *text == '\n')
        text++;
    const bool is_negative = *text == '-';
    text += *text == '-' || *text == '+';
    if (*text < '0' || *text > '9')
        return FALSE;
    const bool is_hex = flags & HEXADECIMAL && *text == '0' && (text[1] == 'x' || text[1] == 'X');
    const unsigned base = is_hex ? 16 : 10;
    for (text += is_hex ? 2 : 0;; text++) {
        const unsigned letter = (unsigned)*text | 0x20;
        const unsigned digit = *text >= '0' && *text <= '9'     ? (unsigned)*text - '0'
                               : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10
                                                                : base;
        if (digit >= base)
            break;
        value = value * base + digit;
    }
    /* A sign means nothing before hexadecimal digits. */
    *result = (LONGLONG)(is_negative && !is_hex ? -value : value);
    return TRUE;
}

static BOOL WINAPI OF_KIND(StrToIntEx)(const LETTER *text, DWORD flags, int *result)
{
    LONGLONG whole;
    if (!result || !OF_KIND(StrToInt64Ex)(text, flags, &whole))
        return FALSE;
    *result = (int)whole;
    return TRUE;
}

/* ---------------------------------------------------------------- parts of paths */

static int WINAPI OF_KIND(PathGetDriveNumber)(const LETTER *path)
{
    if (!path || !*path || path[1] != ':')
        return -1;
    const unsigned letter = ((unsigned)*path | 0x20) - 'a';
    return letter < 26 ? (int)letter : -1;
}

static BOOL WINAPI OF_KIND(PathIsUNC)(const LETTER *path)
{
    return path && path[0] == '\\' && path[1] == '\\';
}

/* The text behind the root of a drive or a share; NULL if there is none. */
static LETTER *WINAPI OF_KIND(PathSkipRoot)(const LETTER *path)
{
    if (OF_KIND(PathGetDriveNumber)(path) >= 0)
        return path[2] == '\\' ? (LETTER *)path + 3 : NULL;
    if (!OF_KIND(PathIsUNC)(path))
        return NULL;
    const LETTER *share = KIND_CHARACTER(path + 2, '\\');
    const LETTER *end = share ? KIND_CHARACTER(share + 1, '\\') : NULL;
    return (LETTER *)(!share ? NULL : end ? end + 1 : share + 1 + KIND_LENGTH(share + 1));
}

/* "\", "C:\", "\\server" and "\\server\share". */
static BOOL WINAPI OF_KIND(PathIsRoot)(const LETTER *path)
{
    if (!path || !*path)
        return FALSE;
    if (*path == '\\' && !path[1])
        return TRUE;
    if (!OF_KIND(PathIsUNC)(path))
        return OF_KIND(PathGetDriveNumber)(path) >= 0 && path[2] == '\\' && !path[3];
    const LETTER *share = KIND_CHARACTER(path + 2, '\\');
    return !share || (share[1] && !KIND_CHARACTER(share + 1, '\\'));
}

static BOOL WINAPI OF_KIND(PathStripToRoot)(LETTER *path)
{
    while (path && !OF_KIND(PathIsRoot)(path))
        if (!OF_KIND(PathRemoveFileSpec)(path))
            return FALSE;
    return path != NULL;
}

static LETTER *WINAPI OF_KIND(PathBuildRoot)(LETTER *path, int drive)
{
    if (path && drive >= 0 && drive < 26) {
        path[0] = (LETTER)('A' + drive);
        path[1] = ':';
        path[2] = '\\';
        path[3] = 0;
    }
    return path;
}

static BOOL WINAPI OF_KIND(PathIsFileSpec)(const LETTER *path)
{
    return path && !KIND_CHARACTER(path, '\\') && !KIND_CHARACTER(path, ':');
}

static LETTER *WINAPI OF_KIND(PathFindNextComponent)(const LETTER *path)
{
    if (!path || !*path)
        return NULL;
    const LETTER *next = KIND_CHARACTER(path, '\\');
    if (!next)
        return (LETTER *)path + KIND_LENGTH(path);
    return (LETTER *)next + (next[1] == '\\' ? 2 : 1);
}

/* Returns where the backslash is, or the last letter. A root keeps its own. */
static LETTER *WINAPI OF_KIND(PathRemoveBackslash)(LETTER *path)
{
    if (!path)
        return NULL;
    LETTER *last = path + KIND_LENGTH(path) - (*path != 0);
    if (*last == '\\' && !OF_KIND(PathIsRoot)(path))
        *last = 0;
    return last;
}

/* How long the folder is that both lie in; it is copied. A root counts with its backslash. */
static int WINAPI OF_KIND(PathCommonPrefix)(const LETTER *one, const LETTER *other, LETTER *to)
{
    int length = 0;
    if (to)
        *to = 0;
    for (int i = 0; one && other; i++) {
        const bool ends_one = !one[i] || one[i] == '\\', ends_other = !other[i] || other[i] == '\\';
        if (ends_one && ends_other)
            length = i;
        if (ends_one != ends_other || !one[i] || !other[i] ||
            !OF_KIND(is_same_letter)(one[i], other[i]))
            break;
    }
    if (length == 2 && one[1] == ':' && one[2] && other[2])
        length++;
    if (to && length) {
        memcpy(to, one, (size_t)length * sizeof *to);
        to[length] = 0;
    }
    return length;
}

static void WINAPI OF_KIND(PathRemoveExtension)(LETTER *path)
{
    if (path)
        *OF_KIND(PathFindExtension)(path) = 0;
}

/* Puts the extension, with its dot, in place of the path's own. */
static BOOL WINAPI OF_KIND(PathRenameExtension)(LETTER *path, const LETTER *extension)
{
    LETTER *old = OF_KIND(PathFindExtension)(path);
    const size_t length = KIND_LENGTH(extension);
    if ((size_t)(old - path) + length >= MAX_PATH)
        return FALSE;
    memcpy(old, extension, (length + 1) * sizeof *path);
    return TRUE;
}

/* Only where the path has none. NULL: .exe */
static BOOL WINAPI OF_KIND(PathAddExtension)(LETTER *path, const LETTER *extension)
{
    static const LETTER usual[] = {'.', 'e', 'x', 'e', 0};
    if (!path || *OF_KIND(PathFindExtension)(path))
        return FALSE;
    return OF_KIND(PathRenameExtension)(path, extension ? extension : usual);
}

static void WINAPI OF_KIND(PathRemoveBlanks)(LETTER *path)
{
    static const LETTER blank[] = {' ', 0};
    OF_KIND(StrTrim)(path, blank);
}

/* Puts a path with a blank between quotes. Returns whether it did. */
static BOOL WINAPI OF_KIND(PathQuoteSpaces)(LETTER *path)
{
    const size_t length = path ? KIND_LENGTH(path) : 0;
    if (!length || !KIND_CHARACTER(path, ' ') || length + 2 >= MAX_PATH)
        return FALSE;
    memmove(path + 1, path, length * sizeof *path);
    path[0] = path[length + 1] = '"';
    path[length + 2] = 0;
    return TRUE;
}

static BOOL WINAPI OF_KIND(PathUnquoteSpaces)(LETTER *path)
{
    const size_t length = path ? KIND_LENGTH(path) : 0;
    if (length < 2 || path[0] != '"' || path[length - 1] != '"')
        return FALSE;
    path[length - 1] = 0;
    memmove(path, path + 1, (length - 1) * sizeof *path);
    return TRUE;
}

/* The text behind the first blank that is not between quotes; without one, the end of the text. */
static LETTER *WINAPI OF_KIND(PathGetArgs)(const LETTER *path)
{
    bool is_quoted = false;
    for (; path && *path; path++)
        if (*path == ' ' && !is_quoted)
            return (LETTER *)path + 1;
        else
            is_quoted ^= *path == '"';
    return (LETTER *)path;
}

static bool OF_KIND(fits)(const LETTER *name, const LETTER *pattern, const LETTER *end)
{
    for (; pattern < end && *pattern != '*'; name++, pattern++)
        if (!*name || (*pattern != '?' && !OF_KIND(is_same_letter)(*name, *pattern)))
            return false;
    if (pattern == end)
        return !*name;
    do
        if (OF_KIND(fits)(name, pattern + 1, end))
            return true;
    while (*name++);
    return false;
}

/* Patterns with semicolons between them. "*.*" is for names without a dot, too. */
static BOOL WINAPI OF_KIND(PathMatchSpec)(const LETTER *name, const LETTER *patterns)
{
    static const LETTER all[] = {'*', '.', '*'};
    for (const LETTER *end; name && patterns; patterns = *end ? end + 1 : NULL) {
        while (*patterns == ' ')
            patterns++;
        end = KIND_CHARACTER(patterns, ';');
        end = end ? end : patterns + KIND_LENGTH(patterns);
        if ((end - patterns == 3 && memcmp(patterns, all, sizeof all) == 0) ||
            OF_KIND(fits)(name, patterns, end))
            return TRUE;
    }
    return FALSE;
}
