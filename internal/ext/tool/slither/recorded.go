package slither

import (
	_ "embed"
	"sync"

	"assay/internal/core/detect"
	"assay/internal/ext/tool"
)

// recorded is made by internal/tools/slither.
//
//go:embed recorded.json.zst
var recorded []byte

// Recorded returns builtin/slither: recorded results about blockbench and its stored variants. It runs nothing.
var Recorded = sync.OnceValue(func() detect.Detector {
	r, err := tool.ReadResults(recorded)
	if err != nil {
		panic("recorded.json.zst: " + err.Error()) // the build is broken
	}
	a := Adapter()
	return tool.NewReplayed("builtin/slither", a.Version, a.Config, r)
})
