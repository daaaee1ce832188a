package smartbugs_test

import (
	"testing"

	"assay/internal/importer/importertest"
	"assay/internal/importer/smartbugs"
)

func TestGolden(t *testing.T) {
	importertest.Golden(t, smartbugs.Format)
}

func TestHostile(t *testing.T) { importertest.Hostile(t, smartbugs.Format) }
