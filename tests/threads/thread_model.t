#!/bin/sh
# Random programs over the kernel's threads and objects run as the reference says.
exec "$(dirname "$0")"/../model/models.py thread_model
