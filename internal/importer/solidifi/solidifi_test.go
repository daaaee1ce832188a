package solidifi_test

import (
	"testing"

	"assay/internal/importer/importertest"
	"assay/internal/importer/solidifi"
)

func TestGolden(t *testing.T) {
	importertest.Golden(t, solidifi.Format)
}

func TestHostile(t *testing.T) { importertest.Hostile(t, solidifi.Format) }
