/* What the start of a program sets, and other calls of the module look at. */
#ifndef WIN32_MSVCRT_START_UP_H
#define WIN32_MSVCRT_START_UP_H

#include <stdbool.h>

/* Makes what main gets, at the first call; it may expand wildcards. Returns false without memory.
 */
bool start_up_prepare(bool expands);

/* Says whether malloc calls the handler of operator new when memory is exhausted. */
void new_mode_set(int mode);

#endif
