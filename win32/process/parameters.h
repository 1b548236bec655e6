/* The words of the PEB in which a process reads of itself. */
#ifndef WIN32_PROCESS_PARAMETERS_H
#define WIN32_PROCESS_PARAMETERS_H

/* Fills the PEB of the process: its parameters, and where the loader's lists are. The program is
 * loaded. Ordinary code. */
void parameters_fill(void);

#endif
