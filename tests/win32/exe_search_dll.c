/* Says a number. */

__declspec(dllexport) int says(void) { return 12; }
