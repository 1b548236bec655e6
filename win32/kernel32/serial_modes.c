/* Texts that say how a serial port works. */
#include "lib/utf16.h"
#include "win32/fails.h"
#include "win32/kernel32/serial_ports.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { OFF, ON, HANDSHAKE, TOGGLE };

struct modes {
    DCB dcb;
    COMMTIMEOUTS timeouts;
    bool has_stop;
};

/* Takes a text that begins so, in any case. */
static bool take_text(const char **at, const char *text)
{
    size_t length = strlen(text);
    if (_strnicmp(*at, text, length) != 0)
        return false;
    *at += length;
    return true;
}

static void take_blanks(const char **at)
{
    *at += strspn(*at, " ");
}

static bool take_decimal(const char **at, DWORD *number)
{
    char *end;
    if (**at < '0' || **at > '9')
        return false;
    *number = strtoul(*at, &end, 10);
    *at = end;
    return true;
}

static bool ends(char next)
{
    return !next || next == ' ' || next == ',';
}

/* Takes one of the words, whose end is the word's. Returns its index, or -1. */
static int take_one_of(const char **at, const char *const *words, int count)
{
    for (int i = 0; i < count; i++) {
        const char *behind = *at;
        if (take_text(&behind, words[i]) && ends(*behind)) {
            *at = behind;
            return i;
        }
    }
    return -1;
}

/* ---------------------------------------------------------------- values */

#define WORD_OF(at, ...)                                                                           \
    take_one_of(at, (const char *const[]){__VA_ARGS__},                                            \
                sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static bool take_parity(const char **at, struct modes *modes)
{
    int parity = WORD_OF(at, "n", "o", "e", "m", "s");
    modes->dcb.Parity = (BYTE)parity;
    return parity >= 0;
}

static bool take_data(const char **at, struct modes *modes)
{
    enum { LEAST = 5 };
    int data = WORD_OF(at, "5", "6", "7", "8");
    modes->dcb.ByteSize = (BYTE)(LEAST + data);
    return data >= 0;
}

static bool take_stop(const char **at, struct modes *modes)
{
    int stop = WORD_OF(at, "1", "1.5", "2");
    modes->dcb.StopBits = (BYTE)stop;
    modes->has_stop = true;
    return stop >= 0;
}

static bool take_baud(const char **at, struct modes *modes)
{
    return take_decimal(at, &modes->dcb.BaudRate) && ends(**at);
}

/* The first two digits may stand for a rate. */
static bool take_short_baud(const char **at, struct modes *modes)
{
    static const DWORD rates[][2] = {{11, 110}, {12, 1200}, {19, 19200}, {24, 2400},
                                     {30, 300}, {48, 4800}, {60, 600},   {96, 9600}};
    if (!take_baud(at, modes))
        return false;
    for (unsigned i = 0; i < sizeof rates / sizeof rates[0]; i++)
        if (modes->dcb.BaudRate == rates[i][0]) {
            modes->dcb.BaudRate = rates[i][1];
            break;
        }
    return true;
}

/* ---------------------------------------------------------------- the two forms */

static bool take_comma(const char **at)
{
    take_blanks(at);
    if (!take_text(at, ","))
        return false;
    take_blanks(at);
    return true;
}

/* "96,n,8,1", with x for XON and XOFF, or p for lines. */
static bool take_short(const char *at, struct modes *modes)
{
    if (!take_short_baud(&at, modes) || !take_comma(&at) || !take_parity(&at, modes) ||
        !take_comma(&at) || !take_data(&at, modes) || !take_comma(&at) || !take_stop(&at, modes))
        return false;
    int flow = -1;
    if (take_comma(&at) && (flow = WORD_OF(&at, "x", "p")) < 0)
        return false;
    take_blanks(&at);
    modes->dcb.fOutX = modes->dcb.fInX = flow == 0;
    modes->dcb.fOutxCtsFlow = modes->dcb.fOutxDsrFlow = flow == 1;
    modes->dcb.fDtrControl = modes->dcb.fRtsControl = flow == 1 ? HANDSHAKE : ON;
    return !*at;
}

static bool take_flag(const char **at, const char *name, struct modes *modes)
{
    static const char *const words[] = {"off", "on", "hs", "tg"};
    DCB *dcb = &modes->dcb;
    bool is_dtr = !strcmp(name, "dtr="), is_rts = !strcmp(name, "rts=");
    int value = take_one_of(at, words, is_rts ? TOGGLE + 1 : is_dtr ? HANDSHAKE + 1 : ON + 1);
    if (value < 0)
        return false;
    bool is_on = value;
    if (is_dtr)
        dcb->fDtrControl = (DWORD)value & 3;
    else if (is_rts)
        dcb->fRtsControl = (DWORD)value & 3;
    else if (!strcmp(name, "xon="))
        dcb->fOutX = dcb->fInX = is_on;
    else if (!strcmp(name, "odsr="))
        dcb->fOutxDsrFlow = is_on;
    else if (!strcmp(name, "octs="))
        dcb->fOutxCtsFlow = is_on;
    else if (!strcmp(name, "idsr="))
        dcb->fDsrSensitivity = is_on;
    else
        modes->timeouts = (COMMTIMEOUTS){.WriteTotalTimeoutConstant = is_on ? 60000 : 0};
    return true;
}

static bool take_setting(const char **at, struct modes *modes)
{
    static const struct {
        const char *name;
        bool (*take_value)(const char **at, struct modes *modes);
    } values[] = {
        {"baud=", take_baud}, {"parity=", take_parity}, {"data=", take_data}, {"stop=", take_stop}};
    static const char *const flags[] = {"to=", "xon=", "odsr=", "octs=", "dtr=", "rts=", "idsr="};
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++)
        if (take_text(at, values[i].name))
            return values[i].take_value(at, modes);
    for (unsigned i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (take_text(at, flags[i]))
            return take_flag(at, flags[i], modes);
    return false;
}

/* "baud=9600 parity=n": one stop bit if the text says nothing, at 110 baud two. */
static bool take_long(const char *at, struct modes *modes)
{
    enum { SLOW = 110, ONE = 0, TWO = 2 };
    do {
        if (!take_setting(&at, modes) || (*at && *at != ' '))
            return false;
        take_blanks(&at);
    } while (*at);
    if (!modes->has_stop)
        modes->dcb.StopBits = modes->dcb.BaudRate == SLOW ? TWO : ONE;
    return true;
}

/* Takes "COM1:" away. */
static bool take_port(const char **at)
{
    DWORD number;
    if (!take_text(at, "COM"))
        return true;
    if (!take_decimal(at, &number) || !number)
        return false;
    take_blanks(at);
    if (!take_text(at, ":"))
        return false;
    take_blanks(at);
    return true;
}

BOOL WINAPI BuildCommDCBAndTimeoutsA(LPCSTR text, LPDCB dcb, LPCOMMTIMEOUTS timeouts)
{
    struct modes modes = {.dcb = *dcb};
    if (timeouts)
        modes.timeouts = *timeouts;
    const char *at = text;
    bool is_known = take_port(&at);
    bool is_short = *at >= '0' && *at <= '9';
    if (!is_known || !(is_short ? take_short(at, &modes) : take_long(at, &modes)))
        return fails(ERROR_INVALID_PARAMETER);
    *dcb = modes.dcb;
    if (timeouts)
        *timeouts = modes.timeouts;
    return TRUE;
}

BOOL WINAPI BuildCommDCBAndTimeoutsW(LPCWSTR text, LPDCB dcb, LPCOMMTIMEOUTS timeouts)
{
    char *narrow = wide_narrow_copy(text);
    BOOL done =
        narrow ? BuildCommDCBAndTimeoutsA(narrow, dcb, timeouts) : fails(ERROR_NOT_ENOUGH_MEMORY);
    free(narrow);
    return done;
}

BOOL WINAPI BuildCommDCBA(LPCSTR text, LPDCB dcb)
{
    return BuildCommDCBAndTimeoutsA(text, dcb, NULL);
}

BOOL WINAPI BuildCommDCBW(LPCWSTR text, LPDCB dcb)
{
    return BuildCommDCBAndTimeoutsW(text, dcb, NULL);
}
