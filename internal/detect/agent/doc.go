// Package agent is the detector that works: a model, or a built-in agent, answers a
// task in turns, with tools, by a scaffold. The tools are pure functions of the
// task's world and of the calls before; the loop is a state machine over events,
// so that a trial that was killed goes on where it was, and one that ended can be
// replayed without a network.
//
// The package executes nothing: [Worlds] is the port to what does.
package agent
