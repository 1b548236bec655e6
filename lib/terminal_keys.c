#include "lib/terminal_keys.h"

enum { PLAIN_PREFIX = 0, EXTENDED_PREFIX = 224 };

size_t key_first(const char *bytes, size_t length, bool marks, struct key *key)
{
    if (!length)
        return 0;
    *key = (struct key){.character = (unsigned char)*bytes};
    if (!marks || *bytes != KEY_MARK)
        return 1;
    if (length < KEY_BYTES)
        return 0;
    *key = (struct key){.scan_code = (unsigned char)bytes[1],
                        .state = (unsigned char)(bytes[2] & ~KEY_STATE)};
    return KEY_BYTES;
}

unsigned char key_character(const struct key *key)
{
    enum { D = 0x20 };
    if (!key->scan_code)
        return key->character;
    return key->scan_code == D && key->state == KEY_CONTROL ? 'D' & 0x1F : 0;
}

/* By the first scan code of a run: the numbers alone, with shift, with Ctrl, with Alt. */
static const struct {
    unsigned char first, last, prefix;
    unsigned char numbers[4];
} rows[] = {
    {0x0F, 0x0F, PLAIN_PREFIX, {15, 15, 148, 165}},      /* Tab */
    {0x3B, 0x44, PLAIN_PREFIX, {59, 84, 94, 104}},       /* F1 to F10 */
    {0x47, 0x47, EXTENDED_PREFIX, {71, 71, 119, 151}},   /* Home */
    {0x48, 0x48, EXTENDED_PREFIX, {72, 72, 141, 152}},   /* up */
    {0x49, 0x49, EXTENDED_PREFIX, {73, 73, 134, 153}},   /* page up */
    {0x4B, 0x4B, EXTENDED_PREFIX, {75, 75, 115, 155}},   /* left */
    {0x4D, 0x4D, EXTENDED_PREFIX, {77, 77, 116, 157}},   /* right */
    {0x4F, 0x4F, EXTENDED_PREFIX, {79, 79, 117, 159}},   /* End */
    {0x50, 0x50, EXTENDED_PREFIX, {80, 80, 145, 160}},   /* down */
    {0x51, 0x51, EXTENDED_PREFIX, {81, 81, 118, 161}},   /* page down */
    {0x52, 0x52, EXTENDED_PREFIX, {82, 82, 146, 162}},   /* Insert */
    {0x53, 0x53, EXTENDED_PREFIX, {83, 83, 147, 163}},   /* Delete */
    {0x57, 0x58, EXTENDED_PREFIX, {133, 135, 137, 139}}, /* F11, F12 */
};

bool key_codes(const struct key *key, unsigned char codes[2])
{
    int column = key->state & KEY_ALT       ? 3
                 : key->state & KEY_CONTROL ? 2
                 : key->state & KEY_SHIFT   ? 1
                                            : 0;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (key->scan_code >= rows[i].first && key->scan_code <= rows[i].last) {
            bool is_function = rows[i].first == 0x57;
            codes[0] = column == 3 && !is_function ? PLAIN_PREFIX : rows[i].prefix;
            codes[1] = (unsigned char)(rows[i].numbers[column] + key->scan_code - rows[i].first);
            return true;
        }
    return false;
}
