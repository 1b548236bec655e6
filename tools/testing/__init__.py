"""The test suite's machinery: the declarations of tests, the run of a variant, the comparison of output."""
