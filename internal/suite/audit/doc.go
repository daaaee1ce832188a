// Package audit asks whether a suite can be solved without understanding what
// its code does. It runs a battery of shortcuts (a constant answer, one word,
// one pattern in the comments, lengths, comment density, n-gram naive Bayes)
// over what a subject is shown, and looks for texts that stand in the suite
// twice, label words in prompts, and twins that differ more than they need.
//
// Every shortcut that learns is trained without the base that it answers for,
// and the base is the unit of its interval. A shortcut is a suspect when the
// interval of its balanced accuracy lies above [Bar], and convicted when the
// same battery never gets as far on the same texts with truths dealt at random,
// in 39 runs. The second condition bounds the rate of false convictions of the
// whole battery, with all its searching, at 2.5 %, however few the bases are.
//
// The package reads a suite in memory and judges it; it repairs nothing, and
// proves nothing about the labels. Equal suites and seeds give equal results.
package audit
