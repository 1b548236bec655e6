/* The environment that a process begins with. */
#ifndef WIN32_PROCESS_SURROUNDINGS_H
#define WIN32_PROCESS_SURROUNDINGS_H

/* Sets the variables of the environment that every process of Windows 7 has, but for those that are
 * set already. Ordinary code, before the program's. */
void surroundings_set(void);

#endif
