package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
)

var toolList = Tool{
	Name:   "list",
	Doc:    "Lists the files of the task with their number of lines. The code under review comes first.",
	Params: `{"type":"object","properties":{},"additionalProperties":false}`,
	do: func(_ context.Context, on *Toolbox, args json.RawMessage) (string, error) {
		if err := decode(args, &struct{}{}); err != nil {
			return "", err
		}
		var b strings.Builder
		for _, f := range Visible(on.task) {
			fmt.Fprintf(&b, "%s (%d lines)\n", f.Path, lines(f.Text))
		}
		return b.String(), nil
	},
}

// Visible lists the files that a subject may see of a task: the code under review first, then related code, and
// the descriptions as separate files. They form a virtual tree, which no call can leave.
func Visible(t bench.Task) []bench.File {
	out := slices.Concat(t.Files, t.Context)
	add := func(path, text string) {
		if text != "" && !slices.ContainsFunc(out, func(f bench.File) bool { return f.Path == path }) {
			out = append(out, bench.File{Path: path, Text: text})
		}
	}
	add("PROTOCOL.md", t.Protocol)
	add("SPEC.md", t.Spec)
	return out
}

func lines(text string) int {
	n := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}
