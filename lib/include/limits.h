/* The compiler's own <limits.h> has everything else. It includes the C library's, too: this one. */
#ifndef MB_LEN_MAX
#define MB_LEN_MAX 5
#endif
#ifndef PATH_MAX
#define PATH_MAX 260
#endif
