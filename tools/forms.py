"""The form of what a file of JSON holds. A reader asks once, and may trust the value from then on."""

from __future__ import annotations

import json
import re
from typing import Any, Union


def parsed(text: Union[str, bytes]) -> Any:
    """The value that the text stands for. Raises ValueError for one that is no JSON, or is nested too deep to be read."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deep") from None


def is_text(value: object) -> bool:
    """Whether it is a text that can be written in UTF-8."""
    return isinstance(value, str) and not re.search("[\ud800-\udfff]", value)


def fits(value: object, form: Any) -> bool:
    """Whether a value has this form: a type; a list with the form of its items; a table with the forms of the names that it must have, or
    with `str` and the form that is behind each name; or a function that says so."""
    if isinstance(form, list):
        return isinstance(value, list) and all(fits(item, form[0]) for item in value)
    if isinstance(form, dict) and str in form:
        return isinstance(value, dict) and all(fits(item, form[str]) for item in value.values())
    if isinstance(form, dict):
        return isinstance(value, dict) and form.keys() <= value.keys() and all(fits(value[name], part) for name, part in form.items())
    return type(value) is form if isinstance(form, type) else form(value)
