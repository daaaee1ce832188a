// Package agent is the detector for agents: a model, or a built-in agent, answers a task in turns, with tools,
// by a scaffold. The tools are pure functions of the task's world and of the earlier calls. The loop is a state
// machine over events, so that an interrupted trial can continue and a finished one can be replayed without a
// network.
//
// The package executes nothing: [Worlds] is the port to the code that does.
package agent
