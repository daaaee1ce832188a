package inspect

import (
	_ "embed"
	"errors"

	"assay/internal/core/base/outfile"
	"assay/internal/core/run/exchange"
	"assay/internal/ext/interchange"
)

//go:embed task.py
var task []byte

// Questions returns the format that writes an Inspect task and its questions.
func Questions() interchange.Questions {
	return interchange.Questions{
		Name: "inspect", Doc: "a task of Inspect with its questions as JSON lines",
		Write: func(to outfile.Folder, _ string, list []exchange.Question) error {
			return errors.Join(outfile.Put(to, "task.py", task), interchange.PutJSONL(to, "questions.jsonl", list))
		},
	}
}
