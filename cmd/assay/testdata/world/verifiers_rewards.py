"""Lets verifiers ask a model and prints the rewards: verifiers_rewards.py MODULE ADDRESS MODEL [MAX_TOKENS]"""

import json
import sys
from importlib.metadata import version

import verifiers as vf

module, address, model = sys.argv[1:4]
print(json.dumps({"version": version("verifiers")}))
env = vf.load_environment(module)
client = vf.ClientConfig(api_key_var="OPENAI_API_KEY", api_base_url=address, max_retries=0)
sampling = {"temperature": 0.0}
if len(sys.argv) > 4:
    sampling["max_tokens"] = int(sys.argv[4])
out = env.evaluate_sync(client=client, model=model, sampling_args=sampling, max_concurrent=2,
                        state_columns=["assay"])
for one in out["outputs"]:
    error, grade = one.get("error"), one.get("assay") or {}
    print(json.dumps({
        "prompt": one["info"]["prompt"],
        "repetition": 0,
        "reward": None if error else one["reward"],
        "outcome": grade.get("outcome", ""),
        "verdict": grade.get("verdict", ""),
        "error": str(error) if error else "",
    }))
