/* The words for numbers that are none: inf and nan, and Microsoft's for kinds of these. */
#include "lib/format_impl.h"

#include <ctype.h>
#include <string.h>

enum kind { INFINITE, QUIET, SIGNALING, INDEFINITE, KINDS };

static enum kind kind_of(const struct float_parts *value)
{
    const uint64_t quiet = UINT64_C(1) << (FLOAT_FRACTION_BITS - 1), all = 2 * quiet - 1;
    if (value->infinite)
        return INFINITE;
    if (!(value->mantissa & quiet))
        return SIGNALING;
    return value->negative && (value->mantissa & all) == quiet ? INDEFINITE : QUIET;
}

void format_word(char word[FORMAT_WORD_SIZE], const struct float_parts *value, bool tells_kinds,
                 bool capitals)
{
    static const char words[KINDS][FORMAT_WORD_SIZE] = {"inf", "nan", "nan(snan)", "nan(ind)"};
    strcpy(word, words[kind_of(value)]);
    if (!tells_kinds)
        word[sizeof "nan" - 1] = 0;
    for (; capitals && *word; word++)
        *word = (char)toupper(*word);
}

/* These are written as if the word were digits, which a precision cuts, rounds and fills with
 * zeros. */
void format_old_word(struct sink *sink, const struct format_spec *spec,
                     const struct float_parts *value)
{
    enum { WORD_SIZE = 6, USUAL_PRECISION = 6, ROUNDED_UP = '5' };
    static const char words[KINDS][WORD_SIZE] = {"#INF", "#QNAN", "#SNAN", "#IND"};
    char letter = (char)tolower(spec->conversion), digits[WORD_SIZE];
    size_t places = spec->precision < 0 ? USUAL_PRECISION : (size_t)spec->precision;
    if (letter == 'g')
        places -= places > 0;
    strcpy(digits, words[kind_of(value)]);
    size_t length = strlen(digits), zeros = 0;
    if (places < length) {
        if (places > 0 && digits[places] >= ROUNDED_UP)
            digits[places - 1]++;
        length = places;
    } else if (letter != 'g' || spec->alternate) {
        zeros = places - length;
    }
    char buffer[FORMAT_EXPONENT_SIZE];
    const char *suffix = "";
    if (letter == 'e' || letter == 'a')
        suffix = format_exponent((char)(spec->conversion + (letter == 'a' ? 'p' - 'a' : 0)), 0,
                                 letter == 'a' ? 1 : format_rules_of(sink)->exponent_digits,
                                 buffer + sizeof buffer);
    bool point = length > 0 || spec->alternate;
    size_t after = format_open(sink, spec, format_sign(spec, value->negative),
                               1 + point + length + zeros + strlen(suffix), true);
    sink_put(sink, '1');
    if (point)
        sink_put(sink, '.');
    sink_write(sink, digits, length);
    sink_fill(sink, '0', zeros);
    sink_write(sink, suffix, strlen(suffix));
    sink_fill(sink, ' ', after);
}
