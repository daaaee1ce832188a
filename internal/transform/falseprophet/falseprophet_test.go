package falseprophet_test

import (
	"testing"

	"assay/internal/transform/falseprophet"
	"assay/internal/transform/transformtest"
)

func TestGolden(t *testing.T) { transformtest.Run(t, falseprophet.Transformation) }
