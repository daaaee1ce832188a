// Package solhint reads Solhint's reports (--formatter json).
package solhint

import (
	_ "embed"
	"encoding/json"
	"strings"

	"assay/internal/ext/tool"
)

//go:embed config.yaml
var config []byte

// Adapter returns the tool.
func Adapter() tool.Adapter {
	return tool.Adapter{Config: tool.ReadConfig(config), Version: "1", Parse: Parse}
}

type entry struct {
	Line       int     `json:"line"`
	Severity   string  `json:"severity"`
	Message    string  `json:"message"`
	Rule       string  `json:"ruleId"`
	File       string  `json:"filePath"`
	Conclusion *string `json:"conclusion"` // only in the last entry
}

// Parse implements the Parse of [tool.Adapter]. When Solhint cannot read the code, it writes an entry without a
// rule: then there was no analysis.
func Parse(output []byte) ([]tool.Issue, error) {
	var list []entry
	if err := json.Unmarshal(output, &list); err != nil {
		return nil, err
	}
	if list == nil {
		return nil, tool.Garbagef("there is no list in it")
	}
	var out []tool.Issue
	for _, e := range list {
		switch {
		case e.Conclusion != nil:
			continue
		case e.Rule == "" && strings.HasPrefix(e.Message, "Parse error"):
			return nil, tool.Crashedf("it cannot read the code: line %d: %s", e.Line, e.Message)
		case e.Rule == "":
			return nil, tool.Garbagef("an entry names no rule")
		}
		out = append(out, tool.Issue{Check: e.Rule, Message: e.Message, Severity: tool.Severity(e.Severity), File: e.File,
			Lines: tool.Ranges([]int{e.Line})})
	}
	return out, nil
}
