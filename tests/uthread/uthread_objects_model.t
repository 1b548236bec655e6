#!/bin/sh
# Random programs over user-level threads, schedulers and all objects run as the reference says.
exec "$(dirname "$0")"/../model/models.py uthread_objects_model
