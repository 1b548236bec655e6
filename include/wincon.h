/* The console's calls, all of them in consoleapi.h. */
#ifndef WINCON_H
#define WINCON_H

#include <consoleapi.h>

#endif
