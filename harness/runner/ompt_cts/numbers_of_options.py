"""Numbers in the options of commands: decimal digits of ASCII, so that no command takes another number
than the user has written. Each function takes the option's text; argparse reports its error in a line."""

import argparse
import math

Wrong = argparse.ArgumentTypeError


def is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 20


def natural(text: str) -> int:
    if not is_number(text):
        raise Wrong(f"{text!r} is not a number, 0 or more")
    return int(text)


def positive(text: str) -> int:
    if not is_number(text) or int(text) == 0:
        raise Wrong(f"{text!r} is not a number above 0")
    return int(text)


def seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value < math.inf:
        raise Wrong(f"{text!r} is not a number of seconds")
    return value
