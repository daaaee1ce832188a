package sarif

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"assay/internal/bench"
	"assay/internal/core/detect"
	"assay/internal/ext/tool"
)

// NewRecorded reads a recorded report; [tool.NewRecorded] documents which texts it covers. A file that is
// neither listed among the report's artifacts nor has a result was not analysed.
func NewRecorded(name string, c tool.Config, text []byte, threshold tool.Confidence,
	addresses func(bench.Task) []string) (*tool.Recorded, error) {
	r, err := read(text)
	if err != nil {
		var te *detect.ToolError
		if errors.As(err, &te) {
			err = errors.New(te.Why)
		}
		return nil, fmt.Errorf("not a report in SARIF 2.1.0: %s", tool.OneLine(err.Error()))
	}
	sum := sha256.Sum256(text)
	record := tool.Record{Files: r.files, Issues: r.issues, Broken: map[string]*detect.ToolError{},
		Hash: hex.EncodeToString(sum[:]), Doc: "a recorded report in SARIF 2.1.0"}
	for uri, why := range r.broken {
		record.Broken[uri] = &detect.ToolError{Kind: detect.Crashed, Why: why}
	}
	return tool.NewRecorded(name, Adapter().Version, c, record, threshold, addresses), nil
}
