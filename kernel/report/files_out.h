/* The program's files on their way to the host. */
#ifndef KERNEL_REPORT_FILES_OUT_H
#define KERNEL_REPORT_FILES_OUT_H

#include <stdbool.h>

/* Whether trapline:out asks for the files. Set at the start. */
extern bool files_go_out;

/* Sends all files and folders as events, once, if they go out. At the end of the run,
 * interrupts off. Ring 0; a service, for a program that gives its files back before it ends: it
 * does a part and happens again, and what it leaves is sent here. */
void files_send_out(void);

#endif
