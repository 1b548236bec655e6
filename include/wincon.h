/* The console's calls. */
#ifndef WINCON_H
#define WINCON_H

#include <consoleapi.h>
#include <consoleapi2.h>

#endif
