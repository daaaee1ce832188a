package suite

import (
	"fmt"
	"strconv"
	"strings"

	"assay/internal/bench"
)

// stripMarkers removes the label markers of a source; a line may have several. The labels' spans cover the
// labelled line without its indentation, in the stripped text. The caller sets their file, scope and class, except
// that a SECONDARY_VULN without a number names its own class. bad reports the 1-based lines with an invalid
// marker. When foreign is set, the act may be - (not known), and a SECONDARY_VULN need not be a label set.
func stripMarkers(text string, foreign bool) (stripped string, labels []bench.Label, bad []Problem) {
	var b strings.Builder
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		body, nl := strings.TrimSuffix(line, "\n"), ""
		if len(body) < len(line) {
			nl = "\n"
		}
		code, markers, marked := strings.Cut(body, "//~")
		if !marked {
			b.WriteString(line)
			continue
		}
		code = strings.TrimRight(code, " \t")
		for marker := range strings.SplitSeq(markers, "//~") {
			label, err := parseMarker(marker, foreign)
			switch {
			case err != nil:
				bad = append(bad, Problem{Line: i + 1, Msg: err.Error()})
			case strings.TrimSpace(code) == "":
				bad = append(bad, Problem{Line: i + 1, Msg: "marker on a line without code; put it at " +
					"the end of the line it labels"})
			default:
				indent := len(code) - len(strings.TrimLeft(code, " \t"))
				label.Span = bench.Span{Start: b.Len() + indent, End: b.Len() + len(code), Line: i + 1, EndLine: i + 1}
				labels = append(labels, label)
			}
		}
		b.WriteString(code)
		b.WriteString(nl)
	}
	return b.String(), labels, bad
}

// parseMarker reads "FUNCTION[#set][:class] ACT note".
func parseMarker(s string, foreign bool) (bench.Label, error) {
	f := strings.Fields(s)
	if len(f) < 2 {
		return bench.Label{}, fmt.Errorf("marker %q is not `//~ FUNCTION ACT note`", "//~"+s)
	}
	name, class, hasClass := strings.Cut(f[0], ":")
	name, set, numbered := strings.Cut(name, "#")
	l := bench.Label{Function: bench.SecurityFunction(name), Act: bench.CodeAct(f[1]), Class: bench.Class(class)}
	if numbered {
		n, err := strconv.Atoi(set)
		if err != nil || n < 2 || strconv.Itoa(n) != set {
			return l, fmt.Errorf("%q is not a label set: the first has no number, the others are #2, #3 and so on", "#"+set)
		}
		l.Set = n
	}
	if !l.Function.Valid() {
		return l, fmt.Errorf("unknown security function %q; one of %v", name, bench.SecurityFunctions())
	}
	if foreign && l.Act == "-" {
		l.Act = ""
	} else if !l.Act.Valid() {
		return l, fmt.Errorf("unknown code act %q; one of %v", f[1], bench.CodeActs())
	}
	switch _, known := l.Class.Info(); {
	case hasClass && l.Function != bench.SecondaryVuln:
		return l, fmt.Errorf("only SECONDARY_VULN has a class; %s uses the class of the sample", l.Function)
	case hasClass && numbered:
		return l, fmt.Errorf("SECONDARY_VULN#%d uses the class of its label set", l.Set)
	case l.Function == bench.SecondaryVuln && !numbered && !foreign:
		return l, fmt.Errorf("SECONDARY_VULN needs a proof, as every flaw does: write SECONDARY_VULN#2, and describe it " +
			"under further: in sample.yaml")
	case l.Function == bench.SecondaryVuln && !numbered && !known:
		return l, fmt.Errorf("SECONDARY_VULN needs a class of the taxonomy, for example SECONDARY_VULN:front_running")
	}
	l.Note = strings.TrimSpace(s[strings.Index(s, f[1])+len(f[1]):])
	return l, nil
}
