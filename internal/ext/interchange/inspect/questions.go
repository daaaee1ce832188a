package inspect

import (
	_ "embed"
	"errors"

	"assay/internal/ext/interchange"
)

//go:embed task.py
var task []byte

// Questions returns the format that writes an Inspect task and its questions.
func Questions() interchange.Questions {
	return interchange.Questions{
		Name: "inspect", Doc: "a task of Inspect with its questions as JSON lines",
		Write: func(to interchange.Folder, _ string, list []interchange.Question) error {
			return errors.Join(interchange.Put(to, "task.py", task), interchange.PutJSONL(to, "questions.jsonl", list))
		},
	}
}
