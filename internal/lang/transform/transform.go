// Package transform defines the interface of the source-to-source rewritings, and the
// driver that applies a chain of them to a sample.
//
// A transformation returns edits, never text. The driver applies them, moves the
// labels, renames names in everything that belongs to the sample (context, protocol
// description, fixed twin, proof), and returns new variants. It rewrites the original
// and its twin in step and with the same choices, so that a pair stays a minimal pair.
//
// The package makes no decision about truth: its results are unproved until there is a
// certificate. It compiles and runs nothing.
package transform

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
)

// Kind is the effect of a transformation on the flaw.
type Kind string

const (
	Preserving   Kind = "preserving"   // the flaw remains, and works as before
	Intervention Kind = "intervention" // the flaw is removed, or harmless code is added to it
	Placebo      Kind = "placebo"      // a change that should not affect any subject: the noise floor
	Injection    Kind = "injection"    // the flaw remains, and the text tells its reader what to answer
)

// Certificate is a kind of evidence that a variant keeps the promise of its
// transformation; C1 is the strongest. The zero value is none.
type Certificate int

const (
	_  Certificate = iota
	C1             // same runtime bytecode, metadata masked
	C2             // same runtime bytecode with the optimizer through the intermediate language
	C3             // C1 after undoing the renaming; same interface up to names
	C4             // same effects of honest and exploit transactions
	C5             // the exploit still works, nothing more
)

// String returns "C1" to "C5", or "none".
func (c Certificate) String() string {
	if c < C1 || c > C5 {
		return "none"
	}
	return fmt.Sprintf("C%d", int(c))
}

// Option is a setting that a chain may give as name:key=value.
type Option struct {
	Name    string
	Values  []string // permitted values; the first is the default
	Doc     string
	Numeric bool // any number from 0 to 9999 is permitted; Values holds only the default
}

// Transformation describes one rewriting. It is a constant value, declared once in its
// own package.
type Transformation struct {
	Name     string // lower case, words joined by dashes: used in chains, keys and reports
	Doc      string // one line for lists, without a capital or a period; a blank line and details may follow
	Kind     Kind
	Letter   string      // the paper's letter: M S N C O F D T, P for placebos, I for injections
	Promises Certificate // the strongest certificate that it can get
	// Weaker is the strongest certificate with an option, as "place=string", where it is weaker than Promises.
	Weaker    map[string]Certificate
	Languages []string // of bench.Task.Language; nil means Solidity only
	Options   []Option

	// Start means that chains without it start from its result, if it applies.
	Start bool

	// Of names the transformation whose placebo it alone is: both have the same options and make the same choices.
	Of string

	// Undoes names transformations whose work would be lost if this one came later in a chain.
	Undoes []string

	// Run returns the changes. It depends only on its input, which it does not change:
	// the same input gives the same output. If there is nothing to change, it returns a
	// *NotApplicableError.
	Run func(*Input) (*Output, error)
}

// NotApplicableError is the reason why a transformation cannot change a text. It is
// not a failure of the program: there is no such variant.
type NotApplicableError struct {
	Transformation string
	Why            string
}

func (e *NotApplicableError) Error() string {
	return fmt.Sprintf("%s does not apply: %s", e.Transformation, e.Why)
}

// NotApplicable returns a [*NotApplicableError]; the driver fills in the name.
func NotApplicable(format string, args ...any) error {
	return &NotApplicableError{Why: fmt.Sprintf(format, args...)}
}

// Input is the data that a transformation may read. It belongs to the driver.
//
// Choices come from Dice, by a key for their subject and never in sequence: the same
// place in the fixed twin then gets the same choice.
type Input struct {
	Task    bench.Task
	Labels  []bench.Label
	Truth   bench.Truth
	Class   bench.Class // class of the documented flaw, "" if not known
	Twin    *Side       // the other half of the pair, nil if there is none
	Hidden  []bench.File
	Options map[string]string // complete: defaults filled in
	Dice    Dice

	state *state // caches what was parsed of the texts
}

// Parse returns the tree of a Solidity text. Trees are cached and shared, and must not be changed.
func (in *Input) Parse(text string) *solidity.File { return in.state.cache.parse(text) }

// Survey returns the outline of a Solidity text, which is shared as trees are.
func (in *Input) Survey(text string) *solidity.Outline { return in.state.cache.outline(text) }

// Comments returns the comments of a text of the input in order, including those in
// the bodies of SQL functions.
func (in *Input) Comments(text string) []Span {
	return in.state.cache.comments(in.Task.Language, text)
}

// Side is one half of a pair.
type Side struct {
	Task   bench.Task
	Labels []bench.Label
}

// Code returns the code under review.
func (in *Input) Code() bench.File { return in.Task.Files[0] }

// Shown returns every code file that a subject may see: those under review and those
// of the context. The caller owns the slice.
func (in *Input) Shown() []bench.File {
	return append(slices.Clone(in.Task.Files), in.Task.Context...)
}

// Keys in Output.Edits of the descriptions beside the code: of a protocol, and of a SQL application.
const (
	ProtocolPath = "PROTOCOL.md"
	SpecPath     = "SPEC.md"
)

// Output is the changes that a transformation requests, in this order: edits by path
// of the shown code (or [ProtocolPath], [SpecPath]), then strings and renames in everything.
type Output struct {
	Edits   map[string][]edit.Edit
	Strings map[string]string // contents of string literals, old to new, as written between plain quotes; in everything
	Renames map[string]string // declared names, old to new; the driver finds every occurrence
	Added   []Added           // labels on inserted text
	Moved   []Moved           // text that moved from one place to another

	// Labels and Truth, if Truth is not zero, replace those of the variant; the spans are
	// spans of the edited text.
	Labels []bench.Label
	Truth  bench.Truth

	Decoys []Decoy // planted decoys
	Note   string  // what was done, in a few words
}

// Decoy is a piece of code that was planted because it looks dangerous.
type Decoy struct {
	Kind     string            // kind of decoy, as the library names it
	Contract string            // the contract that contains it, by its name in the variant
	Names    map[string]string // its own names, with their names in the variant
}

// Added is a label on a part of inserted text: bytes [Start, End) of the New of
// the Edit-th edit of File. The driver fills in the label's span and scope.
type Added struct {
	File       string
	Edit       int
	Start, End int
	Label      bench.Label
}

// Moved means that the bytes [Start, End) of File are, unchanged, at Offset in the New
// of the Edit-th edit of the same file.
type Moved struct {
	File       string
	Start, End int
	Edit       int
	Offset     int
}

// Empty reports whether o changes nothing.
func (o *Output) Empty() bool {
	for _, es := range o.Edits {
		if len(es) > 0 {
			return false
		}
	}
	return len(o.Renames) == 0 && len(o.Strings) == 0 && o.Truth == 0
}

// Speaks reports whether t applies to texts of the language.
func (t Transformation) Speaks(language string) bool {
	if t.Languages == nil {
		return language == "solidity"
	}
	return slices.Contains(t.Languages, language)
}

// Validate reports what is wrong with a list of transformations: missing or duplicate
// names, missing documentation, impossible options.
func Validate(list []Transformation) error {
	seen := map[string]bool{}
	var errs []error
	bad := func(t Transformation, format string, args ...any) {
		errs = append(errs, fmt.Errorf("transformation %q: %s", t.Name, fmt.Sprintf(format, args...)))
	}
	for _, t := range list {
		if !isName(t.Name) {
			bad(t, "the name is not made of lower-case words joined by dashes")
		}
		if seen[t.Name] {
			bad(t, "the name is taken")
		}
		seen[t.Name] = true
		first, _, _ := strings.Cut(t.Doc, "\n")
		if first == "" || strings.HasSuffix(first, ".") || first[0] >= 'A' && first[0] <= 'Z' {
			bad(t, "the documentation must begin with one line without a capital or a period")
		}
		if !slices.Contains([]Kind{Preserving, Intervention, Placebo, Injection}, t.Kind) {
			bad(t, "there is no kind %q", t.Kind)
		}
		if len(t.Letter) != 1 || !strings.Contains("MSNCOFDTPI", t.Letter) {
			bad(t, "the letter %q is not one of M S N C O F D T P I", t.Letter)
		}
		if t.Promises < C1 || t.Promises > C5 {
			bad(t, "it promises no certificate")
		}
		if t.Run == nil {
			bad(t, "it has no Run")
		}
		for _, o := range t.Options {
			if !isName(o.Name) || o.Doc == "" || len(o.Values) == 0 ||
				slices.ContainsFunc(o.Values, func(v string) bool { return !isName(v) }) {
				bad(t, "the option %q lacks a name, values or documentation", o.Name)
			}
		}
	}
	for _, t := range list {
		for _, u := range t.Undoes {
			if !seen[u] {
				bad(t, "it undoes %q, which is not in the list", u)
			}
		}
		if t.Of != "" && !seen[t.Of] {
			bad(t, "it is the placebo of %q, which is not in the list", t.Of)
		}
	}
	return errors.Join(errs...)
}

// isName accepts words of lower-case letters and digits joined by dashes.
func isName(s string) bool {
	for w := range strings.SplitSeq(s, "-") {
		if w == "" || strings.Trim(w, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
			return false
		}
	}
	return true
}
