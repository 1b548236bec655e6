/* Calls of shlwapi.dll for paths and texts, for one kind of characters. LETTER is their type,
 * OF_KIND the name of a call for them, and KIND_... are the C library's functions and kernel32's.
 */

/* The part behind the last backslash, slash or colon that something follows. */
static LETTER *WINAPI OF_KIND(PathFindFileName)(const LETTER *path)
{
    const LETTER *name = path;
    for (; path && *path; path++)
        if ((*path == '\\' || *path == '/' || *path == ':') && path[1] && path[1] != '\\' &&
            path[1] != '/')
            name = path + 1;
    return (LETTER *)name;
}

/* The last dot of the name; its end without one. A blank before the end makes it none. */
static LETTER *WINAPI OF_KIND(PathFindExtension)(const LETTER *path)
{
    const LETTER *dot = NULL;
    for (; path && *path; path++)
        if (*path == '\\' || *path == ' ')
            dot = NULL;
        else if (*path == '.')
            dot = path;
    return (LETTER *)(dot ? dot : path);
}

/* Cuts the name off, and the backslash before it unless that is the root's. */
static BOOL WINAPI OF_KIND(PathRemoveFileSpec)(LETTER *path)
{
    LETTER *cut = path, *next = path;
    if (!path)
        return FALSE;
    if (*next == '\\')
        cut = ++next;
    if (*next == '\\')
        cut = ++next;
    for (; *next; next++) {
        if (*next == '\\')
            cut = next;
        if (*next == ':')
            cut = next[1] == '\\' ? ++next + 1 : next + 1;
    }
    if (!*cut)
        return FALSE;
    *cut = 0;
    return TRUE;
}

/* Returns the end of the path, NULL where there is no room. */
static LETTER *WINAPI OF_KIND(PathAddBackslash)(LETTER *path)
{
    LETTER *end = path + KIND_LENGTH(path);
    if (end - path >= MAX_PATH - 1)
        return NULL;
    if (end > path && end[-1] != '\\') {
        *end++ = '\\';
        *end = 0;
    }
    return end;
}

static BOOL WINAPI OF_KIND(PathIsRelative)(const LETTER *path)
{
    return !path || !*path || (*path != '\\' && path[1] != ':');
}

static void WINAPI OF_KIND(PathStripPath)(LETTER *path)
{
    LETTER *name = OF_KIND(PathFindFileName)(path);
    memmove(path, name, (KIND_LENGTH(name) + 1) * sizeof *name);
}

static BOOL WINAPI OF_KIND(PathFileExists)(const LETTER *path)
{
    return path && KIND_ATTRIBUTES(path) != INVALID_FILE_ATTRIBUTES;
}

static BOOL WINAPI OF_KIND(PathIsDirectory)(const LETTER *path)
{
    DWORD attributes = path ? KIND_ATTRIBUTES(path) : INVALID_FILE_ATTRIBUTES;
    return attributes == INVALID_FILE_ATTRIBUTES ? 0 : attributes & FILE_ATTRIBUTE_DIRECTORY;
}

/* Takes "." and ".." out. A part that would lead above the root leads to the root. */
static BOOL WINAPI OF_KIND(PathCanonicalize)(LETTER *to, const LETTER *path)
{
    LETTER *root = to, *next = to;
    if (path[0] && path[1] == ':')
        *next++ = *path++, *next++ = *path++;
    while (*path == '\\')
        *next++ = *path++;
    for (root = next; *path;) {
        size_t length = 0;
        while (path[length] && path[length] != '\\')
            length++;
        bool is_up = length == 2 && path[0] == '.' && path[1] == '.';
        bool is_here = length == 1 && path[0] == '.';
        if (next - to + (ptrdiff_t)length + 1 >= MAX_PATH)
            return FALSE;
        if (is_up && next > root)
            for (next--; next > root && next[-1] != '\\'; next--)
                continue;
        else if (!is_up && !is_here) {
            memcpy(next, path, length * sizeof *next);
            next += length;
            if (path[length])
                *next++ = '\\';
        }
        path += length + (path[length] == '\\');
        if (!*path && (is_up || is_here) && next > root)
            next--;
    }
    if (next == to)
        *next++ = '\\';
    *next = 0;
    return TRUE;
}

/* A file that begins with a backslash lies in the folder's root; one with a drive stands for
 * itself. */
static LETTER *WINAPI OF_KIND(PathCombine)(LETTER *to, const LETTER *folder, const LETTER *file)
{
    LETTER whole[2 * MAX_PATH] = {0};
    if (!to)
        return NULL;
    *to = 0;
    if (!folder && !file)
        return NULL;
    const size_t length = folder ? KIND_LENGTH(folder) : 0;
    if (length >= MAX_PATH - 1 || (file && KIND_LENGTH(file) >= MAX_PATH - 1))
        return NULL;
    bool is_in_root = file && file[0] == '\\' && file[1] != '\\';
    if (folder && (!file || OF_KIND(PathIsRelative)(file) || is_in_root))
        memcpy(whole, folder, (is_in_root ? (length < 2 ? length : 2) : length) * sizeof *to);
    if (*whole && file && *file && !is_in_root)
        OF_KIND(PathAddBackslash)(whole);
    if (file)
        memcpy(whole + KIND_LENGTH(whole), file, (KIND_LENGTH(file) + 1) * sizeof *to);
    return OF_KIND(PathCanonicalize)(to, whole) ? to : NULL;
}

static BOOL WINAPI OF_KIND(PathAppend)(LETTER *path, const LETTER *more)
{
    LETTER before[MAX_PATH];
    if (!path || !more || KIND_LENGTH(path) >= MAX_PATH)
        return FALSE;
    while (*more == '\\' && more[1] != '\\')
        more++;
    memcpy(before, path, (KIND_LENGTH(path) + 1) * sizeof *path);
    return OF_KIND(PathCombine)(path, before, more) != NULL;
}

/* ---------------------------------------------------------------- texts */

static LETTER *WINAPI OF_KIND(StrStr)(const LETTER *text, const LETTER *part)
{
    return text && part && *part ? (LETTER *)KIND_FIND(text, part) : NULL;
}

static LETTER *WINAPI OF_KIND(StrStrI)(const LETTER *text, const LETTER *part)
{
    const size_t length = part ? KIND_LENGTH(part) : 0;
    for (; length && text && *text; text++)
        if (KIND_COMPARE(text, part, length) == 0)
            return (LETTER *)text;
    return NULL;
}

static LETTER *WINAPI OF_KIND(StrChr)(const LETTER *text, WORD character)
{
    return text && character ? (LETTER *)KIND_CHARACTER(text, character) : NULL;
}

static int WINAPI OF_KIND(StrCmpI)(const LETTER *left, const LETTER *right)
{
    return KIND_COMPARE(left, right, SIZE_MAX);
}

/* Decimal digits, with a minus, from the first character on. */
static int WINAPI OF_KIND(StrToInt)(const LETTER *text)
{
    unsigned value = 0;
    bool is_negative = *text == '-';
    for (text += is_negative; *text >= '0' && *text <= '9'; text++)
        value = 10 * value + (unsigned)(*text - '0');
    return (int)(is_negative ? -value : value);
}
