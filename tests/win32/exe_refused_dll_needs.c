/* A DLL of exe_refused that needs one which does not exist. */

__declspec(dllimport) int of_none(void);

__declspec(dllexport) int of_needs(void) { return of_none(); }
