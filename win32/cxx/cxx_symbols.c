/* Names of functions and variables, as Visual C++ decorates them for the linker: ?name@scope@@ and
 * letters for what it is. */
#include "win32/cxx/cxx_reader.h"

#include "win32/msvcrt/call.h"

#include <stdlib.h>
#include <string.h>

/* Letters of a text in whose place something goes that is not known yet: */
#define NAME_PLACE   "\1" /* in a type: what is of it */
#define CLASS_PLACE  "\2" /* in the name of a constructor or destructor: the name of its class */
#define RESULT_PLACE "\3" /* in the name of a conversion: the type */

/* ---------------------------------------------------------------- names with a meaning */

static const struct {
    const char *letters, *text;
} operators[] = {
    {"0", CLASS_PLACE},
    {"1", "~" CLASS_PLACE},
    {"B", "operator " RESULT_PLACE},
    {"2", "operator new"},
    {"3", "operator delete"},
    {"4", "operator="},
    {"5", "operator>>"},
    {"6", "operator<<"},
    {"7", "operator!"},
    {"8", "operator=="},
    {"9", "operator!="},
    {"A", "operator[]"},
    {"C", "operator->"},
    {"D", "operator*"},
    {"E", "operator++"},
    {"F", "operator--"},
    {"G", "operator-"},
    {"H", "operator+"},
    {"I", "operator&"},
    {"J", "operator->*"},
    {"K", "operator/"},
    {"L", "operator%"},
    {"M", "operator<"},
    {"N", "operator<="},
    {"O", "operator>"},
    {"P", "operator>="},
    {"Q", "operator,"},
    {"R", "operator()"},
    {"S", "operator~"},
    {"T", "operator^"},
    {"U", "operator|"},
    {"V", "operator&&"},
    {"W", "operator||"},
    {"X", "operator*="},
    {"Y", "operator+="},
    {"Z", "operator-="},
    {"_0", "operator/="},
    {"_1", "operator%="},
    {"_2", "operator>>="},
    {"_3", "operator<<="},
    {"_4", "operator&="},
    {"_5", "operator|="},
    {"_6", "operator^="},
    {"_7", "`vftable'"},
    {"_8", "`vbtable'"},
    {"_9", "`vcall'"},
    {"_A", "`typeof'"},
    {"_B", "`local static guard'"},
    {"_D", "`vbase destructor'"},
    {"_E", "`vector deleting destructor'"},
    {"_F", "`default constructor closure'"},
    {"_G", "`scalar deleting destructor'"},
    {"_H", "`vector constructor iterator'"},
    {"_I", "`vector destructor iterator'"},
    {"_J", "`vector vbase constructor iterator'"},
    {"_K", "`virtual displacement map'"},
    {"_L", "`eh vector constructor iterator'"},
    {"_M", "`eh vector destructor iterator'"},
    {"_N", "`eh vector vbase constructor iterator'"},
    {"_O", "`copy constructor closure'"},
    {"_R2", "`RTTI Base Class Array'"},
    {"_R3", "`RTTI Class Hierarchy Descriptor'"},
    {"_R4", "`RTTI Complete Object Locator'"},
    {"_S", "`local vftable'"},
    {"_T", "`local vftable constructor closure'"},
    {"_U", "operator new[]"},
    {"_V", "operator delete[]"},
    {"_X", "`placement delete closure'"},
    {"_Y", "`placement delete[] closure'"},
    {"__J", "`local static thread guard'"},
    {"__L", "operator co_await"},
    {"__M", "operator<=>"},
};

const char *cxx_read_operator(struct reader *reader)
{
    for (unsigned i = 0; i < sizeof operators / sizeof *operators; i++)
        if (cxx_takes(reader, operators[i].letters))
            return operators[i].text;
    if (cxx_takes(reader, "__K"))
        return cxx_write(reader, "operator \"\" %s", cxx_read_plain(reader));
    if (!cxx_takes(reader, "_R1"))
        return cxx_unreadable(reader);
    const char *text = "";
    for (int i = 0; i < 4; i++)
        text = cxx_write(reader, "%s%s%s", text, i ? "," : "", cxx_read_number(reader));
    return cxx_write(reader, "`RTTI Base Class Descriptor at (%s)'", text);
}

/* A constructor is called as its class, without the class's scopes. */
static const char *with_class(struct reader *reader, const char *name)
{
    const char *place = strchr(name, *CLASS_PLACE), *begin = name, *before = name;
    int open = 0; /* brackets and quotes, in which colons mean nothing */
    if (!place)
        return name;
    for (const char *at = name; at < place; at++) {
        open += (*at == '<' || *at == '`') - (*at == '>' || *at == '\'');
        if (!open && at[0] == ':' && at[1] == ':') {
            before = begin;
            begin = at + 2;
        }
    }
    return begin == name ? cxx_unreadable(reader)
                         : cxx_write(reader, "%.*s%.*s%s", (int)(place - name), name,
                                     (int)(begin - 2 - before), before, place + 1);
}

/* Reads the name of a function that constructs or destroys a variable that is not of a function. */
static const char *read_initializer(struct reader *reader, const char *text)
{
    bool is_whole = cxx_takes(reader, "?");
    const char *of = is_whole ? cxx_read_symbol(reader) : cxx_read_scopes(reader, NULL);
    if (is_whole && !cxx_takes(reader, "@@"))
        return cxx_unreadable(reader);
    return cxx_write(reader, "`dynamic %s for '%s''", text, of);
}

static const char *read_symbol_name(struct reader *reader)
{
    if (cxx_takes(reader, "?__E"))
        return read_initializer(reader, "initializer");
    if (cxx_takes(reader, "?__F"))
        return read_initializer(reader, "atexit destructor");
    if (*reader->at != '?')
        return cxx_read_scopes(reader, NULL);
    reader->at++;
    const char *name =
        cxx_takes(reader, "$") ? cxx_read_template(reader) : cxx_read_operator(reader);
    return with_class(reader, cxx_read_scopes(reader, name));
}

/* ---------------------------------------------------------------- what it is */

static const char *access_of(const struct reader *reader, int which)
{
    static const char *const words[] = {"private: ", "protected: ", "public: ", ""};
    return reader->flags & CXX_NO_ACCESS ? "" : words[which];
}

/* The letters of functions: each kind of access has eight, of which each second one is "far". */
enum member_kind { PLAIN_MEMBER, STATIC_MEMBER, VIRTUAL_MEMBER, ADJUSTING_MEMBER };

static const char *member_word(const struct reader *reader, enum member_kind kind)
{
    static const char *const words[] = {"", "static ", "virtual ", "virtual "};
    return reader->flags & CXX_NO_MEMBER_KIND ? "" : words[kind];
}

/* The text with another one in its place; as it is without a place. */
static const char *with_text(struct reader *reader, const char *text, const char *place,
                             const char *other)
{
    const char *at = strchr(text, *place);
    return at ? cxx_write(reader, "%.*s%s%s", (int)(at - text), text, other, at + 1) : text;
}

/* 0 to 2 are members of classes. */
static const char *read_variable(struct reader *reader, const char *name)
{
    int kind = *reader->at++ - '0';
    bool is_pointer = *reader->at && strchr("PQRSAB", *reader->at);
    const char *type = cxx_read_type(reader, NAME_PLACE), *qualifier = "";
    if (is_pointer && *reader->at >= 'Q' && *reader->at <= 'T') { /* to a member of a class */
        reader->at++;
        (void)cxx_read_scopes(reader, NULL);
    } else {
        qualifier = cxx_read_qualifier(reader);
    }
    if (reader->flags & CXX_NAME_ONLY)
        return name;
    if (*qualifier && !is_pointer) /* else it is that of what the pointer points to */
        name = cxx_write(reader, "%s %s", qualifier + 1, name);
    return cxx_write(reader, "%s%s%s", access_of(reader, kind < 3 ? kind : 3),
                     kind < 3 ? member_word(reader, STATIC_MEMBER) : "",
                     with_text(reader, type, NAME_PLACE, name));
}

/* Tables, which are const, and may be for one of several bases. */
static const char *read_table(struct reader *reader, const char *name)
{
    reader->at++;
    const char *qualifier = cxx_read_qualifier(reader);
    if (*qualifier && !(reader->flags & CXX_NAME_ONLY))
        name = cxx_write(reader, "%s %s", qualifier + 1, name);
    const char *sign = "{for ";
    for (; !reader->failed && !cxx_takes(reader, "@"); sign = "s ") {
        const char *base = cxx_read_scopes(reader, NULL);
        name = cxx_write(reader, "%s%s`%s'%s", name, sign, base, *reader->at == '@' ? "}" : "");
    }
    return name;
}

static const char *read_function(struct reader *reader, const char *name)
{
    int letter = *reader->at++ - 'A';
    bool is_global = letter >= 24, is_conversion = strchr(name, *RESULT_PLACE) != NULL;
    enum member_kind kind = is_global ? STATIC_MEMBER : (enum member_kind)(letter % 8 / 2);
    const char *qualifier = "", *result = NAME_PLACE;
    if (kind == ADJUSTING_MEMBER)
        name = cxx_write(reader, "%s`adjustor{%s}' ", name, cxx_read_number(reader));
    if (kind != STATIC_MEMBER)
        qualifier = cxx_read_qualifier(reader);
    const char *convention = cxx_read_convention(reader);
    if (!cxx_takes(reader, "@")) /* which constructors have */
        result = cxx_read_type(reader, is_conversion ? "" : NAME_PLACE);
    const char *parameters = cxx_read_parameters(reader);
    if (is_conversion)
        name = with_text(reader, name, RESULT_PLACE, result);
    if (is_conversion || reader->flags & CXX_NO_RESULT)
        result = NAME_PLACE;
    if (reader->flags & CXX_NAME_ONLY)
        return name;
    const char *text =
        cxx_write(reader, "%s%s%s%s", convention, *convention ? " " : "", name, parameters);
    if (*qualifier && (reader->flags & CXX_NO_OBJECT) != CXX_NO_OBJECT)
        text = cxx_write(reader, "%s%s ", text, qualifier + 1);
    return cxx_write(reader, "%s%s%s%s", kind == ADJUSTING_MEMBER ? "[thunk]:" : "",
                     access_of(reader, letter / 8), is_global ? "" : member_word(reader, kind),
                     with_text(reader, result, NAME_PLACE, text));
}

static const char *read_whole(struct reader *reader)
{
    if (cxx_takes(reader, "?_C")) /* a constant text; what follows is its digest */
        return reader->at += strlen(reader->at), "`string'";
    if (cxx_takes(reader, "?_R0")) {
        const char *type = cxx_read_type(reader, "");
        return cxx_takes(reader, "@8") ? cxx_write(reader, "%s `RTTI Type Descriptor'", type)
                                       : cxx_unreadable(reader);
    }
    const char *name = read_symbol_name(reader);
    if (*reader->at >= '0' && *reader->at <= '4')
        return read_variable(reader, name);
    if (*reader->at == '6' || *reader->at == '7')
        return read_table(reader, name);
    if (*reader->at >= 'A' && *reader->at <= 'Z')
        return read_function(reader, name);
    return cxx_takes(reader, "8") || cxx_takes(reader, "9") ? name : cxx_unreadable(reader);
}

const char *cxx_read_symbol(struct reader *reader)
{
    if (reader->depth == MOST_DEPTH)
        return cxx_unreadable(reader);
    reader->depth++;
    const char *text = read_whole(reader);
    reader->depth--;
    return text;
}

/* ---------------------------------------------------------------- the calls */

typedef void *get_memory(size_t size);
typedef void free_memory(void *block);

/* Writes the name as people read it, or as it is if it cannot be read, to the buffer of that size;
 * without a buffer to memory of get's, which is the caller's. */
CALL(char *, __unDName, char *buffer, const char *name, int size, get_memory *get,
     free_memory *free, unsigned short flags)
{
    struct reader reader = {.at = name, .flags = flags};
    const char *text;
    (void)free; /* nothing is left over */
    if (flags & CXX_TYPE)
        text = cxx_read_type(&reader, "");
    else
        text = cxx_takes(&reader, "?") ? cxx_read_symbol(&reader) : cxx_unreadable(&reader);
    if (reader.failed || *reader.at)
        text = name;
    size_t length = strlen(text);
    if (!buffer) {
        buffer = get(length + 1);
        size = (int)length + 1;
    }
    if (!buffer || size <= 0)
        return buffer;
    length = length < (size_t)size ? length : (size_t)size - 1;
    memcpy(buffer, text, length);
    buffer[length] = '\0';
    return buffer;
}

CALL(char *, __unDNameEx, char *buffer, const char *name, int size, get_memory *get,
     free_memory *free, void *unused, unsigned short flags)
{
    (void)unused;
    return __unDName(buffer, name, size, get, free, flags);
}
