/* A library that lies elsewhere. */

int exe_dll_folder(void) { return 1; }
