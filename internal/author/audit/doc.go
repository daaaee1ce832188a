// Package audit tests whether a suite can be solved without understanding what its code does. It runs a battery of
// shortcuts (a constant answer, one word, one pattern in the comments, lengths, comment density, n-gram naive
// Bayes) on the texts that a subject sees. It also looks for texts that occur twice in the suite, label words in
// prompts, and twins that differ more than necessary.
//
// Every shortcut that learns is trained without the base that it answers for, and the base is the unit of its
// interval. A shortcut is a suspect when the interval of its balanced accuracy is above [Bar]. It is convicted
// when the same battery never gets as far on the same texts with shuffled truths, in 39 runs. The second condition
// limits the rate of false convictions of the whole battery, including all its searching, to 2.5 %, however few
// the bases are.
//
// A second battery orders the twins of every pair, by their lengths, by naive Bayes, by logistic regression on their
// difference, and by the rarity of what only one of them has.
//
// The package reads a suite in memory and reports on it; it repairs nothing, and proves nothing about the labels.
// Equal suites and seeds give equal results.
package audit
