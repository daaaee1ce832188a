"""Prints what Inspect scored, one JSON object a sample: inspect_scores.py DIRECTORY-OF-LOGS"""

import json
import sys
from importlib.metadata import version

from inspect_ai.log import list_eval_logs, read_eval_log

print(json.dumps({"version": version("inspect_ai")}))
for info in list_eval_logs(sys.argv[1]):
    for sample in read_eval_log(info).samples:
        score = (sample.scores or {}).get("executed")
        value = score.value if score else {}
        print(json.dumps({
            "prompt": sample.id,
            "repetition": sample.epoch - 1,
            "reward": value.get("reward"),
            "right": value.get("verdict"),
            "outcome": score.metadata["outcome"] if score else "",
            "verdict": (score.answer or "") if score else "",
            "error": sample.error.message if sample.error else "",
        }))
