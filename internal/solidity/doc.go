// Package solidity reads Solidity source, versions 0.4 to 0.8, without a
// compiler: a lossless lexer ([Lex]) and an outline of contracts, state
// variables, functions and modifiers ([Survey], [Functions]).
//
// Everything here is total: any bytes are accepted, nothing panics, and time is
// linear in the input. Text that is not Solidity yields Invalid tokens and a
// poorer outline, never an error. All positions are byte offsets into the text
// given; spans are half-open. Lines are counted by '\n' alone, from 1.
//
// The package resolves no names and checks no types.
package solidity
