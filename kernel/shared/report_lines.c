/* Lines for a person, from either ring. */
#include "kernel/call/program.h"
#include "kernel/call/report.h"
#include "kernel/call/service.h"
#include "lib/stdio_impl.h"

#include <nt.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Small, because a panic's stack may be small. */
#define LINE 240

bool report_begin(void)
{
    return program_take_lock(stdio_lock(stdout));
}

void report_end(bool begun)
{
    if (begun)
        lock_release(stdio_lock(stdout));
}

void report_print(const char *text, ...)
{
    char line[LINE];
    va_list args;
    va_start(args, text);
    vsnprintf(line, sizeof line, text, args);
    va_end(args);
    sys_console_write(line, strlen(line));
}

/* The line goes out in one call, so other threads write before it or behind it. */
void report_line(const char *text, ...)
{
    enum { BEGINNING = sizeof "trapline: " - 1 };
    char line[BEGINNING + LINE] = "trapline: ";
    va_list args;
    va_start(args, text);
    vsnprintf(line + BEGINNING, LINE, text, args);
    va_end(args);
    size_t length = strlen(line);
    line[length++] = '\n'; /* instead of the zero byte */
    sys_console_write(line, length);
}

struct report_text report_address_text(uint32_t address)
{
    struct report_text text;
    sys_report_describe(address, 0, text.text, sizeof text.text);
    return text;
}
