/* A DLL with a variable of each thread's.

   compiler: clang */

__declspec(thread) int counted = 100;

__declspec(dllexport) int count_up(int by) { return counted += by; }
