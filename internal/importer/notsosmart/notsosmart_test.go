package notsosmart_test

import (
	"testing"

	"assay/internal/importer/importertest"
	"assay/internal/importer/notsosmart"
)

func TestGolden(t *testing.T) {
	importertest.Golden(t, notsosmart.Format)
}

func TestHostile(t *testing.T) { importertest.Hostile(t, notsosmart.Format) }
