// Package llm is the judge that asks a language model to assess the findings of an answer (paper §4.5 and
// Appendix G; docs/judges.md).
//
// One call decides on one answer. The prompt contains the ground truth of the sample, the code with line
// numbers, and the findings as data between marks that the candidate could not predict. This package adds one
// planted finding that is certainly false: a judge that accepts it scores nothing. An unreadable reply is
// unscored; the judge never guesses.
package llm
