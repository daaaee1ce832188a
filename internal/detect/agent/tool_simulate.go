package agent

import (
	"context"
	"encoding/json"
)

var toolSimulate = Tool{
	Name: "simulate",
	Doc: "Sends transactions from your account, one after the other, from the present state, and drops their effects. " +
		"Shows for each what call shows. " +
		"It goes on after one that reverts.",
	Params: `{"type":"object","properties":{"calls":{"type":"array","items":{"type":"object","properties":{` + callSchema +
		`},"required":["to"],"additionalProperties":false}}},"required":["calls"],"additionalProperties":false}`,
	needs: executes,
	do: func(ctx context.Context, on *Toolbox, args json.RawMessage) (string, error) {
		var a struct {
			Calls []Call `json:"calls"`
		}
		if err := decode(args, &a); err != nil {
			return "", err
		}
		if len(a.Calls) == 0 {
			return "", Mistakef("calls is empty")
		}
		return on.world.Send(ctx, a.Calls, false)
	},
}
