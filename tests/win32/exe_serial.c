/* Serial ports: texts of their modes, and calls that find none. */

#include <stdio.h>
#include <string.h>
#include <windows.h>

static void build(const char *text)
{
    DCB modes;
    COMMTIMEOUTS timeouts;
    memset(&modes, 0xFF, sizeof modes);
    memset(&timeouts, 0xFF, sizeof timeouts);
    SetLastError(7);
    BOOL done = BuildCommDCBAndTimeoutsA(text, &modes, &timeouts);
    printf("%s: %d %lu", text, done, GetLastError());
    if (done)
        printf(", %lu baud, %u %u %u, xon %u%u, cts %u, dsr %u%u, dtr %u, rts %u, %lu %lu",
               modes.BaudRate, modes.ByteSize, modes.Parity, modes.StopBits, modes.fOutX,
               modes.fInX, modes.fOutxCtsFlow, modes.fOutxDsrFlow, modes.fDsrSensitivity,
               modes.fDtrControl, modes.fRtsControl, timeouts.ReadIntervalTimeout,
               timeouts.WriteTotalTimeoutConstant);
    else
        printf(", as before %d", modes.BaudRate == 0xFFFFFFFF && modes.StopBits == 0xFF);
    puts("");
}

static void texts(void)
{
    static const char *const good[] = {
        "baud=9600 parity=e data=5 stop=1 xon=on odsr=off octs=off dtr=on rts=on idsr=on",
        "BAUD=0 Parity=M data=6   stop=1.5 xon=OFF odsr=on octs=on dtr=hs rts=tg to=off",
        "to=on",
        "baud=110",
        "11,n,8,1",
        "30 ,E, 5,1.5",
        "96,s,7,2 , x ",
        "57600,o,8,1,p",
        "COM1:96,n,8,1",
        "com12  :   data=7"};
    static const char *const bad[] = {"data=9",     "data=55",       "parity=no",  "stop=3",
                                      "stop=1.501", "to=hs",         "dtr=tg",     " baud=1",
                                      "baud= 1",    "baud=1,data=8", "baud=1x",    "96,n,8",
                                      "96,n,8,1,",  "96,n,8,1k",     "96,n,8,1,k", "96,n,8,1 to=on",
                                      "96,no,8,1",  "COM0:to=on",    "COM:to=on",  "COM1 to=on"};
    for (unsigned i = 0; i < sizeof good / sizeof good[0]; i++)
        build(good[i]);
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        build(bad[i]);
    DCB modes = {0};
    printf("wide %d", BuildCommDCBW(L"baud=300 to=on", &modes));
    printf(" %lu", modes.BaudRate);
    printf(", without times %d", BuildCommDCBA("24,n,8,1", &modes));
    printf(" %lu\n", modes.BaudRate);
    COMMTIMEOUTS times;
    printf("wide with times %d", BuildCommDCBAndTimeoutsW(L"to=on", &modes, &times));
    printf(" %lu\n", times.WriteTotalTimeoutConstant);
}

#define SHOW(call)                                                                                 \
    do {                                                                                           \
        SetLastError(7);                                                                           \
        BOOL done = (call);                                                                        \
        printf(" %d:%lu", done, GetLastError());                                                   \
    } while (0)

static void calls(const char *what, HANDLE handle)
{
    DCB modes;
    COMMTIMEOUTS times;
    COMMPROP properties;
    COMMCONFIG settings;
    COMSTAT status;
    DWORD number = sizeof settings;
    printf("%s:", what);
    SHOW(GetCommState(handle, &modes));
    SHOW(SetCommState(handle, &modes));
    SHOW(GetCommTimeouts(handle, &times));
    SHOW(SetCommTimeouts(handle, &times));
    SHOW(GetCommProperties(handle, &properties));
    SHOW(GetCommConfig(handle, &settings, &number));
    SHOW(SetCommConfig(handle, &settings, number));
    SHOW(GetCommMask(handle, &number));
    SHOW(SetCommMask(handle, EV_RXCHAR));
    SHOW(WaitCommEvent(handle, &number, NULL));
    SHOW(GetCommModemStatus(handle, &number));
    SHOW(ClearCommError(handle, &number, &status));
    SHOW(EscapeCommFunction(handle, SETRTS));
    SHOW(SetCommBreak(handle));
    SHOW(ClearCommBreak(handle));
    SHOW(PurgeComm(handle, PURGE_RXCLEAR));
    SHOW(SetupComm(handle, 64, 64));
    SHOW(TransmitCommChar(handle, 'x'));
    puts("");
}

int main(void)
{
    COMMCONFIG settings;
    DWORD size = sizeof settings;
    texts();
    calls("a file",
          CreateFileA("file", GENERIC_READ | GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL));
    calls("a console",
          CreateFileA("CONIN$", GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL));
    calls("an event", CreateEventA(NULL, TRUE, FALSE, NULL));
    printf("a port: %d", CreateFileA("COM1", GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL) ==
                             INVALID_HANDLE_VALUE);
    printf(" %lu,", GetLastError());
    SHOW(GetDefaultCommConfigA("COM1", &settings, &size));
    SHOW(GetDefaultCommConfigW(L"COM1", &settings, &size));
    SHOW(SetDefaultCommConfigA("COM1", &settings, size));
    SHOW(SetDefaultCommConfigW(L"COM1", &settings, size));
    puts("");
    return 0;
}
