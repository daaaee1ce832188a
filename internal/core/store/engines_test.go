package store

import (
	"os"
	"testing"

	"assay/internal/test/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, os.Stderr)) }

// engines runs a test on each kind of database.
func engines(t *testing.T, f func(t *testing.T, at string)) { pgtest.Engines(t, f) }
