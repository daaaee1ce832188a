package generate

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// BatchFile is where the directory of a batch says how it was made: a [Batch] as JSON.
const BatchFile = "batch.json"

// Commitment is what can be given out before samples are made, so that the seed which is
// named later cannot have been picked by its result. Only a seed that nobody can guess is
// hidden by it.
func Commitment(seed uint64) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "assay fresh samples\n%d\n", seed))
	return hex.EncodeToString(sum[:])
}
