package sanitize_test

import (
	"testing"

	"assay/internal/lang/transform/sanitize"
	"assay/internal/test/transformtest"
)

func TestGolden(t *testing.T) { transformtest.Run(t, sanitize.Transformation) }
