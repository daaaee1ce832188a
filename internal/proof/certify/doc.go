// Package certify transforms the samples of a suite and executes the results, to
// obtain for each variant the strongest certificate that can be shown.
//
// A preserving chain gets the strongest of five certificates that can be shown, tried
// in this order:
//
//	C1  the compiler makes the same creation and runtime code of original and
//	    variant, as the sample is compiled, metadata aside
//	C2  the same under the optimizer, through the intermediate language where
//	    the compiler has one
//	C3  undoing the recorded renaming, in the places where the compiler's own
//	    syntax tree locates the names, gives C1; interface and storage
//	    layout are the same up to names
//	C4  executed side by side, both have equal effects
//	C5  what has to be shown of every variant, and nothing more: honest use
//	    passes, the attack works where the flaw is and fails where it is not
//
// Interventions do not preserve and get none of these. A differential must show that
// the exploit fails, a trojan that its decoy resists and everything else is unchanged.
//
// The checks share no code with the code that makes the variants: a mistake there
// must not be repeated here.
package certify
