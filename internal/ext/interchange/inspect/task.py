"""Asks the questions of assay with Inspect, and lets assay grade the answers:

    inspect eval task.py --model MODEL --log-dir logs

After `pip install .` the task has a name, too; `inspect list tasks` prints it. The sample's id is the hash of the
question. Nothing here says which answer is right: `assay reward` grades them, and `assay import inspect logs` reads and
scores them again. `-T grade=false` only asks.
"""

import asyncio

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import Score, mean, scorer, stderr
from inspect_ai.solver import generate

try:
    from .grading import GRADER, rows
except ImportError:  # not installed: Inspect runs this file
    from grading import GRADER, rows


@scorer(metrics={"reward": [mean(), stderr()], "verdict": [mean(), stderr()]})
def executed():
    """reward: the flaw was found, attacked or repaired, or rightly denied; verdict: only whether there is one."""

    async def score(state, target):
        stop = state.output.stop_reason if state.output.choices else ""
        grade = await asyncio.to_thread(GRADER.grade, state.sample_id, state.output.completion, stop)
        return Score(
            value={"reward": grade["reward"], "verdict": float(grade["right"])},
            answer=grade.get("verdict"),
            explanation=grade.get("reason"),
            metadata=grade,
        )

    return score


@task
def assay(epochs: int = 1, grade: bool = True) -> Task:
    if grade:
        GRADER.program()  # better now than after the answers
    samples = []
    for question in rows("questions.jsonl"):
        messages = [ChatMessageUser(content=question["user"])]
        if question.get("system"):
            messages.insert(0, ChatMessageSystem(content=question["system"]))
        samples.append(Sample(id=question["prompt"], input=messages))
    return Task(
        dataset=MemoryDataset(samples, name="assay"),
        solver=generate(),
        scorer=executed() if grade else None,
        epochs=epochs,
    )
