"""The debugger of `trapline debug`: what gdb loads, and what stands between gdb and QEMU (bridge.py, history.py, tape.py)."""
