/* Variables of threads that are constructed: what the start of a program calls around main. */
#ifndef CRT_THREAD_ENDS_H
#define CRT_THREAD_ENDS_H

void thread_locals_begin(void);
void thread_locals_end(void);

#endif
