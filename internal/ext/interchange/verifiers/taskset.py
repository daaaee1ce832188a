"""The taskset for verifiers 0.4 and later: `vf-eval MODULE`, `vf-validate MODULE`."""

import asyncio

import verifiers.v1 as vf

from .grading import GRADER, rows


class AssayData(vf.TaskData):
    """The durable id of a task is the hash of its question."""


class AssayTask(vf.Task[AssayData]):
    @property
    def key(self):
        return self.data.id

    @vf.reward(weight=1.0)
    async def executed(self, trace: vf.Trace) -> float:
        stop = trace.calls[-1].finish_reason if trace.calls else ""
        grade = await asyncio.to_thread(GRADER.grade, self.data.id, trace.last_reply, stop)
        trace.info["assay"] = grade
        return grade["reward"]

    async def validate(self, runtime) -> bool | None:
        """Whether the answer that the proof makes has the full reward; None without solutions.jsonl."""
        solutions = {s["prompt"]: s["text"] for s in rows("solutions.jsonl")}
        if self.data.id not in solutions:
            return None
        grade = await asyncio.to_thread(GRADER.grade, self.data.id, solutions[self.data.id])
        return grade["reward"] == 1.0


class AssayTaskset(vf.Taskset[AssayTask, vf.TasksetConfig]):
    def load(self):
        for q in rows("questions.jsonl"):
            data = AssayData(id=q["prompt"], prompt=q["user"], system_prompt=q.get("system") or None)
            yield AssayTask(data, self.config.task)
