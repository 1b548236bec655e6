/* Commands about the console. */
#include <conio.h>
#include <consoleapi2.h>
#include <ctype.h>
#include <processenv.h>
#include <stdlib.h>
#include <string.h>
#include <synchapi.h>
#include <winbase.h>
#include <wincon.h>
#include <winnls.h>

#include "lib/console_input.h"
#include "lib/host.h"
#include "lib/stdio_impl.h"
#include "win32/commands/command_list.h"

int command_echo(struct command *command)
{
    const char *text = command->rest;
    const char *word = command_skip_blanks(text);
    size_t length = strcspn(word, " \t");
    bool is_alone = !word[length + strspn(word + length, " \t")];
    if (!*word && strspn(text, " \t") == strlen(text))
        command_print(command->streams.out, "ECHO is %s.\n",
                      command->process->is_silent ? "off" : "on");
    else if (strchr(" \t", *text) && is_alone &&
             ((length == 2 && _strnicmp(word, "on", 2) == 0) ||
              (length == 3 && _strnicmp(word, "off", 3) == 0)))
        command->process->is_silent = length == 3;
    else
        command_print(command->streams.out, "%s\n", text + 1);
    return 0;
}

/* Waits for a key that is pressed from now on. The rest of a line that the program has not read
 * stays. */
static void wait_for_key(void)
{
    lock_take(&input_lock);
    input_skip_key();
    lock_release(&input_lock);
}

/* A pipe's next key and a file's next byte have been there before. */
int command_pause(struct command *command)
{
    FILE *in = command->streams.in;
    bool is_device = command_is_device(in) && in->reads;
    command_print(command->streams.out, "Press any key to continue . . . ");
    if (is_device && stdio_is_pipe(in))
        _getch();
    else if (is_device)
        wait_for_key();
    else if (in->reads)
        fgetc(in);
    command_print(command->streams.out, "\n");
    return 0;
}

/* A file gets the character for a new page. */
int command_cls(struct command *command)
{
    CONSOLE_SCREEN_BUFFER_INFO screen;
    HANDLE console = GetStdHandle(STD_OUTPUT_HANDLE);
    const COORD first = {0, 0};
    DWORD done;
    if (!command_is_device(command->streams.out) || stdio_is_pipe(command->streams.out)) {
        command_put(command->streams.out, "\f", 1);
    } else if (GetConsoleScreenBufferInfo(console, &screen)) {
        DWORD cells = (DWORD)screen.dwSize.X * (DWORD)screen.dwSize.Y;
        FillConsoleOutputCharacterA(console, ' ', cells, first, &done);
        FillConsoleOutputAttribute(console, screen.wAttributes, cells, first, &done);
        SetConsoleCursorPosition(console, first);
    }
    return 0;
}

static unsigned hexadecimal(char digit)
{
    return isdigit((unsigned char)digit) ? (unsigned)(digit - '0')
                                         : (unsigned)(tolower((unsigned char)digit) - 'a' + 10);
}

int command_color(struct command *command)
{
    enum { WHITE_ON_BLACK = 7, BACKGROUND_SHIFT = 4 };
    const char *text = command_whole_rest(command);
    size_t length = strlen(text);
    if (length > 2 || strspn(text, "0123456789abcdefABCDEF") != length) {
        command_print(command->streams.out,
                      "Sets the default console foreground and background colors.\n\n"
                      "COLOR [attr]\n");
        return 1;
    }
    unsigned behind = length == 2 ? hexadecimal(text[0]) : 0;
    unsigned front = length ? hexadecimal(text[length - 1]) : WHITE_ON_BLACK;
    if (front == behind)
        return 1;
    if (command_is_device(command->streams.out))
        SetConsoleTextAttribute(GetStdHandle(STD_OUTPUT_HANDLE),
                                (WORD)(behind << BACKGROUND_SHIFT | front));
    return 0;
}

int command_title(struct command *command)
{
    SetConsoleTitleA(command_skip_blanks(command->rest));
    return 0;
}

int command_chcp(struct command *command)
{
    const char *text = command_whole_rest(command);
    if (*text) {
        UINT page = (UINT)atoi(text);
        if (strspn(text, "0123456789") != strlen(text) || !SetConsoleOutputCP(page) ||
            !SetConsoleCP(page)) {
            command_print(command->streams.error, "Invalid code page\n");
            return 1;
        }
    }
    command_print(command->streams.out, "Active code page: %u\n", GetConsoleOutputCP());
    return 0;
}

/* mode con: the size of the screen is the host's, so a size is only read. */
int command_mode(struct command *command)
{
    char *text = command_skip_blanks(command->rest);
    size_t length = strcspn(text, " \t:");
    if (length != 3 || _strnicmp(text, "con", length) != 0) {
        command_print(command->streams.out, "Illegal device name - %.*s\n", (int)length, text);
        return 1;
    }
    char *at = command_skip_blanks(text + length + (text[length] == ':'));
    if (!*at)
        command_print(command->streams.out,
                      "\nStatus for device CON:\n----------------------\n"
                      "    Lines:          300\n    Columns:        80\n"
                      "    Keyboard rate:  31\n    Keyboard delay: 1\n"
                      "    Code page:      %u\n\n",
                      GetConsoleOutputCP());
    while (*at) {
        bool is_size = _strnicmp(at, "cols=", 5) == 0 && atoi(at + 5) > 0;
        is_size = is_size || (_strnicmp(at, "lines=", 6) == 0 && atoi(at + 6) > 0);
        size_t word = strcspn(at, " \t,;");
        if (!is_size) {
            command_print(command->streams.out, "Invalid parameter - %.*s\n", (int)word, at);
            return 1;
        }
        at = command_skip_blanks(at + word);
    }
    return 0;
}

/* timeout [/t] SECONDS [/nobreak]. It takes keys, so its input must be a console. */
int command_timeout(struct command *command)
{
    enum { MOST = 99999, SLICE = 100 /* ms */, SLICES = 10 };
    struct command_words words;
    FILE *in = command->streams.in;
    bool is_cut = command_cut(command, "tn", &words),
         takes_keys = is_cut && !command_switch(&words, 'n');
    const char *number = is_cut && words.count == 1 ? words.names[0] : "";
    int seconds = atoi(number);
    bool is_number = *number && strspn(number, "-0123456789") == strlen(number);
    command_free_words(&words);
    if (!is_number || seconds < -1 || seconds > MOST) {
        command_print(command->streams.error,
                      "ERROR: Invalid syntax.\nType \"TIMEOUT /?\" for usage.\n");
        return 1;
    }
    if (in != &stdio_files[0] || !command_is_device(in) || stdio_is_pipe(in)) {
        command_print(command->streams.error, "ERROR: Input redirection is not supported, exiting "
                                              "the process immediately.\n");
        return 1;
    }
    const char *ends = takes_keys ? "press a key to continue ..." : "press CTRL+C to quit ...";
    command_print(command->streams.out, "\n");
    for (; seconds; seconds -= seconds > 0) {
        command_print(command->streams.out, "\rWaiting for %2d seconds, %s", seconds, ends);
        for (int slice = 0; slice < SLICES; slice++) {
            if (takes_keys && _kbhit()) {
                _getch();
                seconds = 1;
                break;
            }
            Sleep(SLICE);
        }
    }
    command_print(command->streams.out, "\rWaiting for %2d seconds, %s\n", 0, ends);
    return 0;
}
