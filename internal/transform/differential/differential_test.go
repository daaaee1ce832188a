package differential_test

import (
	"testing"

	"assay/internal/transform/differential"
	"assay/internal/transform/transformtest"
)

func TestGolden(t *testing.T) { transformtest.Run(t, differential.Transformation) }
