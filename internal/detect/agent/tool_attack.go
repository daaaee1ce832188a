package agent

import (
	"context"
	"encoding/json"
)

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
