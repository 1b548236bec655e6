/* Bytes of the input that no caller has taken yet. A line of this length is read whole, whichever
 * threads read. */
#include "lib/console_input.h"

#include <string.h>

#include "lib/host.h"
#include "lib/terminal_keys.h"
#include "lib/utf16.h"

struct lock input_lock;

enum { AS_KEYS = TYPING_KEYS | TYPING_HIDDEN };

static char pending[1024];
static size_t next, end;
static char last = '\n'; /* the byte before them */

static size_t pending_length(void)
{
    return end - next;
}

const char *input_here(void)
{
    return pending + next;
}

void input_pass(size_t length)
{
    if (length)
        last = pending[next + length - 1];
    next += length;
}

/* How reads of text want the host's terminal, and what it was told last. */
static unsigned text_typing, typing, control_c_typing;
static bool has_marks;

void (*input_listener)(const char *bytes, size_t length);

bool input_has_marks(void)
{
    return has_marks;
}

void input_set_typing(bool lines, bool shown, bool control_c)
{
    text_typing = (lines ? 0 : TYPING_KEYS) | (shown ? 0 : TYPING_HIDDEN);
    control_c_typing = control_c ? TYPING_CONTROL_C : 0;
}

/* Tells the host's terminal how keys come, before the program waits for some. */
static void ask_for(unsigned wanted)
{
    wanted |= control_c_typing;
    if (wanted == typing || lib_host.input_is_pipe)
        return;
    typing = wanted;
    has_marks = true;
    lib_host.typing(wanted);
}

/* Waits for more. Returns false: there is no room, or the input has ended. */
static bool take_more(void)
{
    if (pending_length() == sizeof pending)
        return false;
    memmove(pending, pending + next, pending_length());
    end = pending_length();
    next = 0;
    size_t length = lib_host.read(pending + end, sizeof pending - end);
    if (stdio_screen && length && !lib_host.input_is_pipe && !typing)
        stdio_screen->typed(pending + end, length);
    if (input_listener && length && !lib_host.input_is_pipe)
        input_listener(pending + end, length);
    end += length;
    return length != 0;
}

/* Returns how many of the bytes that are there come before ^Z, which has to begin a line of a
 * console. */
static size_t before_control_z(void)
{
    bool begins = last == '\n';
    for (size_t i = next; i < end; begins = pending[i++] == '\n')
        if (pending[i] == STDIO_CONTROL_Z && (begins || lib_host.input_is_pipe))
            return i - next;
    return pending_length();
}

/* Whether a text ends in the bytes that are there: with a console's whole line. */
static bool text_ends(void)
{
    size_t before = before_control_z();
    return lib_host.input_is_pipe
               ? before < pending_length()
               : memchr(input_here() + before, '\n', pending_length() - before) != NULL;
}

/* A console's line that begins with ^Z goes; later calls read the text behind it. */
static void pass_control_z(void)
{
    const char *line_end = memchr(input_here(), '\n', pending_length());
    input_pass(line_end ? (size_t)(line_end + 1 - input_here()) : pending_length());
}

/* A pipe's LF behind CR is no key: the two are the enter key. Returns whether it was there. */
static bool pass_end_of_enter(void)
{
    bool is_there =
        lib_host.input_is_pipe && last == '\r' && pending_length() && pending[next] == '\n';
    if (is_there)
        input_pass(1);
    return is_there;
}

/* Keys that came as such become text: those without characters go, and the enter key is what reads
 * of text have for it now. */
static void turn_keys_into_text(void)
{
    const char enter = text_typing & TYPING_KEYS ? '\r' : '\n';
    size_t to = next, from = next;
    struct key key;
    for (size_t length; (length = key_first(pending + from, end - from, true, &key));
         from += length) {
        char character = (char)key_character(&key);
        if (character)
            pending[to++] = character == '\n' || character == '\r' ? enter : character;
    }
    memmove(pending + to, pending + from, end - from); /* a key that is still on its way */
    end -= from - to;
}

/* Whether of the first key only a part is there. */
static bool has_part_of_key(void)
{
    struct key key;
    return pending_length() && !key_first(input_here(), pending_length(), has_marks, &key);
}

static bool is_enough(size_t wanted, enum stdio_wish wish, bool text)
{
    return (pending_length() >= wanted && !(wish == STDIO_KEY && wanted && has_part_of_key())) ||
           (wish == STDIO_LINE && memchr(input_here(), '\n', pending_length())) ||
           (text && text_ends());
}

size_t input_wait(size_t most, enum stdio_wish wish, bool text)
{
    bool takes_lines = lib_host.input_is_pipe || !(text_typing & TYPING_KEYS);
    if (wish == STDIO_LINE && !takes_lines)
        wish = STDIO_SOME;
    size_t wanted = wish == STDIO_SOME ? 1 : most;
    do {
        for (;;) {
            if (has_marks && wish != STDIO_KEY)
                turn_keys_into_text();
            if (is_enough(wanted, wish, text))
                break;
            ask_for(wish == STDIO_KEY ? AS_KEYS : text_typing);
            if (!take_more())
                break;
        }
    } while (wish == STDIO_KEY && pass_end_of_enter());
    if (text && lib_host.input_is_pipe && pending_length() == 1 && *input_here() == '\r')
        take_more(); /* is it a line's end? */
    if (!text)
        return pending_length();
    size_t before = before_control_z();
    if (before == 0 && pending_length() && !lib_host.input_is_pipe)
        pass_control_z();
    return before;
}

size_t input_wait_character(void)
{
    size_t there = input_wait(1, STDIO_KEY, false), before, length;
    do {
        before = there;
        wide_code(input_here(), there, &length);
        if (length == WIDE_INCOMPLETE)
            there = input_wait(there + 1, STDIO_KEY, false);
    } while (there > before);
    return there;
}

bool input_has_key(void)
{
    if (!lock_try(&input_lock)) /* what comes belongs to the thread that waits for it */
        return false;
    ask_for(AS_KEYS);
    do {
        if (!pending_length() && lib_host.read(NULL, 0))
            take_more();
    } while (pass_end_of_enter());
    bool has = pending_length() != 0;
    lock_release(&input_lock);
    return has;
}

void input_skip_key(void)
{
    struct key key;
    size_t here = pending_length(), length;
    ask_for(AS_KEYS);
    do {
        if (!take_more())
            return;
        length = key_first(pending + next + here, pending_length() - here, has_marks, &key);
    } while (!length);
    memmove(pending + next + here, pending + next + here + length,
            pending_length() - here - length);
    end -= length;
}

void input_look(void)
{
    if (lib_host.input_is_pipe || !lock_try(&input_lock))
        return;
    ask_for(AS_KEYS);
    if (lib_host.read(NULL, 0) && !take_more()) {
        input_pass(sizeof pending / 2);
        take_more();
    }
    lock_release(&input_lock);
}
