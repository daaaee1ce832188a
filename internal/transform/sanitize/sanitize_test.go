package sanitize_test

import (
	"testing"

	"assay/internal/transform/sanitize"
	"assay/internal/transform/transformtest"
)

func TestGolden(t *testing.T) { transformtest.Run(t, sanitize.Transformation) }
