/* The end of a program. */
#ifndef WIN32_MSVCRT_CRT_END_H
#define WIN32_MSVCRT_CRT_END_H

/* Ends the process with this status. No function of atexit is called. */
_Noreturn void msvcrt_end(int status);

#endif
