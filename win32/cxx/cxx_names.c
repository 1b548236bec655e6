/* A descriptor's name is read from left to right; each function takes its part of it. Texts are
 * made in one pool, and none is ever given back. */
#include "win32/cxx/cxx_names.h"

#include "win32/cxx/cxx_reader.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

const char *cxx_unreadable(struct reader *reader)
{
    reader->failed = true;
    reader->at = "";
    return "";
}

const char *cxx_write(struct reader *reader, const char *format, ...)
{
    char *text = reader->pool + reader->used;
    size_t room = sizeof reader->pool - reader->used;
    va_list values;
    va_start(values, format);
    int length = vsnprintf(text, room, format, values);
    va_end(values);
    if (length < 0 || (size_t)length >= room)
        return cxx_unreadable(reader);
    reader->used += (size_t)length + 1;
    return text;
}

bool cxx_takes(struct reader *reader, const char *text)
{
    size_t length = strlen(text);
    if (strncmp(reader->at, text, length) != 0)
        return false;
    reader->at += length;
    return true;
}

/* ---------------------------------------------------------------- names */

/* 0 to 9 mean 1 to 10; others are hexadecimal with the digits A to P. */
const char *cxx_read_number(struct reader *reader)
{
    const char *sign = cxx_takes(reader, "?") ? "-" : "";
    uint32_t value = 0;
    if (*reader->at >= '0' && *reader->at <= '9')
        return cxx_write(reader, "%s%d", sign, *reader->at++ - '0' + 1);
    for (; *reader->at >= 'A' && *reader->at <= 'P'; reader->at++)
        value = value * 16 + (uint32_t)(*reader->at - 'A');
    return cxx_takes(reader, "@") ? cxx_write(reader, "%s%u", sign, (unsigned)value)
                                  : cxx_unreadable(reader);
}

static const char *read_argument(struct reader *reader)
{
    if (cxx_takes(reader, "$0"))
        return cxx_read_number(reader);
    if (cxx_takes(reader, "$1?"))
        return cxx_write(reader, "&%s", cxx_read_symbol(reader));
    if (cxx_takes(reader, "$E?"))
        return cxx_read_symbol(reader);
    if (*reader->at >= '0' && *reader->at <= '9') {
        unsigned which = (unsigned)(*reader->at++ - '0');
        return which < reader->type_count ? reader->types[which] : cxx_unreadable(reader);
    }
    const char *begin = reader->at, *type = cxx_read_type(reader, "");
    if (reader->at - begin > 1 && reader->type_count < MOST_REPEATED)
        reader->types[reader->type_count++] = type;
    return type;
}

static const char *read_arguments(struct reader *reader)
{
    const char *text = "";
    while (!reader->failed && !cxx_takes(reader, "@")) {
        if (cxx_takes(reader, "$$V") || cxx_takes(reader, "$$Z"))
            continue;
        const char *argument = read_argument(reader);
        text = *text ? cxx_write(reader, "%s,%s", text, argument) : argument;
    }
    return text;
}

const char *cxx_read_plain(struct reader *reader)
{
    const char *end = strchr(reader->at, '@');
    if (!end || end == reader->at)
        return cxx_unreadable(reader);
    const char *text = cxx_write(reader, "%.*s", (int)(end - reader->at), reader->at);
    reader->at = end + 1;
    return text;
}

static const char *read_own_part(struct reader *reader)
{
    return reader->parts[reader->part_count++] = cxx_read_plain(reader);
}

/* The digits count anew in a template's name and arguments. */
const char *cxx_read_template(struct reader *reader)
{
    struct {
        const char *parts[MOST_REPEATED], *types[MOST_REPEATED];
        unsigned part_count, type_count;
    } outer = {.part_count = reader->part_count, .type_count = reader->type_count};
    memcpy(outer.parts, reader->parts, sizeof outer.parts);
    memcpy(outer.types, reader->types, sizeof outer.types);
    reader->part_count = reader->type_count = 0;
    const char *name = cxx_takes(reader, "?") ? cxx_read_operator(reader) : read_own_part(reader);
    const char *arguments = read_arguments(reader);
    memcpy(reader->parts, outer.parts, sizeof outer.parts);
    memcpy(reader->types, outer.types, sizeof outer.types);
    reader->part_count = outer.part_count;
    reader->type_count = outer.type_count;
    size_t length = strlen(arguments);
    return cxx_write(reader, "%s<%s%s>", name, arguments,
                     length && arguments[length - 1] == '>' ? " " : "");
}

/* ?1 and a function: its second block. */
static bool is_local_scope(const char *at)
{
    if (*at++ != '?')
        return false;
    if (*at >= '0' && *at <= '9')
        return at[1] == '?';
    at += strspn(at, "ABCDEFGHIJKLMNOP");
    return at[0] == '@' && at[1] == '?';
}

static const char *read_local_scope(struct reader *reader)
{
    reader->at++;
    const char *block = cxx_read_number(reader);
    reader->at++;
    if (!cxx_takes(reader, "?"))
        return cxx_unreadable(reader);
    return cxx_write(reader, "`%s'::`%s'", cxx_read_symbol(reader), block);
}

static const char *read_part(struct reader *reader)
{
    const char *text;
    if (*reader->at >= '0' && *reader->at <= '9') {
        unsigned which = (unsigned)(*reader->at++ - '0');
        return which < reader->part_count ? reader->parts[which] : cxx_unreadable(reader);
    }
    if (is_local_scope(reader->at))
        return read_local_scope(reader);
    if (cxx_takes(reader, "?$")) {
        text = cxx_read_template(reader);
    } else if (cxx_takes(reader, "?A")) {
        cxx_read_plain(reader);
        text = "`anonymous namespace'";
    } else {
        text = cxx_read_plain(reader);
    }
    if (reader->part_count < MOST_REPEATED)
        reader->parts[reader->part_count++] = text;
    return text;
}

/* The innermost part comes first. */
const char *cxx_read_scopes(struct reader *reader, const char *inner)
{
    const char *text = inner ? inner : read_part(reader);
    for (unsigned i = 1; !reader->failed && !cxx_takes(reader, "@"); i++)
        text = i < MOST_PARTS ? cxx_write(reader, "%s::%s", read_part(reader), text)
                              : cxx_unreadable(reader);
    return text;
}

/* ---------------------------------------------------------------- types */

static const struct {
    const char *letters, *name;
} basic_types[] = {
    {"C", "signed char"},
    {"D", "char"},
    {"E", "unsigned char"},
    {"F", "short"},
    {"G", "unsigned short"},
    {"H", "int"},
    {"I", "unsigned int"},
    {"J", "long"},
    {"K", "unsigned long"},
    {"M", "float"},
    {"N", "double"},
    {"O", "long double"},
    {"X", "void"},
    {"_J", "__int64"},
    {"_N", "bool"},
    {"_W", "wchar_t"},
    {"_K", "unsigned __int64"},
    {"_S", "char16_t"},
    {"_U", "char32_t"},
    {"_Q", "char8_t"},
    {"$$T", "std::nullptr_t"},
};

static const struct {
    const char *letters, *name;
} kinds[] = {{"V", "class "}, {"U", "struct "}, {"T", "union "}, {"W4", "enum "}};

static const struct {
    const char *letters, *text;
} pointers[] = {
    {"P", "*"}, {"Q", "* const"},    {"R", "* volatile"}, {"S", "* const volatile"},
    {"A", "&"}, {"B", "& volatile"}, {"$$Q", "&&"},
};

static const struct {
    char letter;
    const char *name;
} conventions[] = {
    {'A', "cdecl"},   {'C', "pascal"},   {'E', "thiscall"},
    {'G', "stdcall"}, {'I', "fastcall"}, {'Q', "vectorcall"},
};

/* inner: the text between the type and the name of a variable of it. */
static const char *with_inner(struct reader *reader, const char *type, const char *inner)
{
    return *inner ? cxx_write(reader, "%s %s", type, inner) : type;
}

const char *cxx_read_convention(struct reader *reader)
{
    for (unsigned i = 0; i < sizeof conventions / sizeof *conventions; i++)
        if (conventions[i].letter == *reader->at) {
            reader->at++;
            if (reader->flags & (CXX_NO_MS_KEYWORDS | CXX_NO_CONVENTION))
                return "";
            return cxx_write(reader, "%s%s", reader->flags & CXX_NO_UNDERSCORES ? "" : "__",
                             conventions[i].name);
        }
    return cxx_unreadable(reader);
}

const char *cxx_read_parameters(struct reader *reader)
{
    const char *text = "void";
    if (!cxx_takes(reader, "X")) {
        text = "";
        while (!reader->failed && !cxx_takes(reader, "@")) {
            bool is_last = cxx_takes(reader, "Z");
            const char *argument = is_last ? "..." : read_argument(reader);
            text = *text ? cxx_write(reader, "%s,%s", text, argument) : argument;
            if (is_last)
                break;
        }
    }
    const char *throws = cxx_takes(reader, "_E") ? " noexcept" : "";
    if (!*throws && !cxx_takes(reader, "Z"))
        return cxx_unreadable(reader);
    return cxx_write(reader, "(%s)%s", text, throws);
}

/* qualifier: of the object, behind the rest. */
static const char *read_function(struct reader *reader, const char *inner, const char *qualifier)
{
    const char *convention = cxx_read_convention(reader);
    const char *result = cxx_read_type(reader, "");
    const char *parameters = cxx_read_parameters(reader);
    if (!*inner)
        return cxx_write(reader, "%s %s%s%s", result, convention, parameters, qualifier);
    bool is_member = strchr("*&", *inner) == NULL;
    return cxx_write(reader, "%s (%s%s%s)%s%s", result, convention,
                     *convention && is_member ? " " : "", inner, parameters, qualifier);
}

static const char *const qualifiers[] = {"", " const", " volatile", " const volatile"};

/* A for none, B for const, C for volatile, D for both. */
const char *cxx_read_qualifier(struct reader *reader)
{
    char letter = *reader->at;
    if (letter < 'A' || letter > 'D')
        return cxx_unreadable(reader);
    reader->at++;
    return qualifiers[letter - 'A'];
}

static const char *read_pointee(struct reader *reader, const char *pointer, const char *inner)
{
    const char *of = "", *qualifier;
    bool is_told_again = false; /* by the pointer itself */
    inner = *inner ? cxx_write(reader, "%s %s", pointer, inner) : pointer;
    if (cxx_takes(reader, "6"))
        return read_function(reader, inner, "");
    if (cxx_takes(reader, "8")) {
        of = cxx_read_scopes(reader, NULL);
        qualifier = cxx_read_qualifier(reader);
        return read_function(reader, cxx_write(reader, "%s::%s", of, inner),
                             *qualifier ? cxx_write(reader, "%s ", qualifier + 1) : "");
    }
    if (*reader->at >= 'Q' && *reader->at <= 'T') {
        qualifier = qualifiers[*reader->at++ - 'Q'];
        inner = cxx_write(reader, "%s::%s", cxx_read_scopes(reader, NULL), inner);
    } else {
        qualifier = cxx_read_qualifier(reader);
        is_told_again = *reader->at && strchr("QRS", *reader->at);
    }
    if (*qualifier && !is_told_again)
        inner = cxx_write(reader, "%s %s", qualifier + 1, inner);
    return cxx_read_type(reader, inner);
}

static const char *read_array(struct reader *reader, const char *inner)
{
    const char *sizes = "";
    const char *count = cxx_read_number(reader);
    for (int left = !*count || count[1] ? 0 : *count - '0'; left > 0 && !reader->failed; left--)
        sizes = cxx_write(reader, "%s[%s]", sizes, cxx_read_number(reader));
    return cxx_read_type(reader, *inner ? cxx_write(reader, "(%s)%s", inner, sizes) : sizes);
}

static const char *read_type_here(struct reader *reader, const char *inner)
{
    if (cxx_takes(reader, "?")) {
        const char *qualifier = cxx_read_qualifier(reader);
        return cxx_read_type(reader, *qualifier ? with_inner(reader, qualifier + 1, inner) : inner);
    }
    for (unsigned i = 0; i < sizeof basic_types / sizeof *basic_types; i++)
        if (cxx_takes(reader, basic_types[i].letters))
            return with_inner(reader, basic_types[i].name, inner);
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (cxx_takes(reader, kinds[i].letters))
            return with_inner(reader,
                              cxx_write(reader, "%s%s",
                                        reader->flags & CXX_NO_KINDS ? "" : kinds[i].name,
                                        cxx_read_scopes(reader, NULL)),
                              inner);
    for (unsigned i = 0; i < sizeof pointers / sizeof *pointers; i++)
        if (cxx_takes(reader, pointers[i].letters))
            return read_pointee(reader, pointers[i].text, inner);
    if (cxx_takes(reader, "$$A6"))
        return read_function(reader, inner, "");
    (void)cxx_takes(reader, "$$B");
    if (cxx_takes(reader, "Y"))
        return read_array(reader, inner);
    return cxx_unreadable(reader);
}

const char *cxx_read_type(struct reader *reader, const char *inner)
{
    if (reader->depth == MOST_DEPTH)
        return cxx_unreadable(reader);
    reader->depth++;
    const char *text = read_type_here(reader, inner);
    reader->depth--;
    return text;
}

void cxx_read_name(const char *name, bool plain, char text[CXX_NAME_SIZE])
{
    struct reader reader = {.at = name + 1, .flags = plain ? CXX_NO_KINDS : 0};
    const char *read = *name == '.' ? cxx_read_type(&reader, "") : cxx_unreadable(&reader);
    bool is_whole = !reader.failed && !*reader.at;
    snprintf(text, CXX_NAME_SIZE, "%s", is_whole ? read : name);
    for (size_t length = strlen(text); length && text[length - 1] == ' '; length--)
        text[length - 1] = '\0';
}
