package defivulnlabs_test

import (
	"testing"

	"assay/internal/importer/importertest"
	"assay/internal/importer/defivulnlabs"
)

func TestGolden(t *testing.T) {
	importertest.Golden(t, defivulnlabs.Format)
}

func TestHostile(t *testing.T) { importertest.Hostile(t, defivulnlabs.Format) }
