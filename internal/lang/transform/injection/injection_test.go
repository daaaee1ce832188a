package injection_test

import (
	"testing"

	"assay/internal/lang/transform/injection"
	"assay/internal/test/transformtest"
)

func TestGolden(t *testing.T) { transformtest.Run(t, injection.Transformation, injection.Placebo) }
