package importer

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/core/taxonomy"
	"assay/internal/lang/solidity"
)

// Main is the file name of every imported text: original names reveal the flaw.
const Main = "Contract.sol"

// Sample is one Solidity sample as a format found it. Texts are those of the source without what the format
// itself removed; [Input.Add] cleans them.
type Sample struct {
	ID       string      // any words; made unique by the format
	Path     string      // of the text in the source
	Line     int         // line in Path of the sample's description, for problems; 0 is the file
	Subset   string      // ds, tc, gs; "" is ds
	Base     string      // the cluster; "" is the sample
	Tier     int         // 0 is unknown
	Class    bench.Class // "" is taken from Category
	Category string      // the source's own word for the class
	Severity string      // "" is unknown
	Text     string
	Safe     bool   // the text has no documented flaw: the sample joins the subset clean
	Fixed    string // the safe counterpart, "" without one
	Marks    []Mark // of Text

	Chains []Chained // the same flaw in other forms of the data set

	Further []Flaw // also documented: label sets 2, 3, …

	Context        []bench.File // a telling name is replaced by a number
	Protocol       string
	RootCause      string
	Attack         string
	Fix            string
	Incident, Date string
	Finding        string // of an audit
	Chain          string
	LossUSD        int64
	LicenceOf      string // the text that names the licence; "" is Text
}

// Flaw is a further documented flaw of a text. [Input.Add] sets the Set of its marks.
type Flaw struct {
	Path                   string // in the source
	Category, Severity     string
	RootCause, Attack, Fix string
	Incident, Date         string
	Marks                  []Mark
}

// Chained is the result of a transformation that the data set applied to a sample.
type Chained struct {
	Chain string // our name where the transformation is one of ours; no two of a sample are equal
	Path  string // of the text in the source
	Text  string
	Marks []Mark
	Shown func(line int) bool // lines whose comments are the treatment, and stay; nil is none
}

// Key is the suffix that the text's key has after its sample's key.
func (c Chained) Key() string {
	v := bench.Variant{Chain: c.Chain}
	return v.Suffix()
}

// Mark is a label of a line. The zero Function is ROOT_CAUSE.
type Mark struct {
	Line     int
	Function bench.SecurityFunction
	Act      bench.CodeAct // "" is unknown
	Note     string
	Set      int // of the label set, from 2; 0 is the first
}

// Roots returns marks of the root cause on the given lines.
func Roots(lines ...int) []Mark {
	var out []Mark
	for _, l := range lines {
		out = append(out, Mark{Line: l})
	}
	return out
}

// Add adds a sample to the suite, or records why it does not. It returns the parts after the suite's name in
// the keys of the sample and of its safe counterpart; "" is none.
func (in *Input) Add(s Sample) (sample, twin string) {
	fail := func(line int, format string, args ...any) (string, string) {
		in.Problem(s.Path, cmp.Or(line, s.Line), format, args...)
		return "", ""
	}
	id, subset := Slug(s.ID), cmp.Or(s.Subset, "ds")
	if s.Safe {
		subset = suite.Clean
	}
	dir := path.Join(subset, id)
	switch {
	case id == "":
		return fail(0, "%q has no letter that could name a sample", s.ID)
	case in.origin[dir] != "":
		return fail(0, "another sample has the name %s", dir)
	}
	text, fixed := in.clean(s.Text, nil), ""
	marks := slices.Clone(s.Marks)
	var further []suite.Flaw
	for i, f := range s.Further {
		for _, m := range f.Marks {
			m.Set = i + 2
			marks = append(marks, m)
		}
		further = append(further, suite.Flaw{Class: ClassOf(f.Category), Severity: severityOf(f.Severity),
			RootCause: f.RootCause, Attack: f.Attack, Fix: f.Fix, Incident: f.Incident, Date: f.Date})
	}
	main, err := in.mark(text, marks)
	if err != nil {
		return fail(0, "%v", err)
	}
	if first, ok := in.texts[s.key(text)]; ok {
		if first.safe != s.Safe {
			return fail(0, "is the same text as %s/%s with another label", first.subset, first.id)
		}
		what := "duplicate texts"
		if first.marks != fmt.Sprint(marks) && !s.Safe {
			what = "further documented flaws of a text, of which the first is the target"
		}
		in.Left(what, s.Path)
		in.Note("skipped %s: same text as %s/%s", s.Path, first.subset, first.id)
		in.repeats[s.Path] = path.Join(first.subset, first.id)
		return "", ""
	}
	imported := suite.Imported{From: in.from, Path: s.Path, Category: oneLine(s.Category), Base: Slug(s.Base)}
	if s.Fixed != "" && !s.Safe {
		fixed = in.clean(s.Fixed, nil)
		first, ok := in.texts[s.key(fixed)]
		switch {
		case key(fixed) == key(text):
			in.Note("skipped the safe text of %s: it differs only in comments", dir)
			fixed = ""
		case ok && !first.safe:
			return fail(0, "its safe text is %s/%s, which is not", first.subset, first.id)
		case ok && first.subset != subset:
			in.Note("skipped the safe text of %s: it is already in %s/%s", dir, first.subset, first.id)
			fixed = ""
		case ok:
			imported.Twin, twin, fixed = first.id, path.Join(subset, first.id)+"+fixed", ""
		}
	}
	if fixed != "" {
		marked, err := in.mark(fixed, nil)
		if err != nil {
			return fail(0, "its safe text: %v", err)
		}
		in.res.Files[path.Join(dir, "fixed", in.main())] = marked
		in.texts[s.key(fixed)] = seenText{subset, id, true, ""}
		twin = dir + "+fixed"
	}
	var chains []suite.ImportedChain
	for _, c := range s.Chains {
		shown := in.clean(c.Text, c.Shown)
		if of := in.chained[s.key(shown)]; of != "" && of != dir { // short programs without names can be equal
			in.Left("texts of a chain that duplicate another sample", c.Path)
			continue
		}
		in.chained[s.key(shown)] = dir
		chained, err := in.mark(shown, c.Marks)
		if err != nil {
			in.Problem(c.Path, 0, "%v", err)
			continue
		}
		in.res.Files[path.Join(dir, "chains", c.Chain, in.main())] = chained
		chains = append(chains, suite.ImportedChain{Chain: c.Chain, Path: c.Path})
	}
	in.texts[s.key(text)] = seenText{subset, id, s.Safe, fmt.Sprint(marks)}
	in.origin[dir] = s.Path
	in.res.Files[path.Join(dir, in.main())] = main
	for i, c := range s.Context {
		name := path.Join(dir, "context", path.Base(c.Path))
		if _, taken := in.res.Files[name]; taken || suite.Tells(path.Base(c.Path)) ||
			!contextRE.MatchString(path.Base(c.Path)) {
			name = path.Join(dir, "context", fmt.Sprintf("%02d.sol", i+1))
		}
		if t := in.clean(c.Text, nil); !strings.Contains(t, "//~") {
			in.res.Files[name] = t
		}
	}
	if s.Protocol != "" && !strings.Contains(s.Protocol, "//~") {
		in.res.Files[path.Join(dir, "PROTOCOL.md")] = s.Protocol
	}
	imported.Chains = chains
	m := suite.Meta{
		ID: id, Subset: subset, Tier: s.Tier, Class: cmp.Or(s.Class, ClassOf(s.Category)), Severity: severityOf(s.Severity),
		Compiler: compilerOf(text), Main: in.main(), Language: in.language,
		RootCause: s.RootCause, Attack: s.Attack, Fix: s.Fix, Further: further,
		Provenance: suite.Provenance{Kind: "imported", Incident: s.Incident, Finding: s.Finding, Date: s.Date,
			LossUSD: s.LossUSD, Chain: s.Chain, Imported: &imported},
		Licence: in.licenceOf(cmp.Or(s.LicenceOf, s.Text)),
	}
	b, err := yaml.Marshal(&m)
	if err != nil {
		panic("importer: a struct of strings and numbers cannot fail to encode: " + err.Error())
	}
	in.res.Files[path.Join(dir, "sample.yaml")] = string(b)
	return dir, twin
}

var contextRE = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]{0,80}\.sol$`)

// File adds a file of a SQL application, or one next to the samples. from is the file of the source from which
// it was made, line by line; "" is none.
func (in *Input) File(p, text, from string) {
	in.res.Files[p] = text
	if from != "" {
		in.origin[p] = from
		in.origin[path.Dir(p)] = path.Dir(from)
	}
}

// key is a text as the suite's loader compares texts: whitespace at line ends may differ where a marker is.
func key(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t")
	}
	return strings.Join(lines, "\n")
}

// mark adds marks at the ends of their lines. A mark on a line without code moves to the next one with code; a
// second mark of a label set on a line is dropped.
func (in *Input) mark(text string, marks []Mark) (string, error) {
	lines := strings.Split(key(text), "\n")
	code := map[int]bool{}
	if in.solidity() {
		code = CodeLines(text)
	} else {
		for i, l := range lines {
			if l != "" {
				code[i+1] = true
			}
		}
	}
	if len(code) == 0 {
		return "", fmt.Errorf("has no code")
	}
	if i := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "//~") }); i >= 0 {
		return "", fmt.Errorf("line %d contains //~, the mark of labels", i+1)
	}
	taken := map[[2]int]bool{} // line, label set
	for _, m := range marks {
		if m.Line < 1 || m.Line > len(lines) {
			return "", fmt.Errorf("a label is on line %d, but the text has %d lines", m.Line, len(lines))
		}
		at := m.Line
		for at < len(lines) && !code[at] {
			at++
		}
		if !code[at] {
			return "", fmt.Errorf("a label is on line %d, without code there or below", m.Line)
		}
		if taken[[2]int{at, m.Set}] {
			continue
		}
		taken[[2]int{at, m.Set}] = true
		note := oneLine(strings.Map(func(r rune) rune {
			if r < ' ' || r == 0x7f {
				return ' '
			}
			return r
		}, m.Note))
		label := bench.Label{Function: cmp.Or(m.Function, bench.RootCause), Set: m.Set}
		lines[at-1] += strings.TrimRight(fmt.Sprintf(" //~ %s %s %s", label.Name(), cmp.Or(m.Act, "-"),
			strings.ReplaceAll(note, "//~", "")), " ")
	}
	return strings.Join(lines, "\n"), nil
}

// key distinguishes texts as subjects do: by everything that is shown, except whitespace.
func (s *Sample) key(text string) string {
	h := sha256.New()
	for _, t := range append([]bench.File{{Text: key(text)}, {Text: s.Protocol}}, s.Context...) {
		fmt.Fprintf(h, "%d:%s", len(t.Text), t.Text)
	}
	return string(h.Sum(nil))
}

// CodeLines returns the set of 1-based lines of a source that hold code.
func CodeLines(src string) map[int]bool {
	out := map[int]bool{}
	line := 1
	for _, t := range solidity.Lex(src) {
		n := strings.Count(t.Text(src), "\n")
		if !t.Trivia() {
			for i := range n + 1 {
				out[line+i] = true
			}
		}
		line += n
	}
	return out
}

// MarkFunctions returns marks at the first lines of the functions that words name; nil when the text has none
// of them.
func MarkFunctions(src, words string) []Mark {
	var out []Mark
	names := strings.FieldsFunc(words, func(r rune) bool {
		return !(r == '_' || r == '$' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9')
	})
	for _, f := range solidity.Functions(src) {
		if slices.Contains(names, f.Name) {
			out = append(out, Mark{Line: f.Line, Note: "in this function"})
		}
	}
	return out
}

// Slug makes an id from any words: letters and digits in lower case, joined by dashes. A name too long for a
// file name ends with a hash of the whole.
func Slug(s string) string {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9')
	})
	id := strings.Join(words, "-")
	if len(id) > 80 {
		sum := sha256.Sum256([]byte(s))
		id = strings.Trim(id[:70], "-") + "-" + hex.EncodeToString(sum[:4])
	}
	return id
}

// ClassOf returns the class that an external word names, or bench's "other" when it names none.
func ClassOf(category string) bench.Class {
	words := strings.NewReplacer("_", " ", "-", " ").Replace(category)
	if k, ok := bench.Class(strings.ToLower(strings.ReplaceAll(strings.TrimSpace(category), " ", "_"))).Info(); ok &&
		k.Format == bench.Contracts {
		return k.ID
	}
	return cmp.Or(taxonomy.Named(taxonomy.Solidity, category), taxonomy.Named(taxonomy.Solidity, words),
		foreign[Slug(category)], "other")
}

// foreign maps the names of our classes in data sets, in addition to the words that subjects use. A category
// that does not describe the flaw, such as honeypot, is not in it.
var foreign = map[string]bench.Class{
	"integer-issues": "arithmetic", "variable-shadowing": "logic_error", "validation-bypass": "input_validation",
	"unprotected-callback": "access_control", "token-incompatibility": "token_integration",
	"storage-misuse": "initialization",
	"short-address":  "input_validation", "short-addresses": "input_validation", "selfdestruct": "access_control",
	"pool-manipulation":  "oracle_manipulation",
	"interface-mismatch": "logic_error", "contract-check-bypass": "input_validation", "bridge-security": "bridge_message",
	"approval-scam":          "access_control",
	"divide-before-multiply": "precision_loss",
}

func severityOf(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	if slices.Contains(bench.Severities, s) {
		return s
	}
	return ""
}
