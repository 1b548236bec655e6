/* The ends of C++. */
#ifndef WIN32_MSVCRT_TERMINATE_H
#define WIN32_MSVCRT_TERMINATE_H

/* Calls the thread's function, which programs set; without one, the C library's abort. */
_Noreturn void terminate(void);
_Noreturn void unexpected(void);

/* abort of another C library becomes the one that terminate calls. */
void terminate_by(void (*abort)(void));

#endif
