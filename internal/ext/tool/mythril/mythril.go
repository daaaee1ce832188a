// Package mythril reads Mythril's reports (-o json), including transactions.
package mythril

import (
	"cmp"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"strings"

	"assay/internal/core/base/jsonl"
	"assay/internal/ext/tool"
)

//go:embed config.yaml
var config []byte

// Adapter returns the tool.
func Adapter() tool.Adapter {
	return tool.Adapter{Config: tool.ReadConfig(config), Version: "1", Parse: Parse}
}

type document struct {
	Success *bool   `json:"success"`
	Error   string  `json:"error"` // null without one
	Issues  []issue `json:"issues"`
}

type issue struct {
	Contract    string    `json:"contract"`
	Description string    `json:"description"`
	Filename    string    `json:"filename"`
	Function    string    `json:"function"`
	Line        int       `json:"lineno"`
	Severity    string    `json:"severity"`
	SWC         string    `json:"swc-id"`
	Title       string    `json:"title"`
	Sequence    *sequence `json:"tx_sequence"`
}

type sequence struct {
	Steps []step `json:"steps"`
}

type step struct {
	Address  string `json:"address"` // "" for the deployment
	Input    string `json:"input"`
	Calldata string `json:"calldata"` // newer versions write both
	Origin   string `json:"origin"`
	Value    string `json:"value"`
}

// most bounds the transactions of a finding; Mythril explores only a few.
const most = 32

// Parse implements the Parse of [tool.Adapter].
func Parse(output []byte) ([]tool.Issue, error) {
	var d document
	if err := json.Unmarshal(jsonl.Finite(output), &d); err != nil {
		return nil, err
	}
	switch {
	case d.Success == nil:
		return nil, tool.Garbagef("there is no success in it")
	case !*d.Success || d.Error != "":
		return nil, tool.Crashedf("%s", cmp.Or(d.Error, "it does not say why"))
	}
	var out []tool.Issue
	for _, r := range d.Issues {
		check := r.Title
		if r.SWC != "" {
			check = "SWC-" + r.SWC
		}
		if check == "" {
			return nil, tool.Garbagef("an issue has neither title nor SWC entry")
		}
		i := tool.Issue{
			Check: check, Message: strings.TrimSpace(r.Title + ": " + r.Description), Severity: tool.Severity(r.Severity),
			File: r.Filename, Lines: tool.Ranges([]int{r.Line}), Refs: []string{check},
		}
		// A function without a name in the ABI is "_function_0x…" or "fallback".
		if !strings.HasPrefix(r.Function, "_function_") {
			i.Function = r.Function
		}
		if r.Sequence != nil {
			s, err := transactions(r.Sequence.Steps)
			if err != nil {
				return nil, err
			}
			if len(s) > 0 {
				i.Steps = &tool.Sequence{Contract: r.Contract, Steps: s}
			}
		}
		out = append(out, i)
	}
	return out, nil
}

// transactions returns the steps after the deployment.
func transactions(steps []step) ([]tool.Step, error) {
	if len(steps) > most {
		return nil, tool.Garbagef("a sequence of %d transactions", len(steps))
	}
	var out []tool.Step
	for _, s := range steps {
		if s.Address == "" {
			continue
		}
		b, err := hex.DecodeString(strings.TrimPrefix(cmp.Or(s.Calldata, s.Input), "0x"))
		if err != nil {
			return nil, tool.Garbagef("the input of a transaction is not hexadecimal: %v", err)
		}
		out = append(out, tool.Step{Input: b, Value: s.Value, Origin: s.Origin})
	}
	return out, nil
}
