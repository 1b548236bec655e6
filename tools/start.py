"""Starts a command: tools/start.py ROOM.MODULE WORDS. The module's function main gets the words."""

import sys
from importlib import import_module

from command import enter

enter(import_module(sys.argv.pop(1)).main)
