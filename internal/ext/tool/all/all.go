// Package all lists the static analysers that can be measured by name.
package all

import (
	"assay/internal/ext/tool"
	"assay/internal/ext/tool/mythril"
	"assay/internal/ext/tool/semgrep"
	"assay/internal/ext/tool/slither"
	"assay/internal/ext/tool/solhint"
)

// Adapters returns the tools in the order of lists. To add one, add a folder and a line here.
func Adapters() []tool.Adapter {
	return []tool.Adapter{
		slither.Adapter(),
		mythril.Adapter(),
		semgrep.Adapter(),
		solhint.Adapter(),
	}
}
