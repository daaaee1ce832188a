package defivulnlabs_test

import (
	"testing"

	"assay/internal/importer/defivulnlabs"
	"assay/internal/importer/importertest"
)

func TestGolden(t *testing.T) {
	importertest.Golden(t, defivulnlabs.Format)
}

func TestHostile(t *testing.T) { importertest.Hostile(t, defivulnlabs.Format) }
