"""The runner behind `ompt-cts`: set-up, runtimes, running, judging and reporting."""

__version__ = "0.1.0"
