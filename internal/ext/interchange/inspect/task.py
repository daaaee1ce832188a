"""Asks the questions of assay with Inspect, and lets assay grade the answers:

    inspect eval task.py --model MODEL --log-dir logs

After `pip install .` the task has a name, too; `inspect list tasks` prints it. The sample's id is the hash of the
question. Nothing here says which answer is right: `assay reward` grades them, and `assay import inspect logs` reads and
scores them again. `-T grade=false` only asks. Answers are requested with the JSON schema that assay requests, from
models that take one; `-T schema=false` leaves it out.
"""

import asyncio

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageSystem, ChatMessageUser, ResponseSchema
from inspect_ai.scorer import Score, mean, scorer, stderr
from inspect_ai.solver import generate, solver
from inspect_ai.util import JSONSchema

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


@solver
def asked():
    """Asks once, with the schema of the question."""
    schemas = {q["prompt"]: q["schema"] for q in rows("questions.jsonl") if q.get("schema")}

    async def solve(state, generate):
        if state.sample_id not in schemas:
            return await generate(state)
        form = JSONSchema.model_validate(schemas[state.sample_id])
        return await generate(state, response_schema=ResponseSchema(name="answer", json_schema=form, strict=True))

    return solve


@task
def assay(epochs: int = 1, grade: bool = True, schema: bool = True) -> Task:
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
        solver=asked() if schema else generate(),
        scorer=executed() if grade else None,
        epochs=epochs,
    )
