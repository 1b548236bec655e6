/* Identifiers of 128 bits, and their texts: 12345678-1234-1234-1234-123456789abc. */
#ifndef WIN32_LIBRARIES_GUID_H
#define WIN32_LIBRARIES_GUID_H

#include <stdbool.h>
#include <stdint.h>

enum { GUID_TEXT = 36 };

struct guid {
    uint32_t first;
    uint16_t second, third;
    uint8_t rest[8];
};

/* Makes one of random numbers, of RFC 4122's version 4. */
void guid_make(struct guid *id);

void guid_write(const struct guid *id, char text[GUID_TEXT + 1], bool capitals);

/* Returns false for another text, and leaves the identifier as it is then. */
bool guid_read(const char *text, struct guid *id);

#endif
