/* A library with exports, a forwarder, imports and relocations. */
#include <windows.h>

static int values[3] = {1, 2, 3};
int *places[3] = {&values[0], &values[1], &values[2]};

int one(void) { return *places[0] + (int)GetTickCount(); }

int two(void) { return *places[1] + lstrlenA("two"); }
