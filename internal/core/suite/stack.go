package suite

import (
	"path"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/suite/sqlapp"
)

// Tenancy is the name of the embedded suite of handlers, one folder a stack.
const Tenancy = "tenancy"

// Within reports whether a variant is in one of the subsets: its own, or the stack of its application.
func Within(v *bench.Variant, subsets []string) bool {
	return slices.ContainsFunc(subsets, func(name string) bool {
		return v.Group == name || strings.HasPrefix(v.Group, name+"/")
	})
}

// stack reads the stack.yaml above an application, whose name then begins with that of the stack.
func (l *loader) stack(a *app) {
	above := path.Dir(a.dir)
	file := path.Join(above, "stack.yaml")
	if a.dir == l.root {
		return
	}
	text, ok := l.optional(file)
	if !ok {
		return
	}
	s, err := sqlapp.ParseStack(path.Base(l.show(above)), text, func(name string) (string, bool) {
		return l.optional(path.Join(above, name))
	})
	if err != nil {
		l.problem(file, 0, "%v", err)
		return
	}
	a.stack, a.name = s, s.Name+"/"+a.name
}
