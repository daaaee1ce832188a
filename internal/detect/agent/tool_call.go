package agent

import (
	"context"
	"encoding/json"
)

// callSchema is the schema of one transaction.
const callSchema = `"to":{"type":"string","description":"address, or the name of a contract that deployed shows"},` +
	`"function":{"type":"string","description":"signature such as transfer(address,uint256)"},` +
	`"args":{"type":"array","items":{},"description":"its arguments; large numbers as strings of digits, bytes and addresses in hexadecimal, structs as lists"},` +
	`"data":{"type":"string","description":"instead of function: the whole call in hexadecimal"},` +
	`"value":{"type":"string","description":"wei to send, as digits"},` +
	`"wait":{"type":"integer","description":"seconds that pass before it"}`

var toolCall = Tool{
	Name: "call",
	Doc: "Sends a transaction from your account and keeps its effects. Shows what the call returned or why it reverted, " +
		"its events, and what you had and have. " +
		"A view function is called in the same way. Without function and data it sends plain ether.",
	Params: `{"type":"object","properties":{` + callSchema + `},"required":["to"],"additionalProperties":false}`,
	needs:  executes,
	do: func(ctx context.Context, on *Toolbox, args json.RawMessage) (string, error) {
		var c Call
		if err := decode(args, &c); err != nil {
			return "", err
		}
		return on.world.Send(ctx, []Call{c}, true)
	},
}
