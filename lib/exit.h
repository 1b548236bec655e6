/* The functions of atexit. */
#ifndef LIB_EXIT_H
#define LIB_EXIT_H

/* Calls them, the last one first, and those that they register. Each is called once. */
void exit_call_functions(void);

/* Calls the functions of at_quick_exit, by the same rules. */
void exit_call_quick_functions(void);

#endif
