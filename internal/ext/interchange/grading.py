"""Grades answers with assay, which holds the truth and the proofs; this folder has neither."""

import json
import os
import shutil
import subprocess
import threading
from pathlib import Path

HERE = Path(__file__).parent


def rows(name):
    """The objects in a file of JSON lines, none if there is no such file."""
    path = HERE / name
    if not path.exists():
        return []
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


class Grader:
    """One `assay reward` process, started with the first answer and shared by all threads.

    ASSAY in the environment names the program where `assay` is not on the PATH.
    """

    def __init__(self):
        self.lock = threading.Lock()
        self.process = None

    @staticmethod
    def program():
        program = os.environ.get("ASSAY") or shutil.which("assay")
        if not program:
            raise RuntimeError("assay, which grades the answers, is not on the PATH; install it, or name it in ASSAY")
        return program

    def grade(self, prompt, text, finish=""):
        """The grade of an answer to the question with this hash, as a dictionary (docs/exchange.md of assay).

        What is not the fault of the answer raises an error: it is no reward of 0.
        """
        with self.lock:
            if self.process is None or self.process.poll() is not None:
                flags = json.loads((HERE / "grading.json").read_text(encoding="utf-8"))
                self.process = subprocess.Popen(
                    [self.program(), "reward", *flags], stdin=subprocess.PIPE, stdout=subprocess.PIPE
                )
            answer = {"prompt": prompt, "text": text or "", "finish": finish or ""}
            self.process.stdin.write(json.dumps(answer).encode() + b"\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("assay reward has ended; its message is on standard error")
        grade = json.loads(line)
        if grade.get("error"):
            raise RuntimeError("assay reward: " + grade["error"])
        return grade


GRADER = Grader()
