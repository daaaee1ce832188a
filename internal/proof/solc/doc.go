// Package solc compiles Solidity with the exact compiler a sample pins, from
// 0.4.11 to the newest 0.8, and remembers every result by content.
//
// The compilers are the npm packages solc@X.Y.Z, installed side by side under
// the aliases solc-X.Y.Z and driven, through the newest solc/wrapper, by one
// long-lived Node process that speaks standard JSON; a native solc of exactly
// the wanted version on PATH is used instead where there is one. A result, be
// it code or a compile error, is stored under the hash of the compiler version
// and the exact input, so that a second run needs neither Node nor a compiler.
//
// Only the given sources are compiled: no file is read on behalf of a source and
// an import of anything else is an error. The package does not run code (package
// evm does) and does not install compilers: a [MissingError] carries the one
// command that does.
package solc
