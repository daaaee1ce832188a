package minimalsanitized_test

import (
	"testing"

	"assay/internal/transform/minimalsanitized"
	"assay/internal/transform/transformtest"
)

func TestGolden(t *testing.T) { transformtest.Run(t, minimalsanitized.Transformation) }
