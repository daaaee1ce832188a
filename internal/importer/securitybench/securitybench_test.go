package securitybench_test

import (
	"testing"

	"assay/internal/importer/importertest"
	"assay/internal/importer/securitybench"
)

func TestGolden(t *testing.T) {
	importertest.Golden(t, securitybench.Format)
}

func TestHostile(t *testing.T) { importertest.Hostile(t, securitybench.Format) }
