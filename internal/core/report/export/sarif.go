package export

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"assay/internal/bench"
	"assay/internal/core/judge"
	"assay/internal/core/report"
)

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// otherRule is the rule of findings that name no class of the taxonomy.
const otherRule = "other"

// The limits of code scanning for one file (docs/export.md): it refuses or cuts the rest, so sarif cuts it first
// and reports that.
const (
	maxLocations = 100  // of one result; 1,000 are accepted
	maxMessage   = 4000 // characters of a message
)

// sarif writes every finding of every subject with its places. The findings of one subject in one suite are one
// run, whose tool is the subject; its rules are the classes that the subject names. Trials without an answer are
// notifications, so that an empty list of results does not look like a clean result.
func sarif(w io.Writer, d *report.Data) error {
	log := sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{}}
	for s := range d.EachSuite() {
		at := map[string]int{}
		for _, sub := range d.SubjectsOf(s) {
			at[sub.Name] = len(log.Runs)
			log.Runs = append(log.Runs, sarifRun{
				Tool:              sarifTool{sarifDriver{Name: sub.Name, Version: sub.Version, Rules: []sarifRule{}}},
				AutomationDetails: sarifAutomation{fmt.Sprintf("assay/%s/%s/%s", s.Name, sub.Name, d.RunID)},
				ColumnKind:        "unicodeCodePoints",
				Invocations:       []sarifInvocation{{ExecutionSuccessful: true}},
				Results:           []sarifResult{},
			})
		}
		for t, err := range d.WithTexts(s.AllTrials()) {
			if err != nil {
				return fmt.Errorf("writing SARIF: %w", err)
			}
			log.Runs[at[t.Subject]].add(t)
		}
	}
	for i := range log.Runs {
		log.Runs[i].distinguish()
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetIndent("", "  ")
	err := enc.Encode(log)
	if err == nil { // no viewer shall show a subject's words in another order than they are written in
		_, err = w.Write(bytes.Map(func(r rune) rune {
			if unicode.Is(unicode.Bidi_Control, r) {
				return '\uFFFD'
			}
			return r
		}, b.Bytes()))
	}
	if err != nil {
		return fmt.Errorf("writing SARIF: %w", err)
	}
	return nil
}

// add adds the results of one trial.
func (r *sarifRun) add(t bench.Trial) {
	if t.Answer == nil {
		inv := &r.Invocations[0]
		inv.ExecutionSuccessful = false
		text := "not asked"
		if t.Outcome != "" {
			text = string(t.Outcome)
			if t.Reason != "" {
				text += ": " + t.Reason
			}
		}
		inv.ToolExecutionNotifications = append(inv.ToolExecutionNotifications,
			sarifNotification{"error", sarifText{message(text)}, []sarifLocation{place(t.Variant, nil, nil)}})
		return
	}
	r.analysed(t.Variant)
	for i, f := range t.Answer.Findings {
		id := otherRule
		if f.Class != "" {
			id = string(f.Class)
		} else if claims := judge.Claims(t.Variant, f); len(claims) > 0 {
			id = string(claims[0])
		}
		res := sarifResult{
			RuleID: id, RuleIndex: r.rule(id), Level: level(f.Severity), Message: sarifText{message(description(f))},
			Locations:           places(t.Variant, f),
			PartialFingerprints: map[string]string{"assay/v1": fingerprint(t, i), lineHash: lineOf(t.Variant, f, id)},
			Properties: map[string]any{
				"variant": t.Variant.Key, "truth": t.Variant.Truth.String(), "repetition": t.Repetition, "type": f.Type,
				"location": f.Location,
			},
		}
		if len(f.Lines) == 0 {
			res.Properties["placed"] = false // the subject gave no line, but code scanning needs one
		}
		if t.Verdict != nil && i < len(t.Verdict.Findings) {
			res.Properties["judge"], res.Properties["judged"] = t.Verdict.Judge, t.Verdict.Findings[i].String()
		}
		r.Results = append(r.Results, res)
	}
}

// rule returns the index of a rule, and adds it at its first use.
func (r *sarifRun) rule(id string) int {
	rules := &r.Tool.Driver.Rules
	if i := slices.IndexFunc(*rules, func(r sarifRule) bool { return r.ID == id }); i >= 0 {
		return i
	}
	rule := sarifRule{ID: id, Name: id, ShortDescription: sarifText{"no class of the taxonomy"}}
	tags := []string{"security"}
	if info, ok := bench.Class(id).Info(); ok {
		rule.ShortDescription.Text = info.Title
		for _, ref := range info.Refs {
			tags = append(tags, ref)
			if n, ok := strings.CutPrefix(ref, "CWE-"); ok { // as code scanning reads it
				tags = append(tags, "external/cwe/cwe-"+n)
			}
		}
	}
	rule.FullDescription = sarifText{rule.ShortDescription.Text + ", as the subject claims it."}
	rule.Help = sarifText{"A claim of a measured subject. properties.judged of each result says whether it is true."}
	rule.Properties = map[string]any{"tags": tags}
	*rules = append(*rules, rule)
	return len(*rules) - 1
}

// level maps a subject's name of a severity to a SARIF level.
func level(severity string) string {
	switch strings.ToLower(severity) {
	case "critical", "high":
		return "error"
	case "low", "info", "informational", "note":
		return "note"
	}
	return "warning"
}

// description returns the claim of a finding in words.
func description(f bench.Finding) string {
	for _, text := range []string{f.Explanation, f.Type, f.Location} {
		if strings.TrimSpace(text) != "" {
			return text
		}
	}
	return "a flaw without a description"
}

// message escapes text so that viewers interpret nothing in it as a link or a placeholder (§3.11).
func message(text string) string {
	if r := []rune(text); len(r) > maxMessage {
		text = string(r[:maxMessage]) + "…"
	}
	escapes := strings.NewReplacer("\\", "\\\\", "[", "\\[", "]", "\\]", "{", "{{", "}", "}}")
	return escapes.Replace(strings.ToValidUTF8(text, "\uFFFD"))
}

// places returns the places that a finding names: all lines, or otherwise the text.
func places(v *bench.Variant, f bench.Finding) []sarifLocation {
	var out []sarifLocation
	for _, l := range f.Lines {
		if l.From < 1 || len(out) == maxLocations {
			continue
		}
		out = append(out, place(v, &sarifRegion{l.From, max(l.From, l.To)}, f.Scopes))
	}
	if len(out) == 0 {
		out = append(out, place(v, &sarifRegion{1, 1}, f.Scopes))
	}
	return out
}

// place returns the location of the code under review. The address is the variant's key and the path within it:
// lines are those of the text that was shown, which may differ from those of the file that it was made from.
func place(v *bench.Variant, region *sarifRegion, scopes []string) sarifLocation {
	l := sarifLocation{PhysicalLocation: sarifPhysical{sarifArtifact{address(v)}, region}}
	for _, name := range scopes {
		l.LogicalLocations = append(l.LogicalLocations, sarifLogical{name, "function"})
	}
	return l
}

// address returns a relative address that is valid for any name of a suite.
func address(v *bench.Variant) string {
	uri := v.Key
	if len(v.Task.Files) > 0 {
		uri += "/" + v.Task.Files[0].Path
	}
	return (&url.URL{Path: strings.TrimLeft(uri, "/")}).String()
}

// analysed adds a text to the list of analysed texts, with or without results.
func (r *sarifRun) analysed(v *bench.Variant) {
	a := sarifContent{Location: sarifArtifact{address(v)}}
	if r.listed == nil {
		r.listed = map[string]bool{}
	}
	if !r.listed[a.Location.URI] {
		r.listed[a.Location.URI] = true
		r.Artifacts = append(r.Artifacts, a)
	}
}

// lineHash is the fingerprint by which code scanning recognises a finding when lines move: the rule and the words
// of its first line, and after a colon its number among equal ones.
const lineHash = "primaryLocationLineHash"

func lineOf(v *bench.Variant, f bench.Finding, rule string) string {
	line := ""
	if len(f.Lines) > 0 && len(v.Task.Files) > 0 {
		lines := strings.Split(v.Task.Files[0].Text, "\n")
		if n := f.Lines[0].From; n >= 1 && n <= len(lines) {
			line = strings.Join(strings.Fields(lines[n-1]), " ")
		}
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s\x00%s", address(v), rule, line, strings.Join(f.Scopes, " ")))
	return hex.EncodeToString(sum[:8])
}

// distinguish numbers results whose line hashes are equal.
func (r *sarifRun) distinguish() {
	seen := map[string]int{}
	for i := range r.Results {
		p := r.Results[i].PartialFingerprints
		seen[p[lineHash]]++
		p[lineHash] = fmt.Sprintf("%s:%d", p[lineHash], seen[p[lineHash]])
	}
}

// fingerprint identifies a finding as long as trial and answer are the same.
func fingerprint(t bench.Trial, i int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%d\x00%d", t.Variant.Key, t.Subject, t.Repetition, i))
	return hex.EncodeToString(sum[:16])
}
