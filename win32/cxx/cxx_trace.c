#include "win32/cxx/cxx_trace.h"

#include "kernel/call/trace.h"
#include "win32/cxx/cxx_names.h"

#include <string.h>

/* Records a name in parts, because an event has few bytes. No part ends with a blank, which the
 * story would not show. */
static void trace_name(enum trace_event event, const char *text)
{
    for (size_t left = strlen(text); left; event = TRACE_cxx_name) {
        uint32_t words[4] = {0};
        size_t length = left < sizeof words ? left : sizeof words;
        if (length < left && text[length - 1] == ' ')
            length--;
        memcpy(words, text, length);
        sys_trace_write(event, words, (uint8_t)length);
        text += length;
        left -= length;
    }
}

void cxx_trace_throw(const struct cxx_thrown *thrown)
{
    char text[CXX_NAME_SIZE];
    if (!thrown) {
        trace_name(TRACE_cxx_throws, "the same again");
        return;
    }
    cxx_read_name(thrown->catchables->types[0]->type->name, true, text);
    trace_name(TRACE_cxx_throws, text);
}

void cxx_trace_catch(const struct cxx_handler *handler)
{
    char text[CXX_NAME_SIZE + sizeof " &"];
    if (cxx_takes_all(handler)) {
        trace_name(TRACE_cxx_catches, "...");
        return;
    }
    cxx_read_name(handler->type->name, true, text);
    if (handler->adjectives & HANDLER_REFERENCE)
        strcat(text, text[strlen(text) - 1] == '*' ? "&" : " &");
    trace_name(TRACE_cxx_catches, text);
}
