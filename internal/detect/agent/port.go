package agent

import (
	"context"

	"assay/internal/bench"
)

// Lazy returns a world that is opened by the first call that needs it. An error of open
// is that call's, and the next one tries again.
func Lazy(open func(context.Context) (World, error)) World { return &lazy{open: open} }

// Visible lists what a subject may see of a task as files: the code under review first,
// then related code, and the words about it as files of their own.
func Visible(t bench.Task) []bench.File { return visible(t) }
