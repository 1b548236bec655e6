/* The DLL that comes late.

   compiler: clang */

__declspec(dllexport) int twice(int number) { return 2 * number; }

__declspec(dllexport) int thrice(int number) { return 3 * number; }
