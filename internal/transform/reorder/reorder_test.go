package reorder_test

import (
	"testing"

	"assay/internal/transform/reorder"
	"assay/internal/transform/transformtest"
)

func TestGolden(t *testing.T) { transformtest.Run(t, reorder.Transformation) }
