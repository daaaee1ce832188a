package reformat_test

import (
	"testing"

	"assay/internal/lang/transform/reformat"
	"assay/internal/test/transformtest"
)

func TestGolden(t *testing.T) { transformtest.Run(t, reformat.Transformation) }
