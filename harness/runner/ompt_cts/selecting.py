"""The options of `run` that decide a report's tests and how they run, as the report's command tells
them. Shards, comparison, pages and the option parser's test share these tables."""

from collections.abc import Iterable, Sequence

SELECTING = ("--suite", "--filter", "--quick", "--event", "--for", "--shard")
HOW = ("--probes", "--perturb", "--second-pass", "--stability", "--repeat")
FLAGS = ("--quick", "--stability")  # without a value


def in_command(command: Sequence[str], options: Iterable[str]) -> list[str]:
    """These options of a command, in their own order, each as one word: --suite=tasking. Words
    after `--` belong to the user's program."""
    words = list(map(str, command))
    words = words[: words.index("--")] if "--" in words else words
    found = []
    for option in options:
        for word, following in zip(words, [*words[1:], ""], strict=True):
            if word == option:
                found.append(option if option in FLAGS else f"{option}={following}")
            elif word.startswith(f"{option}="):
                found.append(word)
    return found
