/* The switch is looked at as a yield is. */
#include "tests/ums/ums_switch_marks.S"
