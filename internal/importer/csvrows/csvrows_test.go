package csvrows_test

import (
	"testing"

	"assay/internal/importer/importertest"
	"assay/internal/importer/csvrows"
)

func TestGolden(t *testing.T) {
	importertest.Golden(t, csvrows.Format)
}

func TestHostile(t *testing.T) { importertest.Hostile(t, csvrows.Format) }
