package jsonlrows_test

import (
	"testing"

	"assay/internal/importer/importertest"
	"assay/internal/importer/jsonlrows"
)

func TestGolden(t *testing.T) {
	importertest.Golden(t, jsonlrows.Format)
}

func TestHostile(t *testing.T) { importertest.Hostile(t, jsonlrows.Format) }
