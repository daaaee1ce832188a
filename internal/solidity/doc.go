// Package solidity reads Solidity source, versions 0.4 to 0.8, without a
// compiler: a lossless lexer ([Lex]), a tolerant syntax tree over every byte
// ([Parse]), what every name means over the files of a program at once
// ([Resolve]) with renaming by name ([Names.Rename]), and an outline of contracts,
// state variables, functions and modifiers for anyone who needs no more ([Survey],
// [Functions]).
//
// Everything here is total: any bytes are accepted, nothing panics, and time is
// linear in text of ordinary shape. Text that is not Solidity yields Invalid
// tokens, junk nodes with a [SyntaxError] and names that are [Uncertain], never a
// failure. All positions are byte offsets into the text given; spans are
// half-open. Lines are counted by '\n' alone, from 1.
//
// Types are worked out as far as names need them: to tell token.transfer of a
// contract from the transfer of an address, and one overload from another. The
// package checks nothing that a compiler checks; its tests compare every
// declaration and reference with what the compilers of five generations say.
package solidity
