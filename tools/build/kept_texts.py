"""The texts in place of C whose value the compiler would drop or know.

Floating point keeps its precision, and constants of the language stay constants: the compiler itself chooses, by the operands' types and
values, between the text as it was written (`raw`, or `kept` where a part of it has changed) and the new one.
"""

from __future__ import annotations

from typing import Sequence


def hidden_divisor(raw: str, kept: str) -> str:
    """Behind /= and %=."""
    return f"__builtin_choose_expr({_is_float(raw)}, ({kept}), {hidden(kept)})"


def kept_quotient(raw: str, kept: str, divisors: Sequence[str], quotient: str) -> str:
    """A product in which something is divided. It stays where it is floating point, and where each divisor is a constant above 0; no
    `divisors`: they are none."""
    known = " && ".join(map(_is_positive, divisors)) or "0"
    return f"__builtin_choose_expr({_is_float(raw)} || ({known}), ({kept}), {quotient})"


def stored(raw: str, kept: str) -> str:
    """A statement that is nothing but a value; one of type void has none to store."""
    is_void = f"__builtin_types_compatible_p(__typeof__(((void)0, ({raw}))), void)"
    return (f"({{ __auto_type trap_value = __builtin_choose_expr({is_void}, 0, ((void)0, ({kept}))); "
            f"(void)trap_value; }}), __builtin_choose_expr({is_void}, ({kept}), (void)0)")


def loaded(kept: str) -> str:
    """The value of a load, which operators around it may know nothing of. The `? :` gives it the type that they would give it."""
    return f"({{ __auto_type trap_value = 0 ? 0 : {kept}; trap_value; }})"


def chosen(raw: str, kept: str) -> str:
    """As `loaded`, for what may compute in floating point, too."""
    return f"__builtin_choose_expr({_is_float(raw)}, {kept}, {loaded(kept)})"


def copied(kept: str) -> str:
    """A value that is assigned to its own place, a structure or a number."""
    return f"({{ __auto_type trap_value = ((void)0, {kept}); trap_value; }})"


def hidden(number: str) -> str:
    """The number, of which the compiler does not know its value."""
    changed = _pass("trap_divisor", ': "+%s"(trap_divisor)')
    return f"({{ __auto_type trap_divisor = +({number}); {changed}; trap_divisor; }})"


def used(quotient: str) -> str:
    """The quotient, of which the compiler does not know that nobody needs it."""
    use = _pass("trap_value", ': : "%s"(trap_value)')
    return f"({{ __auto_type trap_value = {quotient}; {use}; trap_value; }})"


def _is_float(value: str) -> str:
    return f"_Generic(({value}), float: 1, double: 1, long double: 1, default: 0)"


def _is_positive(divisor: str) -> str:
    """Whether this is a constant of the language, and above 0."""
    return f"sizeof(int) == sizeof(*(8 ? (void *)((long)(1 / (({divisor}) > 0)) * 0l) : (int *)8))"


def _pass(name: str, operands: str) -> str:
    """An asm statement that a number goes through. There are few pairs of registers, so a wide number is in memory."""
    return (f'__builtin_choose_expr(sizeof({name}) == 4, ({{ __asm__ volatile("" {operands % "r"}); 0; }}), '
            f'({{ __asm__ volatile("" {operands % "m"}); 0; }}))')
