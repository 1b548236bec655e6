/* The places in ntdll and kernel32 through which exceptions, asynchronous calls, system calls and
 * the first functions of threads go, because programs look at them and put jumps there. */
#ifndef WIN32_PROCESS_PROCESS_ENTRIES_H
#define WIN32_PROCESS_PROCESS_ENTRIES_H

/* Sets them. Once, when both are loaded and no code of the program has run. */
void process_entries_set(void);

#endif
