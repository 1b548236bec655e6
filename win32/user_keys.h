/* Keys as Windows names them, on a keyboard of the United States. */
#ifndef WIN32_USER_KEYS_H
#define WIN32_USER_KEYS_H

#include "lib/terminal_keys.h"

#include <windef.h>

/* Bits of dwControlKeyState. */
enum {
    LEFT_ALT_PRESSED = 0x02,
    LEFT_CTRL_PRESSED = 0x08,
    SHIFT_PRESSED = 0x10,
    ENHANCED_KEY = 0x100
};

struct user_key {
    WORD virtual_key, scan_code; /* 0: the keyboard has no such key */
    WCHAR character;             /* 0: none */
    DWORD held;                  /* a dwControlKeyState */
};

/* Any context. */
struct user_key user_key_of(const struct key *key);

#endif
