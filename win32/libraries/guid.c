#include "win32/libraries/guid.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wincrypt.h>

void guid_make(struct guid *id)
{
    SystemFunction036(id, sizeof *id);
    id->third = (uint16_t)((id->third & 0x0FFF) | 0x4000);
    id->rest[0] = (id->rest[0] & 0x3F) | 0x80;
}

void guid_write(const struct guid *id, char text[GUID_TEXT + 1], bool capitals)
{
    char *to = text + sprintf(text, "%08x-%04x-%04x-", (unsigned)id->first, id->second, id->third);
    for (unsigned i = 0; i < sizeof id->rest; i++)
        to += sprintf(to, i == 1 ? "%02x-" : "%02x", id->rest[i]);
    for (to = text; capitals && *to; to++)
        *to = (char)toupper((unsigned char)*to);
}

bool guid_read(const char *text, struct guid *id)
{
    static const char form[GUID_TEXT + 1] = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    char digits[GUID_TEXT + 1], *to = digits;
    if (strlen(text) != GUID_TEXT)
        return false;
    for (unsigned i = 0; i < GUID_TEXT; i++) {
        if (form[i] == 'x' ? !isxdigit((unsigned char)text[i]) : text[i] != form[i])
            return false;
        if (form[i] == 'x')
            *to++ = text[i];
    }
    *to = 0;
    for (int i = sizeof id->rest - 1; i >= 0; i--) {
        to -= 2;
        id->rest[i] = (uint8_t)strtoul(to, NULL, 16);
        *to = 0;
    }
    const uint64_t head = strtoull(digits, NULL, 16);
    id->first = (uint32_t)(head >> 32);
    id->second = (uint16_t)(head >> 16);
    id->third = (uint16_t)head;
    return true;
}
