/* The yield of ums_switch.c's test. */
#include "tests/ums/ums_switch_marks.S"
