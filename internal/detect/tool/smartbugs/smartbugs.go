// Package smartbugs reads results of SmartBugs 2: a directory for each file that a tool analysed, with
// smartbugs.json and the result.json that --json writes. The subject of each answer is the tool, not SmartBugs.
package smartbugs

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/detect"
	"assay/internal/detect/tool"
)

//go:embed config.yaml
var config []byte

// Version is raised when the same results may be read differently.
const Version = "1"

// Config returns the configuration for the tools of SmartBugs.
func Config() tool.Config { return tool.ReadConfig(config) }

// File names of a result, and the maximum number of bytes read from each file.
const (
	taskLog = "smartbugs.json"
	parsed  = "result.json"
	most    = 64 << 20
)

// task is the part of smartbugs.json about one analysis.
type task struct {
	Filename string `json:"filename"`
	Tool     struct {
		ID   string `json:"id"`
		Mode string `json:"mode"`
	} `json:"tool"`
	Result *struct {
		ExitCode *int `json:"exit_code"`
	} `json:"result"`
}

// result is the parsed output of a tool.
type result struct {
	Findings *[]finding `json:"findings"`
	Errors   []string   `json:"errors"`
	Fails    []string   `json:"fails"`
	Parser   *struct {
		ID   string `json:"id"`
		Mode string `json:"mode"`
	} `json:"parser"`
}

type finding struct {
	Name       string `json:"name"`
	Filename   string `json:"filename"`
	Contract   string `json:"contract"`
	Function   string `json:"function"`
	Line       int    `json:"line"`
	LineEnd    int    `json:"line_end"`
	Message    string `json:"message"`
	Severity   string `json:"severity"`
	Confidence string `json:"confidence"`
}

// Read reads the results below a directory, by the id of the tool. Its error is one line with the place. An
// interrupted analysis, and one whose output was not parsed, is in Broken: it is not an analysis without
// findings.
func Read(dir fs.FS) (map[string]tool.Record, error) {
	out := map[string]tool.Record{}
	seen := map[[2]string]string{} // place of the result, by file and tool
	hashes := map[string][]byte{}
	err := fs.WalkDir(dir, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != taskLog || !d.Type().IsRegular() {
			return err
		}
		var t task
		text, err := load(dir, p, &t)
		if err != nil {
			return err
		}
		if t.Tool.ID == "" || t.Filename == "" {
			return fmt.Errorf(`%s: not a log of SmartBugs 2: it has no "filename" or no "tool"`, p)
		}
		at := [2]string{t.Tool.ID, t.Filename}
		if first, ok := seen[at]; ok {
			return fmt.Errorf("%s: %s analysed %s in %s already; name the directory of one run", p, t.Tool.ID, t.Filename, first)
		}
		seen[at] = p
		r, ok := out[t.Tool.ID]
		if !ok {
			r = tool.Record{Broken: map[string]*detect.ToolError{}, Doc: "recorded results of " + tool.OneLine(t.Tool.ID) +
				" in SmartBugs 2"}
		}
		r.Files = append(r.Files, t.Filename)
		var res result
		name := path.Join(path.Dir(p), parsed)
		more, err := load(dir, name, &res)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			r.Broken[t.Filename] = &detect.ToolError{Kind: detect.Missing,
				Why: "there is no result.json; `reparse` of SmartBugs writes it, and --json"}
		case err != nil:
			return err
		case res.Findings == nil:
			return fmt.Errorf(`%s: not a result of SmartBugs 2: it has no "findings"`, name)
		case len(res.Fails) > 0:
			r.Broken[t.Filename] = broken(res.Fails)
		default:
			for i, f := range *res.Findings {
				if f.Name == "" {
					return fmt.Errorf("%s: finding %d has no name", name, i+1)
				}
				r.Issues = append(r.Issues, issue(t, f))
			}
		}
		hashes[t.Tool.ID] = fmt.Appendf(hashes[t.Tool.ID], "%d:%s%d:%s", len(text), text, len(more), more)
		out[t.Tool.ID] = r
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("there is no %s in it; results of SmartBugs 2 have one for every file", taskLog)
	}
	for id, r := range out {
		sum := sha256.Sum256(hashes[id])
		r.Hash = hex.EncodeToString(sum[:])
		out[id] = r
	}
	return out, nil
}

// load reads a JSON file.
func load(dir fs.FS, name string, into any) ([]byte, error) {
	info, err := fs.Stat(dir, name)
	if err != nil {
		return nil, err
	}
	if info.Size() > most {
		return nil, fmt.Errorf("%s: %d bytes; at most %d are read", name, info.Size(), most)
	}
	text, err := fs.ReadFile(dir, name)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return nil, fmt.Errorf("%s: not a file of SmartBugs 2: %s; if it was cut, copy it again", name,
			strings.TrimPrefix(err.Error(), "json: "))
	}
	return text, nil
}

// broken returns the reason why an analysis did not finish.
func broken(fails []string) *detect.ToolError {
	kind := detect.Crashed
	if slices.ContainsFunc(fails, func(f string) bool { return strings.Contains(f, "TIMEOUT") }) {
		kind = detect.TimedOut
	}
	return &detect.ToolError{Kind: kind, Why: strings.Join(fails, "; ")}
}

var swcRE = regexp.MustCompile(`\bSWC[- ](\d{3})\b`)

// issue converts a finding to one about the file of a task, which tools see under another path.
func issue(t task, f finding) tool.Issue {
	i := tool.Issue{
		Check: f.Name, Message: cmp.Or(f.Message, f.Name), Severity: tool.Severity(f.Severity), File: t.Filename,
		Function: f.Function,
	}
	if f.Contract != "" {
		i.Message = f.Contract + ": " + i.Message
	}
	i.Confidence, _ = tool.ParseConfidence(strings.ToLower(f.Confidence)) // Unreported for any other word
	if m := swcRE.FindStringSubmatch(f.Name); m != nil {
		i.Check = "SWC-" + m[1]
		i.Refs = []string{i.Check}
	}
	if f.Line > 0 {
		i.Lines = []bench.Range{{From: f.Line, To: max(f.Line, f.LineEnd)}}
	}
	return i
}

// Family returns the tool's name without the version of a SmartBugs id: slither for slither-0.11.3.
func Family(id string) string {
	if i := strings.IndexByte(id, '-'); i > 0 && i+1 < len(id) && '0' <= id[i+1] && id[i+1] <= '9' {
		return id[:i]
	}
	return id
}
