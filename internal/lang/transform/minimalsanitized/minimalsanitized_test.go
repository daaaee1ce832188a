package minimalsanitized_test

import (
	"testing"

	"assay/internal/lang/transform/minimalsanitized"
	"assay/internal/test/transformtest"
)

func TestGolden(t *testing.T) { transformtest.Run(t, minimalsanitized.Transformation) }
