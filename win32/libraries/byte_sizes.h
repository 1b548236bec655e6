/* Sizes of files and spans of time as people read them: "9.95 KB", " 16 min 40 sec". */
#ifndef WIN32_LIBRARIES_BYTE_SIZES_H
#define WIN32_LIBRARIES_BYTE_SIZES_H

enum { BYTE_SIZE_ROOM = 40 };

/* Three digits and the unit in which they are fewest; digits that do not fit are cut off, not
 * rounded. */
void byte_size_text(long long bytes, char text[BYTE_SIZE_ROOM]);
/* In units of 1024, which are rounded up: "1,024 KB". */
void kilobyte_text(long long bytes, char text[BYTE_SIZE_ROOM]);
/* With so many digits at most, which the larger units get first. */
void interval_text(unsigned milliseconds, int digits, char text[BYTE_SIZE_ROOM]);

#endif
