// Package all lists the static analysers that can be measured by name.
package all

import (
	"assay/internal/detect/tool"
	"assay/internal/detect/tool/mythril"
	"assay/internal/detect/tool/semgrep"
	"assay/internal/detect/tool/slither"
	"assay/internal/detect/tool/solhint"
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
