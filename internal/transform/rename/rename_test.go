package rename_test

import (
	"testing"

	"assay/internal/transform/rename"
	"assay/internal/transform/transformtest"
)

func TestGolden(t *testing.T) { transformtest.Run(t, rename.Transformation) }
