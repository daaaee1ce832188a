package generate

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// BatchFile is the file in the directory of a batch that records how it was made: a [Batch] as JSON.
const BatchFile = "batch.json"

// Commitment returns the text to publish before samples are made, which shows later that the seed was not
// picked by its result. It hides only a seed that cannot be guessed.
// hidden by it.
func Commitment(seed uint64) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "assay fresh samples\n%d\n", seed))
	return hex.EncodeToString(sum[:])
}
