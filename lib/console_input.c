/* Bytes of the input that no caller has taken yet. A line of this length is read whole, whichever
 * threads read. */
#include "lib/console_input.h"

#include <string.h>

#include "lib/host.h"

struct lock input_lock;

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

/* Waits for more. Returns false: there is no room, or the input has ended. */
static bool take_more(void)
{
    if (pending_length() == sizeof pending)
        return false;
    memmove(pending, pending + next, pending_length());
    end = pending_length();
    next = 0;
    size_t length = lib_host.read(pending + end, sizeof pending - end);
    if (stdio_screen && length && !lib_host.input_is_pipe)
        stdio_screen->typed(pending + end, length);
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

size_t input_wait(size_t most, enum stdio_wish wish, bool text)
{
    size_t wanted = wish == STDIO_SOME ? 1 : most;
    do {
        while (pending_length() < wanted &&
               !(wish == STDIO_LINE && memchr(input_here(), '\n', pending_length())) &&
               !(text && text_ends()) && take_more())
            ;
    } while (wish == STDIO_KEY && pass_end_of_enter());
    if (text && pending_length() == 1 && *input_here() == '\r')
        take_more(); /* is it a line's end? */
    if (!text)
        return pending_length();
    size_t before = before_control_z();
    if (before == 0 && pending_length() && !lib_host.input_is_pipe)
        pass_control_z();
    return before;
}

bool input_has_key(void)
{
    if (!lock_try(&input_lock)) /* what comes belongs to the thread that waits for it */
        return false;
    do {
        if (!pending_length() && lib_host.read(NULL, 0))
            take_more();
    } while (pass_end_of_enter());
    bool has = pending_length() != 0;
    lock_release(&input_lock);
    return has;
}
