package agent

import (
	"context"
	"encoding/json"
)

// executes reports whether a task has a compiler and a world of contracts.
func executes(p Parts) bool { return p.Compiler }

var toolDeployed = Tool{
	Name: "deployed",
	Doc: "Lists the contracts that stand in a test chain of your own, with their addresses and functions, your address, " +
		"and the ether and tokens that you have. " +
		"You are a stranger there: an account without code, role or privilege.",
	Params: `{"type":"object","properties":{},"additionalProperties":false}`,
	needs:  executes,
	do: func(ctx context.Context, on *Toolbox, args json.RawMessage) (string, error) {
		if err := decode(args, &struct{}{}); err != nil {
			return "", err
		}
		return on.world.Stands(ctx)
	},
}
