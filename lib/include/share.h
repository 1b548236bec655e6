/* The rights of others to a file that _sopen or _fsopen opens (io.h, stdio.h). Files of the C
 * library are shared for all whatever is asked for: CreateFile's are not. */
#ifndef LIB_SHARE_H
#define LIB_SHARE_H

#define _SH_COMPAT 0x00
#define _SH_DENYRW 0x10
#define _SH_DENYWR 0x20
#define _SH_DENYRD 0x30
#define _SH_DENYNO 0x40
#define _SH_SECURE 0x80

#define SH_COMPAT  _SH_COMPAT
#define SH_DENYRW  _SH_DENYRW
#define SH_DENYWR  _SH_DENYWR
#define SH_DENYRD  _SH_DENYRD
#define SH_DENYNO  _SH_DENYNO

#endif
