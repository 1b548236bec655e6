/* How msvcrt.dll writes numbers. */
#include "lib/format_rules.h"
#include "win32/msvcrt/call.h"

enum { TWO_DIGITS = 1 }; /* of an exponent, in place of three */

__attribute__((constructor)) static void begin(void)
{
    format_rules = (struct format_rules){.library = FORMAT_MSVCRT,
                                         .exponent_digits = 3,
                                         .rounds_half_up = true,
                                         .has_old_words = true};
}

CALL(unsigned, _get_output_format, void)
{
    return format_rules.exponent_digits == 2 ? TWO_DIGITS : 0;
}

/* Returns what it was. */
CALL(unsigned, _set_output_format, unsigned format)
{
    unsigned before = _get_output_format();
    format_rules.exponent_digits = format & TWO_DIGITS ? 2 : 3;
    return before;
}
