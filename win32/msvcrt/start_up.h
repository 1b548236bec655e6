/* Settings that the start of a program makes, and other calls of the module read. */
#ifndef WIN32_MSVCRT_START_UP_H
#define WIN32_MSVCRT_START_UP_H

#include <stdbool.h>

/* Makes what main gets, at the first call; it may expand wildcards. Returns false without memory.
 */
bool start_up_prepare(bool expands);

/* A call with an invalid parameter, in a program without a handler: as long as msvcrt.dll alone is
 * loaded, the call fails and the program goes on. ucrtbase.dll ends the program. */
void start_up_go_on(void);
void start_up_end_program(void);

/* Says whether malloc calls the handler of operator new when memory is exhausted. */
void new_mode_set(int mode);

#endif
