package reformat_test

import (
	"testing"

	"assay/internal/transform/reformat"
	"assay/internal/transform/transformtest"
)

func TestGolden(t *testing.T) { transformtest.Run(t, reformat.Transformation) }
