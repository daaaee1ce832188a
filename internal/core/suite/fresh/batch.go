package fresh

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"assay/internal/core/base/exit"
)

// BatchFile is the file in the directory of generated samples that records how they were made, as JSON.
const BatchFile = "batch.json"

// SeedCommitment returns the text to publish before samples are made, which shows later that the seed was not
// picked by its result. It hides only a seed that cannot be guessed.
func SeedCommitment(seed uint64) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "assay fresh samples\n%d\n", seed))
	return hex.EncodeToString(sum[:])
}

// SeedOf returns the seed of the generated samples in a directory; nil if it has no [BatchFile].
func SeedOf(dir string) (*uint64, error) {
	name := filepath.Join(dir, BatchFile)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var b struct {
		Seed uint64 `json:"seed"`
	}
	if err == nil {
		err = json.Unmarshal(text, &b)
	}
	if err != nil {
		return nil, exit.Usage("%s: %v; generate the samples again or remove the file", name, err)
	}
	return &b.Seed, nil
}
