package shapeshifter_test

import (
	"testing"

	"assay/internal/lang/transform/shapeshifter"
	"assay/internal/test/transformtest"
)

func TestGolden(t *testing.T) {
	transformtest.Run(t, shapeshifter.L1, shapeshifter.L2, shapeshifter.L3, shapeshifter.L4)
}
