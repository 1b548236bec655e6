#!/bin/sh
# Random programs of User-Mode Scheduling run as the reference says.
exec "$(dirname "$0")"/../model/models.py ums_model
