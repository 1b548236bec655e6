/* Addresses of the internet as texts. Bytes are in the network's order. */
#ifndef WIN32_LIBRARIES_INTERNET_ADDRESS_H
#define WIN32_LIBRARIES_INTERNET_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

enum { INTERNET_TEXT = 46 };

/* Reads one to four numbers, decimal, 0 octal or 0x hexadecimal, of which the last one fills the
 * rest: "127.1". A blank ends the text. */
bool internet_read_old(const char *text, uint32_t *address);

/* Read whole texts: four decimal numbers; eight groups, with :: and the four numbers at the end. */
bool internet_read4(const char *text, uint8_t address[4]);
bool internet_read6(const char *text, uint8_t address[16]);

/* Needs 16 characters. */
void internet_write4(const uint8_t address[4], char *text);

/* The longest row of groups of 0, of two or more, becomes ::. */
void internet_write6(const uint8_t address[16], char text[INTERNET_TEXT]);

#endif
