/* The running thread's registers and stack, and the program's end. Windows' names and rules; the
 * types are in nt.h.
 *
 * All calls are for ordinary code and handlers, at either privilege level, not for interrupts.
 */
#ifndef PROCESSTHREADSAPI_H
#define PROCESSTHREADSAPI_H

#include <intrin.h>
#include <minwinbase.h>

/* A handle that always means the calling thread. */
HANDLE WINAPI GetCurrentThread(void);

/* Stores the groups of registers that context's ContextFlags name. The calling thread's values are
 * those after the call's return. Any other thread is suspended, or waits: then it is behind its
 * system call. FALSE and a last error: 6 (ERROR_INVALID_HANDLE), 5 (the handle lacks
 * THREAD_GET_CONTEXT; or ring 3 asks for a thread of ring 0), 31 (the thread has ended, or runs),
 * 998 (ERROR_NOACCESS) when context cannot be written or is not 4-byte aligned. */
BOOL WINAPI GetThreadContext(HANDLE thread, CONTEXT *context);

/* Loads the groups of registers that context's ContextFlags name. Another thread goes on with them
 * when it runs again; a thread that waits does so when its wait is over, with the wait's result in
 * Eax. The calling thread's other registers are as after the call's return. With the control group,
 * execution goes on at context's Eip. Without it the call returns TRUE, or with the integer group
 * the new Eax. FALSE and a last error: as above, and 998 for selectors that cannot be loaded, and
 * for another thread of ring 0 whose new stack pointer has no memory below it; then nothing has
 * changed. */
BOOL WINAPI SetThreadContext(HANDLE thread, const CONTEXT *context);

/* Sets how many bytes of the stack an overflow leaves to its handlers, rounded up to pages. They
 * come on top of those that it leaves anyway. *size becomes the value before. A smaller value than
 * before changes nothing, so 0 asks for the value. All user-level threads share it. FALSE, with
 * *size set all the same: ERROR_INVALID_PARAMETER (more than the stack has). */
BOOL WINAPI SetThreadStackGuarantee(ULONG *size);

/* A call of the C runtime. After a stack overflow it sets the guard again, below the caller's page,
 * so that the next overflow is noticed as well. Returns 0 when the caller stands too deep for that.
 */
int _resetstkoflw(void);

/* The numbers of the calling thread and of the program, which are no handles. */
static __inline DWORD WINAPI GetCurrentThreadId(void)
{
    return (DWORD)__readfsdword(offsetof(TEB, UniqueThread));
}

static __inline DWORD WINAPI GetCurrentProcessId(void)
{
    return (DWORD)__readfsdword(offsetof(TEB, UniqueProcess));
}

/* ---------------------------------------------------------------- threads of the machine */

/* The calls below fail with ERROR_INVALID_HANDLE for a handle of no thread, and with
 * ERROR_ACCESS_DENIED for one without the right: THREAD_TERMINATE, THREAD_SUSPEND_RESUME,
 * THREAD_SET_CONTEXT to queue a call, THREAD_QUERY_LIMITED_INFORMATION to ask,
 * THREAD_SET_LIMITED_INFORMATION for a priority or a name, THREAD_SET_INFORMATION to set the rest
 * (nt_objects.h). A thread's handle outlives it: its exit code and times can still be asked for. */

#define CREATE_SUSPENDED                  0x00000004u
#define STACK_SIZE_PARAM_IS_A_RESERVATION 0x00010000u

#define THREAD_PRIORITY_IDLE              THREAD_BASE_PRIORITY_IDLE
#define THREAD_PRIORITY_LOWEST            THREAD_BASE_PRIORITY_MIN
#define THREAD_PRIORITY_BELOW_NORMAL      (THREAD_PRIORITY_LOWEST + 1)
#define THREAD_PRIORITY_NORMAL            0
#define THREAD_PRIORITY_ABOVE_NORMAL      (THREAD_PRIORITY_HIGHEST - 1)
#define THREAD_PRIORITY_HIGHEST           THREAD_BASE_PRIORITY_MAX
#define THREAD_PRIORITY_TIME_CRITICAL     THREAD_BASE_PRIORITY_LOWRT
#define THREAD_PRIORITY_ERROR_RETURN      0x7FFFFFFF

/* Makes a thread that calls function with parameter; the value that function returns is its exit
 * code. Its stack grows up to 256 KB, or to stack_size if that is larger; with
 * STACK_SIZE_PARAM_IS_A_RESERVATION up to stack_size. CREATE_SUSPENDED: it begins with
 * ResumeThread. *id, unless NULL, becomes its number. NULL: ERROR_INVALID_PARAMETER for other
 * flags, ERROR_NOT_ENOUGH_MEMORY. */
HANDLE WINAPI CreateThread(LPSECURITY_ATTRIBUTES security, SIZE_T stack_size,
                           LPTHREAD_START_ROUTINE function, LPVOID parameter, DWORD flags,
                           LPDWORD id);

/* Like CreateThread; process is GetCurrentProcess(), else ERROR_INVALID_HANDLE. */
HANDLE WINAPI CreateRemoteThread(HANDLE process, LPSECURITY_ATTRIBUTES security, SIZE_T stack_size,
                                 LPTHREAD_START_ROUTINE function, LPVOID parameter, DWORD flags,
                                 LPDWORD id);

/* Ends a thread at once, wherever it is: locks that it has stay taken, and its memory stays. For
 * the calling thread it is ExitThread. FALSE: ERROR_ACCESS_DENIED, the thread has ended. */
BOOL WINAPI TerminateThread(HANDLE thread, DWORD code);

/* *code becomes STILL_ACTIVE while the thread runs. */
BOOL WINAPI GetExitCodeThread(HANDLE thread, LPDWORD code);

/* Return 0 for a bad handle. */
DWORD WINAPI GetThreadId(HANDLE thread);
DWORD WINAPI GetProcessIdOfThread(HANDLE thread);

/* Finds a thread by its number, also a thread that has ended, as long as there is a handle. The new
 * handle has the rights of access (THREAD_..., nt_objects.h), and inherit is not looked at. NULL:
 * ERROR_INVALID_PARAMETER, there is no such thread; ERROR_ACCESS_DENIED, for no right at all. */
HANDLE WINAPI OpenThread(DWORD access, BOOL inherit, DWORD id);

/* A thread runs while its count is 0. Return the count before, or -1: ERROR_SIGNAL_REFUSED (it is
 * 127 already), ERROR_ACCESS_DENIED (SuspendThread: the thread has ended). To resume a thread with
 * the count 0 changes nothing. */
DWORD WINAPI SuspendThread(HANDLE thread);
DWORD WINAPI ResumeThread(HANDLE thread);

/* The priority of the process, which is added to those of its threads: IDLE 4, BELOW_NORMAL 6,
 * NORMAL 8 (at first), ABOVE_NORMAL 10, HIGH 13, REALTIME 24. All threads change with it. Any
 * program may have REALTIME. FALSE: ERROR_INVALID_PARAMETER for other values and for
 * PROCESS_MODE_BACKGROUND_BEGIN, as there is no such mode; ERROR_PROCESS_MODE_NOT_BACKGROUND for
 * PROCESS_MODE_BACKGROUND_END; ERROR_INVALID_HANDLE, process is not GetCurrentProcess(). Get...
 * returns 0 then. */
#define NORMAL_PRIORITY_CLASS         0x00000020u
#define IDLE_PRIORITY_CLASS           0x00000040u
#define HIGH_PRIORITY_CLASS           0x00000080u
#define REALTIME_PRIORITY_CLASS       0x00000100u
#define BELOW_NORMAL_PRIORITY_CLASS   0x00004000u
#define ABOVE_NORMAL_PRIORITY_CLASS   0x00008000u
#define PROCESS_MODE_BACKGROUND_BEGIN 0x00100000u
#define PROCESS_MODE_BACKGROUND_END   0x00200000u
BOOL WINAPI SetPriorityClass(HANDLE process, DWORD priority_class);
DWORD WINAPI GetPriorityClass(HANDLE process);

/* priority is one of THREAD_PRIORITY_..., else ERROR_INVALID_PARAMETER; in REALTIME_PRIORITY_CLASS
 * also any from -7 to 6. Idle and time critical are 1 and 15 in every class, 16 and 31 in REALTIME.
 * GetThreadPriority returns THREAD_PRIORITY_ERROR_RETURN where it fails. */
BOOL WINAPI SetThreadPriority(HANDLE thread, int priority);
int WINAPI GetThreadPriority(HANDLE thread);

/* A thread that has been ready for four seconds, and got no CPU, is the most important but for
 * THREAD_PRIORITY_TIME_CRITICAL for one slice, unless disabled is set. At first it is not. Threads
 * of REALTIME_PRIORITY_CLASS get no help. */
BOOL WINAPI SetThreadPriorityBoost(HANDLE thread, BOOL disabled);
BOOL WINAPI GetThreadPriorityBoost(HANDLE thread, PBOOL disabled);

/* A name for people: reports and the debugger show it. 63 units are kept of it.
 * GetThreadDescription stores a string, "" at first. The program gives it back by LocalFree
 * (winbase.h). Return S_OK; HRESULT_FROM_NT of STATUS_INVALID_HANDLE, STATUS_ACCESS_DENIED or
 * STATUS_ACCESS_VIOLATION; E_OUTOFMEMORY. */
HRESULT WINAPI SetThreadDescription(HANDLE thread, PCWSTR description);
HRESULT WINAPI GetThreadDescription(HANDLE thread, PWSTR *description);

/* Store when the thread began and ended (0 while it lives), and for how long it has had a CPU, to a
 * tick. That is all told in *in_program, and *in_kernel is 0. */
BOOL WINAPI GetThreadTimes(HANDLE thread, LPFILETIME made, LPFILETIME ended, LPFILETIME in_kernel,
                           LPFILETIME in_program);

/* GetProcessTimes stores the times of the process, and of all its threads together. */
BOOL WINAPI GetProcessTimes(HANDLE process, LPFILETIME made, LPFILETIME ended, LPFILETIME in_kernel,
                            LPFILETIME in_program);

/* Store the bounds of the stack that the caller runs on: that of a user-level thread or fiber, in
 * one. */
static __inline VOID WINAPI GetCurrentThreadStackLimits(PULONG_PTR low, PULONG_PTR high)
{
    *low = (ULONG_PTR)__readfsdword(offsetof(TEB, DeallocationStack));
    *high = (ULONG_PTR)__readfsdword(offsetof(TEB, NtTib.StackBase));
}

/* Lets the thread run on the CPUs whose bits are set. Returns the mask before, or 0:
 * ERROR_INVALID_PARAMETER, no bit is set, or that of a CPU that the process does not have. */
DWORD_PTR WINAPI SetThreadAffinityMask(HANDLE thread, DWORD_PTR mask);

/* Lets the process' threads, and those that it makes later, run on the CPUs whose bits are set. A
 * mask that SetThreadAffinityMask gave to a thread before is lost. Get... stores these CPUs, all at
 * first, and those of the machine. FALSE: ERROR_INVALID_PARAMETER, no bit is set, or that of a CPU
 * that there is not; ERROR_INVALID_HANDLE, process is not GetCurrentProcess(). */
BOOL WINAPI SetProcessAffinityMask(HANDLE process, DWORD_PTR mask);
BOOL WINAPI GetProcessAffinityMask(HANDLE process, PDWORD_PTR of_process, PDWORD_PTR of_system);

/* The CPU that a thread should run on, if nothing speaks against it. It is kept and told, and that
 * is all: the scheduler chooses by what the CPUs do. New threads get the CPUs in turn. It may be
 * one that the thread must not run on. SetThreadIdealProcessor returns the one before;
 * MAXIMUM_PROCESSORS changes nothing. (DWORD)-1 and FALSE: ERROR_INVALID_PARAMETER, there is no
 * such CPU or group; ERROR_INVALID_HANDLE; ERROR_ACCESS_DENIED, to set it takes
 * THREAD_SET_INFORMATION. before may be NULL. */
DWORD WINAPI SetThreadIdealProcessor(HANDLE thread, DWORD number);
BOOL WINAPI SetThreadIdealProcessorEx(HANDLE thread, PPROCESSOR_NUMBER number,
                                      PPROCESSOR_NUMBER before);
BOOL WINAPI GetThreadIdealProcessorEx(HANDLE thread, PPROCESSOR_NUMBER number);

/* The number of CPUs. All run from the start on, and none can be added, so both are the same. group
 * is 0, or ALL_PROCESSOR_GROUPS; any other has none: ERROR_INVALID_PARAMETER. There is one group.
 */
#define ALL_PROCESSOR_GROUPS 0xFFFFu
DWORD WINAPI GetActiveProcessorCount(WORD group);
DWORD WINAPI GetMaximumProcessorCount(WORD group);
WORD WINAPI GetActiveProcessorGroupCount(void);
WORD WINAPI GetMaximumProcessorGroupCount(void);

/* The number of the CPU that the caller runs on, from 0 on. It may be another one afterwards. */
DWORD WINAPI GetCurrentProcessorNumber(void);
VOID WINAPI GetCurrentProcessorNumberEx(PPROCESSOR_NUMBER number);

/* Interrupts all CPUs that run threads: all CPUs see afterwards the writes that these have done
 * before. */
VOID WINAPI FlushProcessWriteBuffers(void);

/* Lets another thread of the caller's priority run. FALSE: there is none. */
BOOL WINAPI SwitchToThread(void);

/* Has the thread call function with data when it waits alertably, or before its first instruction.
 * 0: ERROR_GEN_FAILURE (the thread has ended), ERROR_NOT_ENOUGH_MEMORY. */
DWORD WINAPI QueueUserAPC(PAPCFUNC function, HANDLE thread, ULONG_PTR data);

/* Ends the calling thread with this code. The last thread's end is the program's. Nothing is
 * unwound. */
_Noreturn void WINAPI ExitThread(DWORD code);

#define TLS_OUT_OF_INDEXES 0xFFFFFFFFu

/* Returns an index for a word that each thread has for itself, and that reads as 0 until it is set.
 * The user-level threads and the fibers of a thread share it. TLS_OUT_OF_INDEXES: all 1088 are in
 * use, ERROR_NO_MORE_ITEMS. */
DWORD WINAPI TlsAlloc(void);

/* FALSE: ERROR_INVALID_PARAMETER, the index is not in use. */
BOOL WINAPI TlsFree(DWORD index);

/* Clears the last error. NULL and ERROR_INVALID_PARAMETER: there is no such index. */
PVOID WINAPI TlsGetValue(DWORD index);

/* FALSE: ERROR_INVALID_PARAMETER, ERROR_NOT_ENOUGH_MEMORY. */
BOOL WINAPI TlsSetValue(DWORD index, PVOID value);

/* A handle that always means the running program. */
HANDLE WINAPI GetCurrentProcess(void);

/* A handle of the process with this number, which is the running program's. access, PROCESS_..., is
 * asked by waits alone. NULL: ERROR_INVALID_PARAMETER, there is no such process;
 * ERROR_ACCESS_DENIED, for no right at all. */
HANDLE WINAPI OpenProcess(DWORD access, BOOL inherit, DWORD id);

/* Where a call below and above takes a process, GetCurrentProcess() and other handles of it do. 0
 * and ERROR_INVALID_HANDLE for others. */
DWORD WINAPI GetProcessId(HANDLE process);

/* Ends the program with this status, from any depth. Nothing is unwound. */
_Noreturn void WINAPI ExitProcess(UINT status);

/* Like ExitProcess. A command that CreateProcess has started ends with this status, waited for up
 * to 100 ms. FALSE and ERROR_INVALID_HANDLE when process is neither. */
BOOL WINAPI TerminateProcess(HANDLE process, UINT status);

/* The exit code of a program that runs: *code becomes STILL_ACTIVE; of a command that CreateProcess
 * has started its status when it has ended. FALSE: ERROR_INVALID_HANDLE, ERROR_NOACCESS. */
BOOL WINAPI GetExitCodeProcess(HANDLE process, LPDWORD code);

/* Whether the CPU has one of PF_... (nt_objects.h); FALSE for other numbers. */
BOOL WINAPI IsProcessorFeaturePresent(DWORD feature);

/* ---------------------------------------------------------------- attributes of new threads */

typedef struct _PROC_THREAD_ATTRIBUTE_LIST *PPROC_THREAD_ATTRIBUTE_LIST,
    *LPPROC_THREAD_ATTRIBUTE_LIST;

#define PROC_THREAD_ATTRIBUTE_GROUP_AFFINITY  0x00030003u /* a GROUP_AFFINITY */
#define PROC_THREAD_ATTRIBUTE_IDEAL_PROCESSOR 0x00030005u /* a PROCESSOR_NUMBER */
#define PROC_THREAD_ATTRIBUTE_UMS_THREAD      0x00030006u /* UMS_CREATE_THREAD_ATTRIBUTES: ums.h */

/* Makes an empty list for up to count attributes in *size bytes. With list NULL, *size becomes the
 * bytes that it needs: FALSE and ERROR_INSUFFICIENT_BUFFER, also if *size is too small. flags is 0;
 * else ERROR_INVALID_PARAMETER. */
BOOL WINAPI InitializeProcThreadAttributeList(LPPROC_THREAD_ATTRIBUTE_LIST list, DWORD count,
                                              DWORD flags, SIZE_T *size);

/* Puts an attribute into the list. The list keeps the value's address, so the value stays where it
 * is. old_value and old_size are NULL, flags is 0; else ERROR_INVALID_PARAMETER. Failures:
 * ERROR_NOT_SUPPORTED for other attributes, ERROR_BAD_LENGTH for another size than the value's,
 * ERROR_OBJECT_NAME_EXISTS if the list has it, ERROR_GEN_FAILURE if the list is full. Delete
 * empties the list; its memory is the caller's. */
BOOL WINAPI UpdateProcThreadAttribute(LPPROC_THREAD_ATTRIBUTE_LIST list, DWORD flags,
                                      DWORD_PTR attribute, PVOID value, SIZE_T size,
                                      PVOID old_value, SIZE_T *old_size);
VOID WINAPI DeleteProcThreadAttributeList(LPPROC_THREAD_ATTRIBUTE_LIST list);

/* CreateRemoteThread with a list, or NULL. ERROR_INVALID_PARAMETER: it names a CPU or a group that
 * there is not, or none. */
HANDLE WINAPI CreateRemoteThreadEx(HANDLE process, LPSECURITY_ATTRIBUTES security,
                                   SIZE_T stack_size, LPTHREAD_START_ROUTINE function,
                                   LPVOID parameter, DWORD flags,
                                   LPPROC_THREAD_ATTRIBUTE_LIST attributes, LPDWORD id);

/* The words with which a process was started: a desktop's name, and the program's for a title. */
typedef struct _STARTUPINFOA {
    DWORD cb;
    LPSTR lpReserved, lpDesktop, lpTitle;
    DWORD dwX, dwY, dwXSize, dwYSize, dwXCountChars, dwYCountChars, dwFillAttribute, dwFlags;
    WORD wShowWindow, cbReserved2;
    BYTE *lpReserved2;
    HANDLE hStdInput, hStdOutput, hStdError;
} STARTUPINFOA, *LPSTARTUPINFOA;
/* In dwFlags: wShowWindow counts, the three handles count. */
#define STARTF_USESHOWWINDOW 1
#define STARTF_USESTDHANDLES 0x100
VOID WINAPI GetStartupInfoA(LPSTARTUPINFOA info);

typedef struct _STARTUPINFOW {
    DWORD cb;
    LPWSTR lpReserved, lpDesktop, lpTitle;
    DWORD dwX, dwY, dwXSize, dwYSize, dwXCountChars, dwYCountChars, dwFillAttribute, dwFlags;
    WORD wShowWindow, cbReserved2;
    BYTE *lpReserved2;
    HANDLE hStdInput, hStdOutput, hStdError;
} STARTUPINFOW, *LPSTARTUPINFOW;
VOID WINAPI GetStartupInfoW(LPSTARTUPINFOW info);

#ifdef UNICODE
typedef STARTUPINFOW STARTUPINFO;
#define GetStartupInfo GetStartupInfoW
#else
typedef STARTUPINFOA STARTUPINFO;
#define GetStartupInfo GetStartupInfoA
#endif

/* Runs cmd.exe, which has its commands here, or a batch file, in a thread: its handle, number and
 * exit code are those of the process. A pipe that it reads is read to its end first; a pipe gets
 * what it writes when it has ended. Any other program would be a process of its own. FALSE:
 * ERROR_FILE_NOT_FOUND, there is no such file as the name, or the first word of the line, says;
 * ERROR_BAD_EXE_FORMAT, it is no program; ERROR_ACCESS_DENIED, it is one, or a folder;
 * ERROR_DIRECTORY, there is no such folder to begin in; ERROR_INVALID_PARAMETER, neither name nor
 * line is given. */
#define CREATE_UNICODE_ENVIRONMENT 0x400u
typedef struct _PROCESS_INFORMATION {
    HANDLE hProcess, hThread;
    DWORD dwProcessId, dwThreadId;
} PROCESS_INFORMATION, *PPROCESS_INFORMATION, *LPPROCESS_INFORMATION;
BOOL WINAPI CreateProcessA(LPCSTR name, LPSTR line, LPSECURITY_ATTRIBUTES of_process,
                           LPSECURITY_ATTRIBUTES of_thread, BOOL inherits, DWORD flags,
                           LPVOID environment, LPCSTR folder, LPSTARTUPINFOA info,
                           LPPROCESS_INFORMATION process);
BOOL WINAPI CreateProcessW(LPCWSTR name, LPWSTR line, LPSECURITY_ATTRIBUTES of_process,
                           LPSECURITY_ATTRIBUTES of_thread, BOOL inherits, DWORD flags,
                           LPVOID environment, LPCWSTR folder, LPSTARTUPINFOW info,
                           LPPROCESS_INFORMATION process);
#ifdef UNICODE
#define CreateProcess CreateProcessW
#else
#define CreateProcess CreateProcessA
#endif

/* The rights of the process (securitybaseapi.h), as a handle. FALSE: ERROR_INVALID_HANDLE. */
#define TOKEN_ASSIGN_PRIMARY    0x0001u
#define TOKEN_DUPLICATE         0x0002u
#define TOKEN_IMPERSONATE       0x0004u
#define TOKEN_QUERY             0x0008u
#define TOKEN_ADJUST_PRIVILEGES 0x0020u
#define TOKEN_ALL_ACCESS        0xF01FFu
BOOL WINAPI OpenProcessToken(HANDLE process, DWORD access, PHANDLE token);

/* Does nothing, because the CPU sees what is written. FALSE: ERROR_INVALID_HANDLE. */
BOOL WINAPI FlushInstructionCache(HANDLE process, LPCVOID start, SIZE_T size);

#endif
