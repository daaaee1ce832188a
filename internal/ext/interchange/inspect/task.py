"""Asks the questions of assay with Inspect: inspect eval task.py --model MODEL --log-dir logs

The sample's id is the hash of the question. Nothing here says which answer is right:
`assay import inspect logs` scores the answers.
"""

import json
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageSystem, ChatMessageUser
from inspect_ai.solver import generate


@task
def assay(questions: str = "questions.jsonl", epochs: int = 1) -> Task:
    samples = []
    with open(Path(__file__).parent / questions, encoding="utf-8") as lines:
        for line in lines:
            question = json.loads(line)
            messages = [ChatMessageUser(content=question["user"])]
            if question.get("system"):
                messages.insert(0, ChatMessageSystem(content=question["system"]))
            samples.append(Sample(id=question["prompt"], input=messages))
    return Task(
        dataset=MemoryDataset(samples, name="assay"),
        solver=generate(),
        epochs=epochs,
    )
