/* The statuses, which nt.h has. A program may define WIN32_NO_STATUS or not. */
#ifndef NTSTATUS_H
#define NTSTATUS_H

#include <nt.h>

#endif
