package differential_test

import (
	"testing"

	"assay/internal/lang/transform/differential"
	"assay/internal/test/transformtest"
)

func TestGolden(t *testing.T) { transformtest.Run(t, differential.Transformation) }
