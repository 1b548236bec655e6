/* The machine's calendar clock, which runs on while the power is off. */
#ifndef KERNEL_DEVICES_RTC_H
#define KERNEL_DEVICES_RTC_H

#include <stdint.h>

/* Returns the date and time that the clock shows, in 100 ns since 1 January 1601; a second is the
 * smallest part. 1 January 1970 when the machine has no such clock, or it shows no date. Ring 0. */
uint64_t rtc_read(void);

#endif
