// Package certificate finds out how well a transformed variant keeps what its
// transformation promises.
//
// A preserving chain earns the strongest of five certificates that can be shown,
// tried in this order:
//
//	C1  the compiler makes the same creation and runtime code of original and
//	    variant, as the sample is compiled, metadata aside
//	C2  the same under the optimizer, through the intermediate language where
//	    the compiler has one
//	C3  undoing the recorded renaming, in the places where the compiler's own
//	    syntax tree says that the names stand, leads to C1; interface and storage
//	    layout are the same up to names
//	C4  executed side by side, both have equal effects
//	C5  what has to be shown of every variant, and nothing more: honest use
//	    passes, the attack works where the flaw is and fails where it is not
//
// Interventions do not preserve and get none of these. A differential owes that
// the exploit dies, a trojan that its decoy resists and all else is as it was.
//
// The package shares no code with what makes the variants: a mistake there must
// not be repeated here. It decides nothing about stored files.
package certificate
