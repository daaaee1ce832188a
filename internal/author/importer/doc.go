// Package importer turns external data into a suite that package suite can read. A [Format] is one layout of
// external data, in one folder below this package; [Import] reads a directory in that layout and returns the
// files of a suite. It writes nothing and sends no requests: file system in, files out.
//
// The result is unproved and is marked so: every Solidity sample has the provenance kind "imported", with the
// data set, the path in it and the licence, or the statement that no licence is known. Comments that give the
// answer away are blanked, so that lines keep their numbers; telling names stay, package suite reports them as
// hints, and the chain minimal-sanitized removes them.
//
// External bytes are not trusted. Unreadable data is a problem with its file and line, and the rest is still
// read; links are not followed, names that lead out of the directory are refused, and the size of every file is
// bounded.
package importer
