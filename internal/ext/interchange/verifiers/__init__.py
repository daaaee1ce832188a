"""An environment of verifiers whose reward is the verdict of assay.

From verifiers 0.4 on it is a taskset; before, `load_environment()` returns the environment.
"""

from importlib.metadata import version

if tuple(int(part) for part in version("verifiers").split(".")[:2]) < (0, 4):
    from .environment import load_environment

    __all__ = ["load_environment"]
else:
    from .taskset import AssayTaskset

    __all__ = ["AssayTaskset"]
