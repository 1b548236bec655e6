/* Serial ports, of which a program has none, and the texts that say how one works. Ordinary
 * code. */
#ifndef WIN32_KERNEL32_SERIAL_PORTS_H
#define WIN32_KERNEL32_SERIAL_PORTS_H

#include <minwinbase.h>

typedef struct _DCB {
    DWORD DCBlength, BaudRate;
    DWORD fBinary : 1, fParity : 1, fOutxCtsFlow : 1, fOutxDsrFlow : 1, fDtrControl : 2,
        fDsrSensitivity : 1, fTXContinueOnXoff : 1, fOutX : 1, fInX : 1, fErrorChar : 1, fNull : 1,
        fRtsControl : 2, fAbortOnError : 1, fDummy2 : 17;
    WORD wReserved, XonLim, XoffLim;
    BYTE ByteSize, Parity, StopBits;
    CHAR XonChar, XoffChar, ErrorChar, EofChar, EvtChar;
    WORD wReserved1;
} DCB, *LPDCB;

typedef struct _COMMTIMEOUTS {
    DWORD ReadIntervalTimeout, ReadTotalTimeoutMultiplier, ReadTotalTimeoutConstant,
        WriteTotalTimeoutMultiplier, WriteTotalTimeoutConstant;
} COMMTIMEOUTS, *LPCOMMTIMEOUTS;

/* Change what a text says: "96,n,8,1" with x or p behind it, or "baud=9600 parity=n data=8 stop=1
 * to=on xon=off odsr=off octs=off dtr=on rts=on idsr=off", some of these; "COM1:" may stand before
 * it. FALSE: ERROR_INVALID_PARAMETER, and nothing is changed. */
BOOL WINAPI BuildCommDCBA(LPCSTR text, LPDCB modes);
BOOL WINAPI BuildCommDCBW(LPCWSTR text, LPDCB modes);
BOOL WINAPI BuildCommDCBAndTimeoutsA(LPCSTR text, LPDCB modes, LPCOMMTIMEOUTS timeouts);
BOOL WINAPI BuildCommDCBAndTimeoutsW(LPCWSTR text, LPDCB modes, LPCOMMTIMEOUTS timeouts);

/* No handle is a port's: ERROR_INVALID_FUNCTION for a file, else ERROR_INVALID_HANDLE. */
BOOL WINAPI ClearCommBreak(HANDLE port);
BOOL WINAPI ClearCommError(HANDLE port, LPDWORD errors, LPVOID status);
BOOL WINAPI EscapeCommFunction(HANDLE port, DWORD function);
BOOL WINAPI GetCommConfig(HANDLE port, LPVOID settings, LPDWORD size);
BOOL WINAPI GetCommMask(HANDLE port, LPDWORD mask);
BOOL WINAPI GetCommModemStatus(HANDLE port, LPDWORD status);
BOOL WINAPI GetCommProperties(HANDLE port, LPVOID properties);
BOOL WINAPI GetCommState(HANDLE port, LPDCB modes);
BOOL WINAPI GetCommTimeouts(HANDLE port, LPCOMMTIMEOUTS timeouts);
BOOL WINAPI PurgeComm(HANDLE port, DWORD flags);
BOOL WINAPI SetCommBreak(HANDLE port);
BOOL WINAPI SetCommConfig(HANDLE port, LPVOID settings, DWORD size);
BOOL WINAPI SetCommMask(HANDLE port, DWORD mask);
BOOL WINAPI SetCommState(HANDLE port, LPDCB modes);
BOOL WINAPI SetCommTimeouts(HANDLE port, LPCOMMTIMEOUTS timeouts);
BOOL WINAPI SetupComm(HANDLE port, DWORD in_room, DWORD out_room);
BOOL WINAPI TransmitCommChar(HANDLE port, CHAR character);
BOOL WINAPI WaitCommEvent(HANDLE port, LPDWORD mask, LPOVERLAPPED overlapped);

/* ERROR_INVALID_PARAMETER: there is no port of this name. */
BOOL WINAPI GetDefaultCommConfigA(LPCSTR name, LPVOID settings, LPDWORD size);
BOOL WINAPI GetDefaultCommConfigW(LPCWSTR name, LPVOID settings, LPDWORD size);
BOOL WINAPI SetDefaultCommConfigA(LPCSTR name, LPVOID settings, DWORD size);
BOOL WINAPI SetDefaultCommConfigW(LPCWSTR name, LPVOID settings, DWORD size);

#endif
