package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"assay/internal/bench"
)

var toolRead = Tool{
	Name: "read",
	Doc: "Shows lines of a file with their numbers, from line `from` (1 where it is left out), " +
		"at most `count` of them (400).",
	Params: `{"type":"object","properties":{"path":{"type":"string","description":"as list shows it"},` +
		`"from":{"type":"integer"},"count":{"type":"integer"}},"required":["path"],"additionalProperties":false}`,
	do: func(_ context.Context, on *Toolbox, args json.RawMessage) (string, error) {
		a := struct {
			Path  string `json:"path"`
			From  int    `json:"from"`
			Count int    `json:"count"`
		}{From: 1, Count: 400}
		if err := decode(args, &a); err != nil {
			return "", err
		}
		f, err := fileOf(on.task, a.Path)
		if err != nil {
			return "", err
		}
		all := strings.SplitAfter(f.Text, "\n")
		if all[len(all)-1] == "" {
			all = all[:len(all)-1]
		}
		if a.From < 1 || a.Count < 1 {
			return "", Mistakef("from and count are at least 1")
		}
		if a.From > len(all) {
			return "", Mistakef("%s has %d lines", a.Path, len(all))
		}
		end := a.From - 1 + min(a.Count, len(all)-a.From+1)
		var b strings.Builder
		for i := a.From - 1; i < end; i++ {
			line := fmt.Sprintf("%d\t%s\n", i+1, strings.TrimRight(all[i], "\r\n"))
			if b.Len()+len(line) > MaxResult-64 && b.Len() > 0 {
				end = i
				break
			}
			b.WriteString(line)
		}
		if end < len(all) {
			fmt.Fprintf(&b, "[lines %d to %d of %d; go on from %d]\n", a.From, end, len(all), end+1)
		}
		return b.String(), nil
	},
}

// fileOf finds a visible file by its path.
func fileOf(t bench.Task, path string) (bench.File, error) {
	for _, f := range Visible(t) {
		if f.Path == strings.TrimPrefix(path, "./") {
			return f, nil
		}
	}
	return bench.File{}, Mistakef("there is no file %q; list shows the files", short(path))
}
