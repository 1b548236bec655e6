/* A descriptor's name is read from left to right; each function takes its part of it. Texts are
 * made in one pool, and none is ever given back. */
#include "win32/cxx/cxx_names.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { MOST_REPEATED = 10, MOST_PARTS = 16, MOST_DEPTH = 24, POOL_SIZE = 3 * CXX_NAME_SIZE };

struct reader {
    const char *at;
    bool plain, failed;
    unsigned depth;
    const char *parts[MOST_REPEATED], *types[MOST_REPEATED]; /* that digits may repeat */
    unsigned part_count, type_count;
    char pool[POOL_SIZE];
    size_t used;
};

static const char *read_type(struct reader *reader, const char *inner);

static const char *unreadable(struct reader *reader)
{
    reader->failed = true;
    reader->at = "";
    return "";
}

__attribute__((format(printf, 2, 3))) static const char *write_text(struct reader *reader,
                                                                    const char *format, ...)
{
    char *text = reader->pool + reader->used;
    size_t room = sizeof reader->pool - reader->used;
    va_list values;
    va_start(values, format);
    int length = vsnprintf(text, room, format, values);
    va_end(values);
    if (length < 0 || (size_t)length >= room)
        return unreadable(reader);
    reader->used += (size_t)length + 1;
    return text;
}

static bool takes(struct reader *reader, const char *text)
{
    size_t length = strlen(text);
    if (strncmp(reader->at, text, length) != 0)
        return false;
    reader->at += length;
    return true;
}

/* ---------------------------------------------------------------- names */

/* 0 to 9 mean 1 to 10; others are hexadecimal with the digits A to P. */
static const char *read_number(struct reader *reader)
{
    const char *sign = takes(reader, "?") ? "-" : "";
    uint32_t value = 0;
    if (*reader->at >= '0' && *reader->at <= '9')
        return write_text(reader, "%s%d", sign, *reader->at++ - '0' + 1);
    for (; *reader->at >= 'A' && *reader->at <= 'P'; reader->at++)
        value = value * 16 + (uint32_t)(*reader->at - 'A');
    return takes(reader, "@") ? write_text(reader, "%s%u", sign, (unsigned)value)
                              : unreadable(reader);
}

static const char *read_argument(struct reader *reader)
{
    if (takes(reader, "$0"))
        return read_number(reader);
    if (*reader->at >= '0' && *reader->at <= '9') {
        unsigned which = (unsigned)(*reader->at++ - '0');
        return which < reader->type_count ? reader->types[which] : unreadable(reader);
    }
    const char *begin = reader->at, *type = read_type(reader, "");
    if (reader->at - begin > 1 && reader->type_count < MOST_REPEATED)
        reader->types[reader->type_count++] = type;
    return type;
}

static const char *read_arguments(struct reader *reader)
{
    const char *text = "";
    while (!reader->failed && !takes(reader, "@")) {
        if (takes(reader, "$$V") || takes(reader, "$$Z"))
            continue;
        const char *argument = read_argument(reader);
        text = *text ? write_text(reader, "%s,%s", text, argument) : argument;
    }
    return text;
}

static const char *read_plain_part(struct reader *reader)
{
    const char *end = strchr(reader->at, '@');
    if (!end || end == reader->at)
        return unreadable(reader);
    const char *text = write_text(reader, "%.*s", (int)(end - reader->at), reader->at);
    reader->at = end + 1;
    return text;
}

/* The digits count anew in a template's name and arguments. */
static const char *read_template(struct reader *reader)
{
    struct {
        const char *parts[MOST_REPEATED], *types[MOST_REPEATED];
        unsigned part_count, type_count;
    } outer = {.part_count = reader->part_count, .type_count = reader->type_count};
    memcpy(outer.parts, reader->parts, sizeof outer.parts);
    memcpy(outer.types, reader->types, sizeof outer.types);
    reader->part_count = reader->type_count = 0;
    const char *name = read_plain_part(reader);
    reader->parts[reader->part_count++] = name;
    const char *arguments = read_arguments(reader);
    memcpy(reader->parts, outer.parts, sizeof outer.parts);
    memcpy(reader->types, outer.types, sizeof outer.types);
    reader->part_count = outer.part_count;
    reader->type_count = outer.type_count;
    size_t length = strlen(arguments);
    return write_text(reader, "%s<%s%s>", name, arguments,
                      length && arguments[length - 1] == '>' ? " " : "");
}

static const char *read_part(struct reader *reader)
{
    const char *text;
    if (*reader->at >= '0' && *reader->at <= '9') {
        unsigned which = (unsigned)(*reader->at++ - '0');
        return which < reader->part_count ? reader->parts[which] : unreadable(reader);
    }
    if (takes(reader, "?$")) {
        text = read_template(reader);
    } else if (takes(reader, "?A")) {
        read_plain_part(reader);
        text = "`anonymous namespace'";
    } else if (*reader->at == '?') {
        return unreadable(reader); /* inside a function */
    } else {
        text = read_plain_part(reader);
    }
    if (reader->part_count < MOST_REPEATED)
        reader->parts[reader->part_count++] = text;
    return text;
}

/* The innermost part comes first. */
static const char *read_name(struct reader *reader)
{
    const char *text = read_part(reader);
    for (unsigned i = 1; !reader->failed && !takes(reader, "@"); i++)
        text = i < MOST_PARTS ? write_text(reader, "%s::%s", read_part(reader), text)
                              : unreadable(reader);
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
    const char *letters, *name;
} conventions[] = {
    {"A", "__cdecl"},   {"C", "__pascal"},   {"E", "__thiscall"},
    {"G", "__stdcall"}, {"I", "__fastcall"},
};

/* inner: what stands between the type and the name of a variable of it. */
static const char *with_inner(struct reader *reader, const char *type, const char *inner)
{
    return *inner ? write_text(reader, "%s %s", type, inner) : type;
}

static const char *read_function(struct reader *reader, const char *inner)
{
    const char *convention = NULL, *arguments = "void";
    for (unsigned i = 0; i < sizeof conventions / sizeof *conventions && !convention; i++)
        if (takes(reader, conventions[i].letters))
            convention = conventions[i].name;
    if (!convention)
        return unreadable(reader);
    const char *result = read_type(reader, "");
    if (!takes(reader, "X")) {
        arguments = "";
        while (!reader->failed && !takes(reader, "@")) {
            bool is_last = takes(reader, "Z");
            const char *argument = is_last ? "..." : read_argument(reader);
            arguments = *arguments ? write_text(reader, "%s,%s", arguments, argument) : argument;
            if (is_last)
                break;
        }
    }
    if (!takes(reader, "Z"))
        return unreadable(reader);
    return *inner ? write_text(reader, "%s (%s%s)(%s)", result, convention, inner, arguments)
                  : write_text(reader, "%s %s(%s)", result, convention, arguments);
}

/* A for none, B for const, C for volatile, D for both. */
static const char *read_qualifier(struct reader *reader)
{
    static const char *const words[] = {"", " const", " volatile", " const volatile"};
    char letter = *reader->at;
    if (letter < 'A' || letter > 'D')
        return unreadable(reader);
    reader->at++;
    return words[letter - 'A'];
}

static const char *read_pointee(struct reader *reader, const char *pointer, const char *inner)
{
    inner = *inner ? write_text(reader, "%s %s", pointer, inner) : pointer;
    if (takes(reader, "6"))
        return read_function(reader, inner);
    const char *qualifier = read_qualifier(reader);
    bool is_told_again = strchr("QRS", *reader->at) != NULL; /* by the pointer itself */
    if (*qualifier && !is_told_again)
        inner = write_text(reader, "%s %s", qualifier + 1, inner);
    return read_type(reader, inner);
}

static const char *read_array(struct reader *reader, const char *inner)
{
    const char *sizes = "";
    const char *count = read_number(reader);
    for (int left = count[1] ? 0 : *count - '0'; left > 0 && !reader->failed; left--)
        sizes = write_text(reader, "%s[%s]", sizes, read_number(reader));
    return read_type(reader, *inner ? write_text(reader, "(%s)%s", inner, sizes) : sizes);
}

static const char *read_type_here(struct reader *reader, const char *inner)
{
    if (takes(reader, "?")) {
        const char *qualifier = read_qualifier(reader);
        return read_type(reader, *qualifier ? with_inner(reader, qualifier + 1, inner) : inner);
    }
    for (unsigned i = 0; i < sizeof basic_types / sizeof *basic_types; i++)
        if (takes(reader, basic_types[i].letters))
            return with_inner(reader, basic_types[i].name, inner);
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (takes(reader, kinds[i].letters))
            return with_inner(
                reader,
                write_text(reader, "%s%s", reader->plain ? "" : kinds[i].name, read_name(reader)),
                inner);
    for (unsigned i = 0; i < sizeof pointers / sizeof *pointers; i++)
        if (takes(reader, pointers[i].letters))
            return read_pointee(reader, pointers[i].text, inner);
    if (takes(reader, "$$A6"))
        return read_function(reader, inner);
    (void)takes(reader, "$$B");
    if (takes(reader, "Y"))
        return read_array(reader, inner);
    return unreadable(reader);
}

static const char *read_type(struct reader *reader, const char *inner)
{
    if (reader->depth == MOST_DEPTH)
        return unreadable(reader);
    reader->depth++;
    const char *text = read_type_here(reader, inner);
    reader->depth--;
    return text;
}

void cxx_read_name(const char *name, bool plain, char text[CXX_NAME_SIZE])
{
    struct reader reader = {.at = name + 1, .plain = plain};
    const char *read = *name == '.' ? read_type(&reader, "") : unreadable(&reader);
    bool is_whole = !reader.failed && !*reader.at;
    snprintf(text, CXX_NAME_SIZE, "%s", is_whole ? read : name);
}
