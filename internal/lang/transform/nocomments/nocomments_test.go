package nocomments_test

import (
	"testing"

	"assay/internal/lang/transform/nocomments"
	"assay/internal/test/transformtest"
)

func TestGolden(t *testing.T) { transformtest.Run(t, nocomments.Transformation) }
