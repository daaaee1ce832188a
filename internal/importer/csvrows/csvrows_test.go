package csvrows_test

import (
	"testing"

	"assay/internal/importer/csvrows"
	"assay/internal/importer/importertest"
)

func TestGolden(t *testing.T) {
	importertest.Golden(t, csvrows.Format)
}

func TestHostile(t *testing.T) { importertest.Hostile(t, csvrows.Format) }
