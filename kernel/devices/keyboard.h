/* The PS/2 keyboard, for machines with a screen: lines that a person types and corrects there. */
#ifndef KERNEL_DEVICES_KEYBOARD_H
#define KERNEL_DEVICES_KEYBOARD_H

#include <stdbool.h>

/* Lets the keyboard interrupt. Typed characters are echoed on the screen. After pic_init. */
void keyboard_init(void);

/* Takes one byte of a line that the enter key has ended, or of one that Ctrl-D has: then byte 04h
 * is the last. Returns false when there is none. Not from interrupts. */
bool keyboard_take(char *byte);

#endif
