// Package llm is the judge that asks a language model what the findings of an
// answer are worth (paper §4.5 and Appendix G; docs/judges.md).
//
// One call decides on one answer. The model is given the truth from the sample,
// the code with line numbers, and the findings as data between marks that the
// candidate could not foresee. One further finding, planted by this package and
// certainly false, is among them: a judge that falls for it, or that was talked
// to by the candidate, scores nothing. What cannot be read is unscored; nothing
// is guessed.
package llm
