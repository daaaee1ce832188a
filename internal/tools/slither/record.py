"""Analyses Solidity with Slither: a task as one line of JSON in, a document as of `slither --json` as one line out.

A task is {hash, version, wrapper, soljson, input}: input is the standard JSON for the compiler, and the three before it
are what worker.js, the first argument, loads the compiler by. Detectors of the impacts high, medium and low run, and
those that the further arguments name. The one process that it runs in keeps the compilers, where
`slither` itself would start Python and a compiler for every text.
"""

import gc
import importlib.metadata
import inspect
import json
import logging
import os
import subprocess
import sys
import tempfile

import crytic_compile.platform.solc_standard_json as standard
from crytic_compile import CryticCompile
from slither import Slither
from slither.detectors import all_detectors
from slither.detectors.abstract_detector import AbstractDetector
from slither.detectors.abstract_detector import DetectorClassification as IMPACT

logging.disable(logging.CRITICAL)
compiler = subprocess.Popen(
    ["node", "-e", open(sys.argv[1]).read(), str(os.getpid()), "0"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
)

DETECTORS = [
    d
    for d in vars(all_detectors).values()
    if inspect.isclass(d)
    and issubclass(d, AbstractDetector)
    and d is not AbstractDetector
    and (d.IMPACT in (IMPACT.HIGH, IMPACT.MEDIUM, IMPACT.LOW) or d.ARGUMENT in sys.argv[2:])
]


def compile_task(task):
    """Returns the compiler's answer, in the form that crytic-compile reads."""
    request = {k: task[k] for k in ("version", "wrapper", "soljson", "input")}
    compiler.stdin.write(json.dumps(request).encode() + b"\n")
    compiler.stdin.flush()
    reply = json.loads(compiler.stdout.readline())
    if "error" in reply:
        raise RuntimeError(reply["error"])
    output = json.loads(reply["output"])
    for e in output.get("errors", []):
        if e["severity"] == "error":
            raise RuntimeError(e["formattedMessage"])
    for contracts in output["contracts"].values():
        for contract in contracts.values():  # detectors read no bytecode
            contract["evm"] = {k: {"object": "", "sourceMap": ""} for k in ("bytecode", "deployedBytecode")}
    prune(output["sources"])
    return output


def references(node, found):
    """Adds the ids of all declarations that a node of the syntax tree names."""
    if isinstance(node, list):
        for n in node:
            references(n, found)
    elif isinstance(node, dict):
        if isinstance(node.get("referencedDeclaration"), int):
            found.add(node["referencedDeclaration"])
        for key, n in node.items():
            if key != "typeDescriptions" and isinstance(n, (dict, list)):
                references(n, found)


def prune(sources):
    """Removes the functions of packages' libraries that nothing calls: most of what Slither would analyse, without a
    result about the text."""
    unused, used = {}, set()
    for name, source in sources.items():
        for node in source["ast"]["nodes"]:
            library = name.startswith("@") and node.get("contractKind") == "library"
            for n in node["nodes"] if library else [node]:
                if library and n["nodeType"] == "FunctionDefinition":
                    unused[n["id"]] = n
                else:
                    references(n, used)
    todo = used & unused.keys()
    while todo:
        used = set()
        for i in todo:
            references(unused.pop(i), used)
        todo = used & unused.keys()
    for source in sources.values():
        for node in source["ast"]["nodes"]:
            if node.get("contractKind") == "library":
                node["nodes"] = [n for n in node["nodes"] if n["id"] not in unused]


class Compiled(standard.SolcStandardJson):
    """The platform of a task."""

    def __init__(self, task):
        super().__init__({})
        self.task = task

    def compile(self, crytic_compile, **kwargs):
        unit = standard.CompilationUnit(crytic_compile, "standard_json")
        unit.compiler_version = standard.CompilerVersion("solc", self.task["version"], optimized=False)
        standard.parse_standard_json_output(compile_task(self.task), unit)


def analyse(task):
    """Returns the results of all detectors."""
    for name, source in json.loads(task["input"])["sources"].items():
        os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
        with open(name, "w", newline="") as f:  # Slither reads lines from the files
            f.write(source["content"])
    slither = Slither(CryticCompile(Compiled(task)), disable_color=True)
    for detector in DETECTORS:
        slither.register_detector(detector)
    return [result for results in slither.run_detectors() for result in results]


def main():
    gc.disable()  # it would go through the trees of a text again and again
    version = importlib.metadata.version("slither-analyzer")
    helps = {d.ARGUMENT: d.HELP for d in DETECTORS}
    for line in sys.stdin:
        task = json.loads(line)
        reply = {"hash": task["hash"], "version": version, "success": True, "results": {}}
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                detectors = analyse(task)
                for d in detectors:
                    d["description"] = helps[d["check"]]  # one for a check: names of the text would say what it is
                reply["results"]["detectors"] = detectors
            except Exception as e:  # pylint: disable=broad-except
                reply["success"], reply["error"] = False, f"{type(e).__name__}: {e}"
            os.chdir("/")
        gc.collect()
        print(json.dumps(reply), flush=True)


main()
