/* Where FormatMessage finds the texts of a module's own. Ordinary code. */
#ifndef WIN32_MESSAGE_SOURCE_H
#define WIN32_MESSAGE_SOURCE_H

#include <minwindef.h>

/* Finds a text in the table of messages of a module, of the program for NULL, and returns it in
 * UTF-8 from malloc. NULL, with the last error: there is none. It is set where modules have
 * resources. */
extern char *(*message_of_module)(HMODULE module, DWORD number, DWORD language);

#endif
