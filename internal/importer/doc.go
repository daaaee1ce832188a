// Package importer turns other people's data into a suite that package suite
// reads. A [Format] is one layout of foreign data, one folder below this package;
// [Import] reads a directory in that layout and returns the files of a suite. It
// writes nothing and asks nobody: file system in, files out.
//
// What comes out is unproved and says so: every Solidity sample has the
// provenance kind "imported", with the data set, the path in it and the licence,
// or that none is known. Comments that give the answer away are blanked, so that
// lines keep their numbers; telling names stay, are reported as hints by package
// suite, and go with the chain minimal-sanitized.
//
// Foreign bytes are not trusted. What cannot be read is a problem with its file
// and line, and the rest is read all the same; links are not followed, names
// that lead out of the directory are refused, and every file is bounded.
package importer
