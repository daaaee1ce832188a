package falseprophet_test

import (
	"testing"

	"assay/internal/lang/transform/falseprophet"
	"assay/internal/test/transformtest"
)

func TestGolden(t *testing.T) { transformtest.Run(t, falseprophet.Transformation) }
