"""Reads an exported data set as others do: cards.py DIRECTORY

mlcroissant validates the card and reads the records that it describes, pyarrow reads the Parquet, and datasets loads
the folder by its own rules. One JSON object a reader. What the
libraries say about the card goes to standard error.
"""

import json
import sys
from importlib.metadata import version
from pathlib import Path

import datasets
import mlcroissant
import pyarrow.parquet as pq

hub = Path(sys.argv[1])
card = mlcroissant.Dataset(jsonld=str(hub / "croissant.json"))
issues = card.metadata.ctx.issues
for record_set in card.metadata.record_sets:
    rows = sum(1 for _ in card.records(record_set=record_set.uuid))
    print(json.dumps({"reader": "mlcroissant", "version": version("mlcroissant"), "set": record_set.uuid, "rows": rows,
                      "errors": len(issues.errors), "warnings": len(issues.warnings),
                      "said": sorted(issues.errors) + sorted(issues.warnings)}))
for file in sorted(hub.glob("data/*/*.parquet")):
    table = pq.read_table(file)
    print(json.dumps({"reader": "pyarrow", "version": version("pyarrow"), "set": file.parent.name,
                      "rows": table.num_rows, "columns": table.num_columns}))
for name in datasets.get_dataset_config_names(str(hub)):
    for split, data in datasets.load_dataset(str(hub), name).items():
        print(json.dumps({"reader": "datasets", "version": version("datasets"), "set": name, "split": split,
                          "rows": data.num_rows, "columns": data.num_columns}))
