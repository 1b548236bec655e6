/* Lines for a person, from either ring. */
#include "kernel/report/report.h"
#include "kernel/services/service.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Prints a piece of a line. The buffer is small and cuts long text, because a panic's stack may be
 * small. */
static void print_list(const char *text, va_list args)
{
    char line[240];
    vsnprintf(line, sizeof line, text, args);
    sys_console_write(line, strlen(line));
}

void report_print(const char *text, ...)
{
    va_list args;
    va_start(args, text);
    print_list(text, args);
    va_end(args);
}

void report_line(const char *text, ...)
{
    va_list args;
    va_start(args, text);
    report_print("trapline: ");
    print_list(text, args);
    report_print("\n");
    va_end(args);
}

const char *report_address(uint32_t address)
{
    static char texts[4][REPORT_ADDRESS_SIZE];
    static unsigned turn;
    char *text = texts[turn++ % 4];
    sys_report_describe(address, 0, text, sizeof texts[0]);
    return text;
}
