package interchange

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"assay/internal/core/base/outfile"
)

//go:embed grading.py
var grading []byte

const project = `[build-system]
requires = ["setuptools>=61"]
build-backend = "setuptools.build_meta"

[project]
name = %q
version = "1"
dependencies = [%q]
%s
[tool.setuptools]
packages = [%[4]q]
package-dir = { %[4]s = "." }

[tool.setuptools.package-data]
%[4]s = ["*.json", "*.jsonl"]
`

// Module returns the name of the package that an export is installed as.
func Module(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '_'
	}, name)
}

// PutPython writes what the exported Python packages have in common: what is asked, how assay grades it, and how the
// package is installed. needs is what it is installed with, and more a further part
// of pyproject.toml.
func PutPython(to outfile.Folder, e Export, needs, more string) error {
	flags, err := json.Marshal(e.Flags)
	if err != nil {
		return err
	}
	module := Module(e.Name)
	errs := []error{
		outfile.Put(to, "pyproject.toml", fmt.Appendf(nil, project, strings.ReplaceAll(module, "_", "-"), needs, more,
			module)),
		outfile.Put(to, "grading.py", grading),
		outfile.Put(to, "grading.json", append(flags, '\n')),
		PutJSONL(to, "questions.jsonl", e.Questions),
	}
	if e.Solutions != nil {
		errs = append(errs, PutJSONL(to, "solutions.jsonl", e.Solutions))
	}
	return errors.Join(errs...)
}
