// Package verifiers writes questions as an environment of verifiers, whose reward is what assay decides.
package verifiers

import (
	"embed"
	"errors"

	"assay/internal/core/base/outfile"
	"assay/internal/ext/interchange"
)

//go:embed __init__.py environment.py taskset.py
var files embed.FS

// Questions returns the format that writes the package.
func Questions() interchange.Questions {
	return interchange.Questions{
		Name: "verifiers", Doc: "a package with an environment of verifiers, whose reward is assay reward",
		Write: func(to outfile.Folder, e interchange.Export) error {
			err := interchange.PutPython(to, e, "verifiers>=0.3", "")
			for _, name := range []string{"__init__.py", "environment.py", "taskset.py"} {
				b, more := files.ReadFile(name)
				err = errors.Join(err, more, outfile.Put(to, name, b))
			}
			return err
		},
	}
}
