package nocomments_test

import (
	"testing"

	"assay/internal/transform/nocomments"
	"assay/internal/transform/transformtest"
)

func TestGolden(t *testing.T) { transformtest.Run(t, nocomments.Transformation) }
