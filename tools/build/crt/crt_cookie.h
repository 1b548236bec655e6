/* The secret word between a function's variables and its return address. */
#ifndef CRT_COOKIE_H
#define CRT_COOKIE_H

#include <stdint.h>

/* The cookie of the program's image. It is the default one until the loader, or cookie_begin, has
 * chosen it.
 */
extern uintptr_t __security_cookie;

/* Chooses the cookie. Called before any function that has a cookie in its frame. */
extern void cookie_begin(void);

#endif
