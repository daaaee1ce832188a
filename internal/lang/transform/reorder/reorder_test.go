package reorder_test

import (
	"testing"

	"assay/internal/lang/transform/reorder"
	"assay/internal/test/transformtest"
)

func TestGolden(t *testing.T) { transformtest.Run(t, reorder.Transformation) }
