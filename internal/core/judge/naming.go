package judge

import (
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/lang/solidity"
)

// NamingOf returns whether an answer names the documented flaw, by the rule judge alone, and the index of the finding
// that is matched to the flaw: the one that comes nearest to it, and of several the first. It is -1 without findings.
//
// An answer that hits the flaw strictly names it if the explanation also cites something of the labelled lines: a
// variable, a function or a type that the text declares. With class and place alone, it is undecided.
func NamingOf(v *bench.Variant, a bench.Answer) (n bench.Naming, finding int) {
	d := Rule{}.Judge(v, a)
	finding = nearest(d.Findings)
	if d.Strict != bench.Hit {
		return bench.NotNamed, finding
	}
	for i, f := range d.Findings {
		match := f.Class == bench.TargetMatch || f.Class == bench.Informational && f.Type == bench.MatchExact &&
			f.Location.AtLeastPartial() // repeats an earlier one
		if match && cites(v, a.Findings[i], f.Target) {
			return bench.Named, i
		}
	}
	return bench.Undecided, finding
}

// nearest returns the index of the finding whose class is nearest to a match of the target, -1 for none.
func nearest(list []bench.FindingVerdict) int {
	classes := []bench.FindingClass{bench.TargetMatch, bench.PartialMatch, bench.Mischaracterized}
	for _, c := range classes {
		if i := slices.IndexFunc(list, func(f bench.FindingVerdict) bool { return f.Class == c }); i >= 0 {
			return i
		}
	}
	return min(0, len(list)-1)
}

// cites reports whether the explanation of a finding has an identifier of the lines that are labelled as the root cause
// of a flaw; 0 is any. It is true if the lines have none, as in a query, whose label is the whole statement.
func cites(v *bench.Variant, f bench.Finding, target int) bool {
	names := map[string]bool{}
	for _, l := range v.Targets() {
		if target != 0 && l.Number() != target || v.Task.Language != "solidity" {
			continue
		}
		lines := strings.Split(v.Task.Files[0].Text, "\n")
		if l.Span.Line < 1 || l.Span.EndLine > len(lines) || l.Span.EndLine < l.Span.Line {
			continue
		}
		for _, name := range identifiers(strings.Join(lines[l.Span.Line-1:l.Span.EndLine], "\n")) {
			names[name] = names[name] || name != l.Scope // the function is the place, not the cause
		}
	}
	known := false
	said := identifiers(f.Explanation)
	for name, counts := range names {
		if counts && slices.Contains(said, name) {
			return true
		}
		known = known || counts
	}
	return !known
}

// identifiers lists the names in a text that are not words of the language.
func identifiers(text string) (out []string) {
	from := -1
	for i := 0; i <= len(text); i++ {
		inside := i < len(text) && (text[i] == '_' || text[i] == '$' || text[i]|0x20 >= 'a' && text[i]|0x20 <= 'z' ||
			from >= 0 && text[i] >= '0' && text[i] <= '9')
		switch {
		case inside && from < 0:
			from = i
		case !inside && from >= 0:
			if name := text[from:i]; !solidity.Shared(name) {
				out = append(out, name)
			}
			from = -1
		}
	}
	return out
}
