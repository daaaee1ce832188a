package chameleon_test

import (
	"testing"

	"assay/internal/transform/chameleon"
	"assay/internal/transform/transformtest"
)

func TestGolden(t *testing.T) { transformtest.Run(t, chameleon.Transformation) }
