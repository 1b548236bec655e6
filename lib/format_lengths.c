/* The words between a conversion's percent sign and its letter that say how long its argument is.
 */
#include <stdbool.h>
#include <string.h>

#include "lib/format_impl.h"

const char *format_length(const char *text, enum format_length *length)
{
    static const struct {
        char word[4];
        uint8_t size, length;
    } rows[] = {
        {"hh", 2, LENGTH_CHAR},  {"h", 1, LENGTH_SHORT},     {"ll", 2, LENGTH_LONG_LONG},
        {"l", 1, LENGTH_LONG},   {"L", 1, LENGTH_LONG_LONG}, {"I64", 3, LENGTH_LONG_LONG},
        {"I32", 3, LENGTH_LONG}, {"I", 1, LENGTH_SIZE},      {"j", 1, LENGTH_MAX},
        {"z", 1, LENGTH_SIZE},   {"t", 1, LENGTH_PTRDIFF},   {"w", 1, LENGTH_WIDE},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        if (*text == rows[i].word[0] && strncmp(text, rows[i].word, rows[i].size) == 0) {
            *length = rows[i].length;
            return text + rows[i].size;
        }
    *length = LENGTH_INT;
    return text;
}

/* A length as a text has it is wide with l and w, whatever else there is; as an integer has it the
 * longest counts, but for h, which is stronger than one l. L, F and N say nothing. Without a number
 * or an integer's letter behind it I is no length: it is the conversion, which there is not. */
const char *format_old_length(const char *text, enum format_length *length)
{
    bool is_short = false, is_wide = false, is_long_long = false;
    for (; *text; text++) {
        if (*text == 'h') {
            is_short = true;
        } else if (*text == 'l' || *text == 'w') {
            is_long_long |= text[0] == 'l' && text[1] == 'l';
            is_wide = true;
        } else if (*text == 'I') {
            const bool is_64 = strncmp(text, "I64", 3) == 0;
            if (is_64 || strncmp(text, "I32", 3) == 0)
                text += 2;
            else if (!text[1] || !strchr("dioxuX", text[1]))
                break;
            is_long_long |= is_64;
        } else if (!strchr("LFN", *text)) {
            break;
        }
    }
    const bool is_text = *text && strchr("sScC", *text);
    *length = is_long_long                        ? LENGTH_LONG_LONG
              : is_short && !(is_text && is_wide) ? LENGTH_SHORT
              : is_wide                           ? LENGTH_WIDE
                                                  : LENGTH_INT;
    return text;
}
