/* The end of calls with parameters that no caller may give. */
#ifndef LIB_INVALID_PARAMETER_H
#define LIB_INVALID_PARAMETER_H

/* Calls the program's handler, or ends the program without one. Sets errno and returns it. `call`
 * is the function's name. */
int invalid_parameter(int error, const char *call);

#endif
