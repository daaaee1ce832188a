package agent

import (
	"context"
	"encoding/json"
	"strings"
)

var toolCompile = Tool{
	Name: "compile",
	Doc: "Compiles a file Attacker.sol that stands beside the code under review, with the compiler of that code, " +
		"and shows errors and warnings. " +
		"It may import the files of the task and no others.",
	Params: `{"type":"object","properties":{"source":{"type":"string","description":"the whole text of Attacker.sol"}},` +
		`"required":["source"],"additionalProperties":false}`,
	needs: executes,
	do: func(ctx context.Context, on *Toolbox, args json.RawMessage) (string, error) {
		source, err := sourceOf(args)
		if err != nil {
			return "", err
		}
		return on.world.Compile(ctx, source)
	},
}

func sourceOf(args json.RawMessage) (string, error) {
	var a struct {
		Source string `json:"source"`
	}
	if err := decode(args, &a); err != nil {
		return "", err
	}
	if strings.TrimSpace(a.Source) == "" {
		return "", Mistakef("source is empty")
	}
	return a.Source, nil
}
