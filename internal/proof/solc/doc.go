// Package solc compiles Solidity with the exact compiler that a sample pins, from
// 0.4.11 to the newest 0.8, and caches every result by content.
//
// The compilers are the npm packages solc@X.Y.Z, installed next to each other under
// the aliases solc-X.Y.Z. One long-lived Node process runs them through the newest
// solc/wrapper, with standard JSON; a native solc of exactly the required version on
// PATH is used instead if there is one. A result, code or compile error, is stored
// under the hash of the compiler version and the exact input, so that a second run
// needs neither Node nor a compiler.
//
// Only the given sources are compiled: no file is read on behalf of a source and
// an import of anything else is an error. The package does not run code (package
// evm does) and does not install compilers: a [MissingError] carries the one
// command that does.
package solc
