// Package suites holds the embedded data: the blockbench samples and the
// tenantsql applications. It has no code but the embedding; package suite
// reads the files.
package suites

import "embed"

// FS holds the two suites under "blockbench" and "tenantsql".
//
//go:embed blockbench tenantsql
var FS embed.FS
