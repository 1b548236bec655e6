/* Addresses of the internet as texts. Bytes are in the network's order. */
#ifndef WIN32_INTERNET_ADDRESS_H
#define WIN32_INTERNET_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

enum { INTERNET_TEXT = 46 };

/* Reads one to four numbers, decimal, 0 octal or 0x hexadecimal, of which the last one fills the
 * rest: "127.1". A blank ends the text. */
bool internet_read_old(const char *text, uint32_t *address);

/* Reads such numbers, as far as they go; strictly: four decimal ones. *end becomes the place behind
 * them, or that of the fault. Returns false for a fault, and leaves the address as it was. */
bool internet_read4(const char *text, bool is_strict, uint8_t address[4], const char **end);

/* INTERNET_TOO_LONG: a group has more than four digits, or a decimal number is no byte. Windows
 * tells no place of that. */
enum internet_text { INTERNET_RIGHT, INTERNET_WRONG, INTERNET_TOO_LONG };

/* Reads eight groups, with :: and four decimal numbers at the end, as far as they go. *end as
 * above. The address has the groups before a fault. */
enum internet_text internet_read6(const char *text, uint8_t address[16], const char **end);

/* Needs 16 characters. */
void internet_write4(const uint8_t address[4], char *text);

/* The longest row of groups of 0, of two or more, becomes ::. Addresses that hold one of four bytes
 * end with that. */
void internet_write6(const uint8_t address[16], char text[INTERNET_TEXT]);

#endif
