package rename_test

import (
	"testing"

	"assay/internal/lang/transform/rename"
	"assay/internal/test/transformtest"
)

func TestGolden(t *testing.T) { transformtest.Run(t, rename.Transformation) }
