/* The compiler's own <limits.h> has everything. gcc's includes the C library's too: this one. */
