package agent

import (
	"context"
	"encoding/json"
	"fmt"
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
		for _, f := range visible(on.task) {
			fmt.Fprintf(&b, "%s (%d lines)\n", f.Path, lines(f.Text))
		}
		return b.String(), nil
	},
}

// visible lists the files that a subject may see of a task. They form a virtual tree, which no call can leave.
func visible(t bench.Task) []bench.File {
	out := append(append([]bench.File{}, t.Files...), t.Context...)
	add := func(path, text string) {
		if text == "" {
			return
		}
		for _, f := range out {
			if f.Path == path {
				return
			}
		}
		out = append(out, bench.File{Path: path, Text: text})
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
