/* The keyboard of user32: which key gives what, and which ones were pressed a moment ago. */
#include "win32/user_keys.h"

#include "lib/console_input.h"
#include "lib/host.h"

#include <ctype.h>
#include <string.h>
#include <sysinfoapi.h>
#include <winuser.h>

enum { SCAN_CONTROL = 0x1D, SCAN_SHIFT = 0x2A, SCAN_ALT = 0x38, SCAN_CODES = 0x59, KEYS = 256 };
enum { LETTERS = 0x40, SMALL_LETTERS = 0x60, LAST_LETTER = 0x1A, BACK_BY_CONTROL = 0x7F };

/* By scan code: virtual keys, characters, and those with shift. */
static const struct row {
    BYTE virtual_key;
    char plain, shifted;
} keyboard[SCAN_CODES] = {
    [0x01] = {VK_ESCAPE, 27, 27},
    {'1', '1', '!'},
    {'2', '2', '@'},
    {'3', '3', '#'},
    {'4', '4', '$'},
    {'5', '5', '%'},
    {'6', '6', '^'},
    {'7', '7', '&'},
    {'8', '8', '*'},
    {'9', '9', '('},
    {'0', '0', ')'},
    {VK_OEM_MINUS, '-', '_'},
    {VK_OEM_PLUS, '=', '+'},
    {VK_BACK, 8, 8},
    {VK_TAB, 9, 9},
    {'Q', 'q', 'Q'},
    {'W', 'w', 'W'},
    {'E', 'e', 'E'},
    {'R', 'r', 'R'},
    {'T', 't', 'T'},
    {'Y', 'y', 'Y'},
    {'U', 'u', 'U'},
    {'I', 'i', 'I'},
    {'O', 'o', 'O'},
    {'P', 'p', 'P'},
    {VK_OEM_4, '[', '{'},
    {VK_OEM_6, ']', '}'},
    {VK_RETURN, 13, 13},
    {VK_CONTROL, 0, 0},
    {'A', 'a', 'A'},
    {'S', 's', 'S'},
    {'D', 'd', 'D'},
    {'F', 'f', 'F'},
    {'G', 'g', 'G'},
    {'H', 'h', 'H'},
    {'J', 'j', 'J'},
    {'K', 'k', 'K'},
    {'L', 'l', 'L'},
    {VK_OEM_1, ';', ':'},
    {VK_OEM_7, '\'', '"'},
    {VK_OEM_3, '`', '~'},
    {VK_SHIFT, 0, 0},
    {VK_OEM_5, '\\', '|'},
    {'Z', 'z', 'Z'},
    {'X', 'x', 'X'},
    {'C', 'c', 'C'},
    {'V', 'v', 'V'},
    {'B', 'b', 'B'},
    {'N', 'n', 'N'},
    {'M', 'm', 'M'},
    {VK_OEM_COMMA, ',', '<'},
    {VK_OEM_PERIOD, '.', '>'},
    {VK_OEM_2, '/', '?'},
    [SCAN_ALT] = {VK_MENU, 0, 0},
    {VK_SPACE, ' ', ' '},
    [0x3B] = {VK_F1, 0, 0},
    {VK_F2, 0, 0},
    {VK_F3, 0, 0},
    {VK_F4, 0, 0},
    {VK_F5, 0, 0},
    {VK_F6, 0, 0},
    {VK_F7, 0, 0},
    {VK_F8, 0, 0},
    {VK_F9, 0, 0},
    {VK_F10, 0, 0},
    [0x47] = {VK_HOME, 0, 0},
    {VK_UP, 0, 0},
    {VK_PRIOR, 0, 0},
    [0x4B] = {VK_LEFT, 0, 0},
    [0x4D] = {VK_RIGHT, 0, 0},
    [0x4F] = {VK_END, 0, 0},
    {VK_DOWN, 0, 0},
    {VK_NEXT, 0, 0},
    {VK_INSERT, 0, 0},
    {VK_DELETE, 0, 0},
    [0x57] = {VK_F11, 0, 0},
    {VK_F12, 0, 0},
};
enum { FIRST_ENHANCED = 0x47, LAST_ENHANCED = 0x53 };

/* Returns the scan code of the key with a character, 0: there is none. */
static WORD scan_of_character(char character, bool *shifted)
{
    for (WORD scan = 1; character && scan < SCAN_CODES; scan++)
        if (keyboard[scan].plain == character || keyboard[scan].shifted == character) {
            *shifted = keyboard[scan].plain != character;
            return scan;
        }
    return 0;
}

static WORD scan_of_key(UINT virtual_key)
{
    for (WORD scan = 1; virtual_key && scan < SCAN_CODES; scan++)
        if (keyboard[scan].virtual_key == virtual_key)
            return scan;
    return 0;
}

/* A character below a blank that no key has by itself is a letter's with Ctrl, or one's of [ \ ] ^
 * _; 7Fh that of the key to go back. */
static struct user_key key_of_character(unsigned char character)
{
    bool shifted = false, controlled = false;
    WCHAR given = character == '\n' ? '\r' : character;
    WORD scan = scan_of_character((char)given, &shifted);
    if (!scan && (given < ' ' || given == BACK_BY_CONTROL)) {
        controlled = true;
        WORD behind = given <= LAST_LETTER ? SMALL_LETTERS : LETTERS;
        scan = given == BACK_BY_CONTROL ? scan_of_key(VK_BACK)
                                        : scan_of_character((char)(given | behind), &shifted);
    }
    return (struct user_key){keyboard[scan].virtual_key, scan, given,
                             (shifted ? SHIFT_PRESSED : 0u) |
                                 (controlled ? LEFT_CTRL_PRESSED : 0u)};
}

struct user_key user_key_of(const struct key *key)
{
    WORD scan = key->scan_code;
    if (!scan)
        return key_of_character(key->character);
    DWORD enhanced = scan >= FIRST_ENHANCED && scan <= LAST_ENHANCED ? ENHANCED_KEY : 0;
    return (struct user_key){scan < SCAN_CODES ? keyboard[scan].virtual_key : 0, scan,
                             key_character(key),
                             (key->state & KEY_SHIFT ? SHIFT_PRESSED : 0u) |
                                 (key->state & KEY_ALT ? LEFT_ALT_PRESSED : 0u) |
                                 (key->state & KEY_CONTROL ? LEFT_CTRL_PRESSED : 0u) | enhanced};
}

/* ---------------------------------------------------------------- what is pressed */

/* A terminal says only that a key was pressed, and again while it is held. */
enum { DOWN_MILLISECONDS = 100 };

/* By virtual key, with the input's lock: when it was pressed last, and whether that was since
 * GetAsyncKeyState told of it. */
static DWORD pressed_at[KEYS];
static bool was_pressed[KEYS], is_new[KEYS];

static void press(UINT virtual_key)
{
    pressed_at[virtual_key] = GetTickCount();
    was_pressed[virtual_key] = is_new[virtual_key] = true;
}

/* The input's bytes come in any pieces. */
static void hear(const char *bytes, size_t length)
{
    static char key_bytes[KEY_BYTES];
    static size_t held;
    struct key key;
    while (length--) {
        key_bytes[held++] = *bytes++;
        if (!key_first(key_bytes, held, true, &key))
            continue;
        held = 0;
        struct user_key pressed = user_key_of(&key);
        press(pressed.virtual_key);
        if (pressed.held & SHIFT_PRESSED)
            press(VK_SHIFT);
        if (pressed.held & LEFT_CTRL_PRESSED)
            press(VK_CONTROL);
        if (pressed.held & LEFT_ALT_PRESSED)
            press(VK_MENU);
    }
}

static bool is_down(UINT virtual_key)
{
    return was_pressed[virtual_key] && GetTickCount() - pressed_at[virtual_key] < DOWN_MILLISECONDS;
}

/* Takes the lock of what is pressed, with all that has been typed until now. Returns false: another
 * thread waits for input, and has the lock. */
static bool take_keyboard(void)
{
    __atomic_store_n(&input_listener, hear, __ATOMIC_RELAXED);
    input_look();
    return lock_try(&input_lock);
}

#define IS_DOWN     ((SHORT)0x8000)
#define WAS_PRESSED 1

SHORT WINAPI GetAsyncKeyState(int virtual_key)
{
    if (virtual_key <= 0 || virtual_key >= KEYS || !take_keyboard())
        return 0;
    SHORT state = is_down((UINT)virtual_key) ? IS_DOWN : 0;
    if (is_new[virtual_key])
        state |= WAS_PRESSED;
    is_new[virtual_key] = false;
    lock_release(&input_lock);
    return state;
}

SHORT WINAPI GetKeyState(int virtual_key)
{
    if (virtual_key <= 0 || virtual_key >= KEYS || !take_keyboard())
        return 0;
    SHORT state = is_down((UINT)virtual_key) ? IS_DOWN : 0;
    lock_release(&input_lock);
    return state;
}

BOOL WINAPI GetKeyboardState(PBYTE states)
{
    for (int key = 0; key < KEYS; key++)
        states[key] = (BYTE)((WORD)GetKeyState(key) >> 8);
    return TRUE;
}

/* ---------------------------------------------------------------- which key */

UINT WINAPI MapVirtualKeyA(UINT code, UINT how)
{
    WORD scan = how == MAPVK_VSC_TO_VK || how == MAPVK_VSC_TO_VK_EX
                    ? (WORD)(code < SCAN_CODES ? code : 0)
                    : scan_of_key(code);
    if (how == MAPVK_VK_TO_VSC || how == MAPVK_VK_TO_VSC_EX)
        return scan;
    if (how == MAPVK_VK_TO_CHAR)
        return (UINT)toupper(keyboard[scan].plain);
    return keyboard[scan].virtual_key;
}

UINT WINAPI MapVirtualKeyW(UINT code, UINT how)
{
    return MapVirtualKeyA(code, how);
}

SHORT WINAPI VkKeyScanW(WCHAR character)
{
    enum { SHIFT = 0x100, CONTROL = 0x200 };
    struct user_key key = {0};
    if (character && character < 0x80)
        key = key_of_character((unsigned char)character);
    if (!key.virtual_key)
        return -1;
    return (SHORT)(key.virtual_key | (key.held & SHIFT_PRESSED ? SHIFT : 0) |
                   (key.held & LEFT_CTRL_PRESSED ? CONTROL : 0));
}

SHORT WINAPI VkKeyScanA(CHAR character)
{
    return VkKeyScanW((unsigned char)character);
}
