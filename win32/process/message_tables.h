/* Messages of modules, as message compilers lay them into resources. */
#ifndef WIN32_PROCESS_MESSAGE_TABLES_H
#define WIN32_PROCESS_MESSAGE_TABLES_H

/* Lets FormatMessage find them. */
void message_tables_begin(void);

#endif
