/* Variables of threads that are constructed: the calls that the start of a program makes around
 * main. */
#ifndef CRT_THREAD_ENDS_H
#define CRT_THREAD_ENDS_H

#ifdef __cplusplus
extern "C" {
#endif

void thread_locals_begin(void);
void thread_locals_end(void);

/* A call that the caller's thread makes behind the destructors of its variables, the last one
 * first. The element is the function's, and is its parameter. */
struct thread_end_call {
    struct thread_end_call *next;
    void (*function)(void *element);
};
void thread_end_calls(struct thread_end_call *element);

#ifdef __cplusplus
}
#endif

#endif
