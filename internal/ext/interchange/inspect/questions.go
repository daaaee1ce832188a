package inspect

import (
	_ "embed"
	"errors"
	"fmt"

	"assay/internal/core/base/outfile"
	"assay/internal/ext/interchange"
)

//go:embed task.py
var task []byte

// entry names the task for `inspect eval MODULE/assay` once the package is installed.
const entry = `
[project.entry-points.inspect_ai]
%[1]s = "%[1]s.task"
`

// Questions returns the format that writes a package with an Inspect task, its scorer and its questions.
func Questions() interchange.Questions {
	return interchange.Questions{
		Name: "inspect", Doc: "a package with a task of Inspect, whose scorer is assay reward",
		Write: func(to outfile.Folder, e interchange.Export) error {
			return errors.Join(interchange.PutPython(to, e, "inspect_ai", fmt.Sprintf(entry, interchange.Module(e.Name))),
				outfile.Put(to, "__init__.py", nil), outfile.Put(to, "task.py", task))
		},
	}
}
