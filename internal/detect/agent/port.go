package agent

import (
	"context"

	"assay/internal/bench"
)

// Lazy returns a world that the first call that needs it opens. When open fails, that call returns the error,
// and the next one tries again.
func Lazy(open func(context.Context) (World, error)) World { return &lazy{open: open} }

// Visible lists the files that a subject may see of a task: the code under review first, then related code, and
// the descriptions as separate files.
func Visible(t bench.Task) []bench.File { return visible(t) }
