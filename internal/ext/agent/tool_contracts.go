package agent

import (
	"context"
	"encoding/json"
	"strings"
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
		return on.world.Deployed(ctx)
	},
}

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

var toolAttack = Tool{
	Name: "attack",
	Doc: "Compiles a file Attacker.sol and runs its contract Attacker at your address, from the state in which " +
		"the chain was when you began: " +
		"function step(uint256 number, address world) external returns (uint256 wait) is called with 0, 1, 2 and so on, " +
		"each time in a transaction of its own, until it returns 0. " +
		"World(world) answers target(), asset() and deployed(string). Shows which steps reverted and why, and what the " +
		"contract had and has at its end. Effects are dropped.",
	Params: toolCompile.Params,
	needs:  executes,
	do: func(ctx context.Context, on *Toolbox, args json.RawMessage) (string, error) {
		source, err := sourceOf(args)
		if err != nil {
			return "", err
		}
		return on.world.Attack(ctx, source)
	},
}
