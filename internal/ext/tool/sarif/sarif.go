// Package sarif reads static analysis results in SARIF 2.1.0, from any tool, run now or recorded.
package sarif

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/jsonl"
	"assay/internal/ext/tool"
)

//go:embed config.yaml
var config []byte

// Adapter returns the tool without a command. A rule with the name of a class of the taxonomy maps to that
// class, as in our own reports.
func Adapter() tool.Adapter {
	c := tool.ReadConfig(config)
	c.Checks = map[string]bench.Class{}
	for _, info := range bench.Classes() {
		c.Checks[string(info.ID)] = info.ID
	}
	return tool.Adapter{Config: c, Version: "2", Parse: Parse}
}

// Command returns the adapter with a command line of words, in which {file} and {output} are replaced by paths.
// The program's standard input is empty.
func Command(words []string) tool.Adapter {
	a := Adapter()
	a.Config.Command, a.Config.Arguments = words[:1], words[1:]
	return a
}

// report is the content of a log.
type report struct {
	issues []tool.Issue
	files  []string          // the files that were analysed or have results, as written
	broken map[string]string // reason without an analysis, by file as written, "" for all files
}

// Parse implements the Parse of [tool.Adapter]. A failed invocation is not an analysis.
func Parse(output []byte) ([]tool.Issue, error) {
	r, err := read(output)
	if err != nil {
		return nil, err
	}
	for _, uri := range slices.Sorted(maps.Keys(r.broken)) {
		return nil, tool.Crashedf("%s", r.broken[uri])
	}
	return r.issues, nil
}

func read(output []byte) (*report, error) {
	var l log
	output = jsonl.Finite(bytes.TrimPrefix(output, []byte("\ufeff")))
	if err := json.Unmarshal(output, &l); err != nil {
		return nil, placed(err, output)
	}
	switch {
	case !strings.HasPrefix(l.Version, "2.1."):
		return nil, tool.Garbagef("its version is %q, not 2.1.0", l.Version)
	case l.Runs == nil:
		return nil, tool.Garbagef("there are no runs in it")
	}
	out := &report{broken: map[string]string{}}
	for i := range *l.Runs {
		r := &(*l.Runs)[i]
		for _, a := range r.Artifacts {
			out.files = append(out.files, r.uri(a.Location))
		}
		for _, inv := range r.Invocations {
			r.failures(inv, out.broken)
		}
		for _, res := range r.Results {
			i, err := r.issue(res)
			if err != nil {
				return nil, err
			}
			if i.File != "" {
				out.files = append(out.files, i.File)
			}
			out.issues = append(out.issues, i)
		}
	}
	return out, nil
}

// failures records the files that an invocation could not analyse: the locations of its errors, or else all
// files.
func (r *run) failures(inv invocation, into map[string]string) {
	if inv.Successful == nil || *inv.Successful {
		return
	}
	placed, why := false, "it says that its execution did not succeed"
	for _, n := range inv.Notifications {
		if n.Level != "error" {
			continue
		}
		if n.Message.Text != "" {
			why = n.Message.Text
		}
		for _, l := range n.Locations {
			if uri := r.uri(l.Physical.Artifact); uri != "" {
				into[uri] = why
				placed = true
			}
		}
	}
	if !placed {
		into[""] = why
	}
}

// placed adds the line to an error of reading the JSON of a log, and says it in words of the format.
func placed(err error, text []byte) error {
	line := func(offset int64) int { return 1 + bytes.Count(text[:min(int(offset), len(text))], []byte("\n")) }
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		is := map[reflect.Kind]string{reflect.Struct: "an object", reflect.Map: "an object", reflect.Slice: "a list",
			reflect.String: "a text", reflect.Bool: "true or false", reflect.Int: "a whole number",
			reflect.Float64: "a number"}[e.Type.Kind()]
		return tool.Garbagef("line %d: %s is a JSON %s; SARIF has %s here", line(e.Offset), cmp.Or(e.Field, "the log"),
			e.Value, is)
	}
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		return tool.Garbagef("line %d: %v", line(e.Offset), e)
	}
	return err
}

// uri returns the address of a file below its bases (§3.14.14).
func (r *run) uri(a artifactLocation) string {
	if a.URI == "" && a.Index != nil && *a.Index >= 0 && *a.Index < len(r.Artifacts) {
		a = r.Artifacts[*a.Index].Location
	}
	uri := a.URI
	for range len(r.Bases) { // a base may have a base
		base, ok := r.Bases[a.Base]
		if !ok || strings.HasPrefix(uri, "/") || schemeRE.MatchString(uri) {
			break
		}
		if base.URI != "" {
			uri = strings.TrimSuffix(base.URI, "/") + "/" + uri
		}
		a = base
	}
	return uri
}

var schemeRE = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:`)

// levelsRE is what Slither writes before the name of a check: the numbers of impact and confidence.
var levelsRE = regexp.MustCompile(`^\d-\d-`)

// issue reads one result. A pass, a suppressed and an absent result are ignored ones.
func (r *run) issue(res result) (i tool.Issue, err error) {
	ru := r.ruleOf(res)
	name, _, _ := strings.Cut(strings.ToLower(r.Tool.Driver.Name), " ")
	i = tool.Issue{Message: message(res.Message, ru), Severity: severity(res, ru),
		Confidence: confidence(res, ru), Tool: name}
	if res.Rule != nil {
		i.Check = res.Rule.ID
	}
	i.Check = cmp.Or(res.RuleID, i.Check, ru.ID)
	i.Refs = references(i.Check, res, ru)
	if i.Check == "" && i.Message == "" {
		return i, tool.Garbagef("a result has neither a rule nor a message")
	}
	if name == "slither" {
		i.Check = levelsRE.ReplaceAllString(i.Check, "")
	}
	for k, l := range res.Locations {
		uri := r.uri(l.Physical.Artifact)
		if k == 0 {
			i.File = uri
		} else if uri != i.File {
			continue
		}
		if g := l.Physical.Region; g != nil && (res.Properties.Placed == nil || *res.Properties.Placed) {
			r.place(*g, &i)
		}
		for _, lo := range l.Logical {
			if i.Function == "" && (lo.Kind == "function" || lo.Kind == "member") {
				i.Function = cmp.Or(lo.Name, lo.Qualified)
			}
		}
	}
	i.Ignored = res.Kind == "pass" || res.Kind == "notApplicable" || res.Kind == "informational" ||
		res.Baseline == "absent"
	for _, s := range res.Suppressions {
		i.Ignored = i.Ignored || s.Status == "" || s.Status == "accepted"
	}
	return i, nil
}

// place adds a region to an issue: by its lines, or else by the distance from the start (§3.30).
func (r *run) place(g region, i *tool.Issue) {
	switch {
	case g.StartLine != nil && *g.StartLine > 0:
		i.Lines = append(i.Lines, bench.Range{From: *g.StartLine, To: max(*g.StartLine, g.EndLine)})
	case g.CharOffset != nil && *g.CharOffset >= 0:
		unit := tool.UTF16
		if r.ColumnKind == "unicodeCodePoints" {
			unit = tool.Points
		}
		i.Offsets = append(i.Offsets, tool.Offset{Start: *g.CharOffset, Length: g.CharLength, Unit: unit})
	case g.ByteOffset != nil && *g.ByteOffset >= 0:
		i.Offsets = append(i.Offsets, tool.Offset{Start: *g.ByteOffset, Length: g.ByteLength})
	case g.StartLine != nil || g.CharOffset != nil || g.ByteOffset != nil:
		i.Unplaced = true
	}
}

// ruleOf returns the description of a result's rule, or the zero value.
func (r *run) ruleOf(res result) rule {
	c, id, index := &r.Tool.Driver, res.RuleID, res.RuleIndex
	if d := res.Rule; d != nil {
		id = cmp.Or(id, d.ID)
		if d.Index != nil {
			index = d.Index
		}
		if t := d.ToolComponent; t != nil && t.Index != nil && *t.Index >= 0 && *t.Index < len(r.Tool.Extensions) {
			c = &r.Tool.Extensions[*t.Index]
		}
	}
	if index != nil && *index >= 0 && *index < len(c.Rules) {
		return c.Rules[*index]
	}
	for _, comp := range append([]component{r.Tool.Driver}, r.Tool.Extensions...) {
		for _, ru := range comp.Rules {
			// A result may name a sub-rule: CA1000/1 (§3.52.4).
			if ru.ID == id || ru.ID != "" && strings.HasPrefix(id, ru.ID+"/") {
				return ru
			}
		}
	}
	return rule{}
}

// maxArgument bounds the value of a placeholder.
const maxArgument = 1 << 10

var placeholderRE = regexp.MustCompile(`\{\d{1,2}\}`)

func message(m text, ru rule) string {
	s := m.Text
	if s == "" && m.ID != "" {
		s = ru.MessageStrings[m.ID].Text
	}
	s = placeholderRE.ReplaceAllStringFunc(s, func(p string) string {
		if k, err := strconv.Atoi(p[1 : len(p)-1]); err == nil && k < len(m.Arguments) {
			return m.Arguments[k][:min(len(m.Arguments[k]), maxArgument)]
		}
		return p
	})
	return cmp.Or(unescape.Replace(s), ru.ShortDescription.Text, ru.Name)
}

// unescape removes the escapes of placeholders and links (§3.11).
var unescape = strings.NewReplacer("{{", "{", "}}", "}", `\[`, "[", `\]`, "]", `\\`, `\`)

func severity(res result, ru rule) string {
	for _, p := range []properties{res.Properties, ru.Properties} {
		if f, err := strconv.ParseFloat(word(p.Severity), 64); err == nil && f >= 0 {
			switch {
			case f >= 9:
				return "critical"
			case f >= 7:
				return "high"
			case f >= 4:
				return "medium"
			}
			return "low"
		}
	}
	return tool.Severity(cmp.Or(res.Level, ru.Default.Level, "warning"))
}

func confidence(res result, ru rule) tool.Confidence {
	for _, p := range []properties{res.Properties, ru.Properties} {
		for _, raw := range []json.RawMessage{p.Confidence, p.Precision} {
			w := strings.ToLower(word(raw))
			if w == "very-high" {
				return tool.High
			}
			if c, err := tool.ParseConfidence(w); err == nil {
				return c
			}
		}
	}
	for _, rank := range []*float64{res.Rank, ru.Default.Rank} {
		switch {
		case rank == nil || *rank < 0:
		case *rank >= 67:
			return tool.High
		case *rank >= 34:
			return tool.Medium
		default:
			return tool.Low
		}
	}
	return tool.Unreported
}

// word returns a JSON string or number as text, "" for anything else.
func word(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return strings.TrimSpace(s)
	}
	var f float64
	if json.Unmarshal(raw, &f) == nil {
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	return ""
}

var (
	referenceRE = regexp.MustCompile(`(?i)\b(SWC|CWE)[-_ ]?0*(\d{1,5})\b`)
	numberRE    = regexp.MustCompile(`^0*(\d{1,5})$`)
)

// references returns the SWC and CWE identifiers that a result or its rule names, SWC first, since it is
// narrower.
func references(check string, res result, ru rule) []string {
	var swc, cwe []string
	add := func(s string) {
		for _, m := range referenceRE.FindAllStringSubmatch(s, 16) {
			ref := fmt.Sprintf("%s-%s", strings.ToUpper(m[1]), m[2])
			if strings.HasPrefix(ref, "SWC") {
				swc = append(swc, ref)
			} else {
				cwe = append(cwe, ref)
			}
		}
	}
	addDescriptor := func(d descriptor) {
		if d.ToolComponent != nil {
			if m := numberRE.FindStringSubmatch(d.ID); m != nil {
				add(d.ToolComponent.Name + "-" + m[1])
				return
			}
		}
		add(d.ID)
	}
	add(check)
	for _, p := range []properties{res.Properties, ru.Properties} {
		for _, raw := range []json.RawMessage{p.Tags, p.SWC, p.CWE} {
			add(string(raw))
		}
	}
	for _, d := range res.Taxa {
		addDescriptor(d)
	}
	for _, rel := range ru.Relationships {
		addDescriptor(rel.Target)
	}
	return append(swc, cwe...)
}
