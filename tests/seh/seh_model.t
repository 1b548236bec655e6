#!/bin/sh
# Random programs of structured exception handling run as the rules say.
exec "$(dirname "$0")"/../model/models.py seh_model
