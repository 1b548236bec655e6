/* The end of a program. */
#ifndef WIN32_MSVCRT_CRT_END_H
#define WIN32_MSVCRT_CRT_END_H

/* Ends the process with this status. No function of atexit is called. */
_Noreturn void msvcrt_end(int status);

/* Says Microsoft's words of an error of the C library, by its number less 6000, and ends the
 * program, unless the program has put another function in place of the end. */
void _amsg_exit(int number);

#endif
