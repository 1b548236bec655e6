/* The VGA's text screen, for machines that have one: a second copy of the console. */
#ifndef KERNEL_DEVICES_SCREEN_H
#define KERNEL_DEVICES_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

/* Looks for a screen in text mode, maps and clears it. After paging_init; interrupts off. */
void screen_init(void);

/* Tells whether there is one. */
bool screen_present(void);

/* Shows all bytes. The screen scrolls, long lines are wrapped, and the runtime's reports are
 * coloured. Any context, panics included, once the screen is present. */
void screen_write(const char *bytes, size_t length);

#endif
