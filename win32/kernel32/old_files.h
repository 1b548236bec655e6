/* Files as programs for 16-bit Windows opened them: a handle in an int, HFILE_ERROR (-1) with the
 * last error. Ordinary code. */
#ifndef WIN32_KERNEL32_OLD_FILES_H
#define WIN32_KERNEL32_OLD_FILES_H

#include <windef.h>

typedef int HFILE;
#define HFILE_ERROR         ((HFILE)-1)

/* Modes: 0 to 2 in the low bits, how others may open it above. */
#define OF_READ             0x0000u
#define OF_WRITE            0x0001u
#define OF_READWRITE        0x0002u
#define OF_SHARE_EXCLUSIVE  0x0010u
#define OF_SHARE_DENY_WRITE 0x0020u
#define OF_SHARE_DENY_READ  0x0030u
#define OF_SHARE_DENY_NONE  0x0040u
#define OF_PARSE            0x0100u /* only makes the path */
#define OF_DELETE           0x0200u
#define OF_CREATE           0x1000u
#define OF_EXIST            0x4000u /* only looks whether it is there */
#define OF_REOPEN           0x8000u /* the path of the structure */

typedef struct _OFSTRUCT {
    BYTE cBytes, fFixedDisk;
    WORD nErrCode, Reserved1, Reserved2;
    CHAR szPathName[128];
} OFSTRUCT, *LPOFSTRUCT;
_Static_assert(sizeof(OFSTRUCT) == 0x88, "OFSTRUCT");

/* Opens, makes or deletes a file, as the mode says, and fills the structure with its whole path and
 * with the error. A name without a folder is looked for as SearchPath does. */
HFILE WINAPI OpenFile(LPCSTR name, LPOFSTRUCT about, UINT mode);

HFILE WINAPI _lopen(LPCSTR name, int mode);
HFILE WINAPI _lcreat(LPCSTR name, int attributes);
UINT WINAPI _lread(HFILE file, LPVOID buffer, UINT size);
UINT WINAPI _lwrite(HFILE file, LPCSTR bytes, UINT size); /* 0 bytes: the file ends here */
LONG WINAPI _hread(HFILE file, LPVOID buffer, LONG size);
LONG WINAPI _hwrite(HFILE file, LPCSTR bytes, LONG size);
LONG WINAPI _llseek(HFILE file, LONG distance, int method);
HFILE WINAPI _lclose(HFILE file);

#endif
