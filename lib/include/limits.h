/* The compiler's own <limits.h> says everything, but gcc's also asks for the C library's: this is
 * it. */
