// Package facts is what the checks of builtin/static share: one Solidity source
// with its names resolved, its contracts, functions and state variables, and,
// worked out when first asked for,
//
//   - the steps of a call, in order: reads and writes of state variables, calls
//     to the outside, conditions tested; modifiers wrapped around the body and
//     internal functions written out ([File.Trace]),
//   - where a value comes from: an argument, the sender, the block, another
//     contract … ([File.From]),
//   - who may call what, as far as it is tested ([File.Checked], [File.Roles]).
//
// Everything rests on the syntax tree and on which declaration a name means,
// never on what a name is or a comment says; only words of the language count by
// their spelling. Any text is accepted. Values are followed without regard to
// order or branches, and through internal calls without regard to the caller, so
// [Origin] says what a value may hold, not what it must. Time is linear in the
// text: every trace, search and round is bounded.
//
// A File is for one goroutine.
package facts
