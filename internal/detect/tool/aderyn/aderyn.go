// Package aderyn reads Aderyn's JSON reports.
package aderyn

import (
	_ "embed"
	"encoding/json"
	"strings"

	"assay/internal/detect/tool"
)

//go:embed config.yaml
var config []byte

// Adapter returns the tool.
func Adapter() tool.Adapter {
	return tool.Adapter{Config: tool.ReadConfig(config), Version: "1", Parse: Parse}
}

type document struct {
	Details struct {
		Files []struct {
			Path string `json:"file_path"`
		} `json:"files_details"`
	} `json:"files_details"`
	High     *issues `json:"high_issues"`
	Medium   *issues `json:"medium_issues"` // older versions have it
	Low      *issues `json:"low_issues"`
	Critical *issues `json:"critical_issues"`
	NC       *issues `json:"nc_issues"`
}

type issues struct {
	Issues []issue `json:"issues"`
}

type issue struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	Detector    string `json:"detector_name"`
	Instances   []struct {
		Path string `json:"contract_path"`
		Line int    `json:"line_no"`
		Hint string `json:"hint"`
	} `json:"instances"`
}

// Parse implements the Parse of [tool.Adapter]: each instance is an issue. A report that covers no files is not
// an analysis.
func Parse(output []byte) ([]tool.Issue, error) {
	var d document
	if err := json.Unmarshal(output, &d); err != nil {
		return nil, err
	}
	if d.High == nil && d.Low == nil {
		return nil, tool.Garbagef("there are neither high nor low issues in it")
	}
	if len(d.Details.Files) == 0 {
		return nil, tool.Crashedf("it analysed no file")
	}
	var out []tool.Issue
	for _, part := range []struct {
		severity string
		list     *issues
	}{{"critical", d.Critical}, {"high", d.High}, {"medium", d.Medium}, {"low", d.Low}, {"info", d.NC}} {
		if part.list == nil {
			continue
		}
		for _, r := range part.list.Issues {
			if r.Detector == "" {
				return nil, tool.Garbagef("an issue names no detector")
			}
			for _, at := range r.Instances {
				out = append(out, tool.Issue{Check: r.Detector, Severity: part.severity, File: at.Path,
					Message: strings.TrimSpace(r.Title + ". " + r.Description + " " + at.Hint),
					Lines:   tool.Ranges([]int{at.Line})})
			}
		}
	}
	return out, nil
}
