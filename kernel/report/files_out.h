/* The program's files on their way to the host. */
#ifndef KERNEL_REPORT_FILES_OUT_H
#define KERNEL_REPORT_FILES_OUT_H

/* Sends all files and folders as events, once, if trapline:out asks for it. At the end of the run,
 * interrupts off. Ring 0; a service, for a program that gives its files back before it ends: it
 * does a part and happens again, and what it leaves is sent here. */
void files_send_out(void);

#endif
