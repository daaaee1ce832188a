// Package solidity reads Solidity source, versions 0.4 to 0.8, without a compiler. It
// has a lossless lexer ([Lex]), a tolerant syntax tree over every byte ([Parse]), the
// meaning of every name over all files of a program ([Resolve]) with renaming by name
// ([Names.Rename]), and an outline of contracts, state variables, functions and
// modifiers for callers who need no more ([Survey], [Functions]).
//
// All functions are total: they accept any bytes, never panic, and take linear time on
// text of ordinary shape. Text that is not Solidity gives Invalid tokens, junk nodes
// with a [SyntaxError] and names that are [Uncertain], never a failure. All positions
// are byte offsets into the given text; spans are half-open. Only '\n' ends a line;
// lines count from 1.
//
// Types are computed as far as names need them: to distinguish token.transfer of a
// contract from the transfer of an address, and one overload from another. The package
// checks nothing that a compiler checks; its tests compare every declaration and
// reference with the output of compilers of five generations.
package solidity
