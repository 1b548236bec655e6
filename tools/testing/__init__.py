"""The test suite's machinery: what a test declares, how one variant is run, how output is compared."""
