package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"assay/internal/bench"
)

// maxHits bounds the lines that one search shows.
const maxHits = 200

var toolSearch = Tool{
	Name: "search",
	Doc:  "Shows the lines of all files, or of one, that a regular expression (RE2) matches, as path:line: text.",
	Params: `{"type":"object","properties":{"pattern":{"type":"string"},"path":{"type":"string"}},` +
		`"required":["pattern"],"additionalProperties":false}`,
	do: func(_ context.Context, on *Toolbox, args json.RawMessage) (string, error) {
		var a struct{ Pattern, Path string }
		if err := decode(args, &a); err != nil {
			return "", err
		}
		if a.Pattern == "" || len(a.Pattern) > 1<<10 {
			return "", Mistakef("pattern has 1 to %d bytes", 1<<10)
		}
		re, err := regexp.Compile(a.Pattern)
		if err != nil {
			return "", Mistakef("%v", err)
		}
		files := Visible(on.task)
		if a.Path != "" {
			f, err := fileOf(on.task, a.Path)
			if err != nil {
				return "", err
			}
			files = []bench.File{f}
		}
		var b strings.Builder
		hits := 0
		for _, f := range files {
			for i, line := range strings.Split(f.Text, "\n") {
				if !re.MatchString(line) {
					continue
				}
				if hits++; hits <= maxHits {
					fmt.Fprintf(&b, "%s:%d: %s\n", f.Path, i+1, strings.TrimRight(line, "\r"))
				}
			}
		}
		switch {
		case hits == 0:
			return "no line matches\n", nil
		case hits > maxHits:
			fmt.Fprintf(&b, "[%d of %d lines are shown]\n", maxHits, hits)
		}
		return b.String(), nil
	},
}
