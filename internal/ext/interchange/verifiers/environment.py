"""The environment for verifiers before 0.4: `vf.load_environment(MODULE)`."""

import asyncio

import verifiers as vf
from datasets import Dataset

from .grading import GRADER, rows


async def executed(completion, parser, info, state) -> float:
    steps = state.get("trajectory") or []
    response = steps[-1].get("response") if steps else None
    stop = getattr(getattr(response, "message", None), "finish_reason", None)
    text = parser.parse_answer(completion)
    try:
        grade = await asyncio.to_thread(GRADER.grade, info["prompt"], text, stop)
    except Exception as err:
        state["error"] = vf.Error(str(err))  # the rubric only logs the exception, and would score the answer 0
        raise
    state["assay"] = grade
    return grade["reward"]


def load_environment(schema: bool = True, **kwargs) -> vf.Environment:
    """schema=False does not request answers with the JSON schema that assay requests."""
    GRADER.program()  # better now than after the answers
    questions, schemas = [], []
    for q in rows("questions.jsonl"):
        prompt = [{"role": "user", "content": q["user"]}]
        if q.get("system"):
            prompt.insert(0, {"role": "system", "content": q["system"]})
        if q.get("schema") not in schemas:
            schemas.append(q.get("schema"))
        questions.append({"prompt": prompt, "answer": "", "info": {"prompt": q["prompt"]}})
    if schema and len(schemas) == 1 and schemas[0]:  # an environment has one form for all questions
        form = {"name": "answer", "strict": True, "schema": schemas[0]}
        kwargs["sampling_args"] = {
            "response_format": {"type": "json_schema", "json_schema": form},
            **kwargs.get("sampling_args", {}),
        }
    parser = vf.Parser()  # assay reads the whole answer
    rubric = vf.Rubric(funcs=[executed], weights=[1.0], parser=parser)
    data = Dataset.from_list(questions)
    return vf.SingleTurnEnv(dataset=data, eval_dataset=data, parser=parser, rubric=rubric, **kwargs)
