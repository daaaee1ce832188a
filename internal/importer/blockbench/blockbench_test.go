package blockbench_test

import (
	"testing"

	"assay/internal/importer/blockbench"
	"assay/internal/importer/importertest"
)

func TestGolden(t *testing.T) {
	importertest.Golden(t, blockbench.Format)
}

func TestHostile(t *testing.T) { importertest.Hostile(t, blockbench.Format) }
