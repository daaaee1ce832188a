package sqlproof

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"assay/internal/core/suite/sqlapp"
)

// document is a proof file as written.
type document struct {
	Now        Value                       `yaml:"now"`
	Names      map[string]Value            `yaml:"names"`
	Principals map[string]map[string]Value `yaml:"principals"`
	Ignore     []string                    `yaml:"ignore"`
	Defaults   map[string]Value            `yaml:"defaults"`
	Regular    []written                   `yaml:"regular"`
	Attacks    []written                   `yaml:"attacks"`
	Also       map[string][]int            `yaml:"also"`
	Equivalent map[string][]Equivalent     `yaml:"equivalent"`
	// Requirements states, in the shared file, to which queries a requirement applies.
	Requirements map[int]sqlapp.Scope `yaml:"requirements"`
}

// Equivalent is a check of a good file that can be removed without harm.
type Equivalent = sqlapp.Excuse

// WrittenCall is a principal's call with its parameters, as written.
type WrittenCall struct {
	As     string           `yaml:"as"`
	Params map[string]Value `yaml:"params"`
	Now    Value            `yaml:"now"`
}

type written struct {
	Name        string       `yaml:"name"`
	Requirement int          `yaml:"requirement"`
	Like        string       `yaml:"like"`
	Given       string       `yaml:"given"`
	Second      *WrittenCall `yaml:"second"`
	Then        *WrittenCall `yaml:"then"`
	Expect      *Expect      `yaml:"expect"`
	WrittenCall `yaml:",inline"`
	Oracles     `yaml:",inline"`
}

// Expect is the result that a good file must give.
type Expect struct {
	Columns []string   `yaml:"columns"`
	Rows    *[][]Value `yaml:"rows"`
	Ordered bool       `yaml:"ordered"`
	Count   *int       `yaml:"count"`
	Contain []Value    `yaml:"contains"`
	Changes *[]Pattern `yaml:"changes"`
	Error   Value      `yaml:"error"`
}

// Oracles are the conditions of an attack; each is documented in docs/sql-proofs.md.
type Oracles struct {
	ForbidText     []Value   `yaml:"forbid_text"`
	ForbidReturned []Value   `yaml:"forbid_returned"`
	ForbidColumn   []string  `yaml:"forbid_column"`
	MaxRows        *int      `yaml:"max_rows"`
	MinRows        *int      `yaml:"min_rows"`
	RequireText    []Value   `yaml:"require_text"`
	ForbidChange   Patterns  `yaml:"forbid_change"`
	RequireChange  []Pattern `yaml:"require_change"`
	ForbidError    Value     `yaml:"forbid_error"`
	SameAs         string    `yaml:"same_as"`
	Differs        bool      `yaml:"differs_from_good"`
}

// Pattern describes changes of rows. The empty pattern matches every change.
type Pattern struct {
	Table    string           `yaml:"table"`
	Op       string           `yaml:"op"`
	Where    map[string]Value `yaml:"where"`
	WhereNot map[string]Value `yaml:"where_not"`
	Set      map[string]Value `yaml:"set"`
	Columns  []string         `yaml:"columns"`
	Count    *int             `yaml:"count"`
}

// Patterns is a list of patterns, or the word any.
type Patterns []Pattern

// UnmarshalYAML reads the word any as the pattern that matches everything.
func (p *Patterns) UnmarshalYAML(decode func(any) error) error {
	var word string
	if decode(&word) == nil {
		if word != "any" {
			return fmt.Errorf("forbid_change is a list of patterns or the word any, not %q", word)
		}
		*p = Patterns{{}}
		return nil
	}
	return decode((*[]Pattern)(p))
}

// Call is one execution of a statement as a principal.
type Call struct {
	As       string
	Params   map[string]Value  // the client's and the server's parameters, by name
	Settings map[string]string // set for the transaction
	context  []string          // names of the server's parameters
	now      Value             // another clock than the application's; NULL means none
}

// Set is one world with the result that is required in it. Requirement is 0 for honest use.
type Set struct {
	Name        string
	Requirement int
	Given       string
	First       Call
	Second      *Call  // overlaps the first, in another session
	Then        *Call  // follows the first, in the same session
	More        []Call // follow Then; of attempts only
	Expect      *Expect
	Oracles     Oracles
}

// Attack reports whether the set probes a requirement.
func (s *Set) Attack() bool { return s.Requirement > 0 }

// Commits reports whether the set needs its own database.
func (s *Set) Commits() bool { return s.Given != "" || s.Second != nil || s.Then != nil }

// World is equal for sets that are executed in the same way.
func (s *Set) World() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q", s.Given)
	for _, c := range []*Call{&s.First, s.Second, s.Then} {
		b.WriteByte('|')
		if c == nil {
			continue
		}
		for _, k := range slices.Sorted(maps.Keys(c.Params)) {
			fmt.Fprintf(&b, "%q=%d%q,", k, c.Params[k].Kind, c.Params[k].String())
		}
		for _, k := range slices.Sorted(maps.Keys(c.Settings)) {
			fmt.Fprintf(&b, "%q:%q,", k, c.Settings[k])
		}
	}
	return b.String()
}

// Proof is a complete proof file: constants are replaced and `like` is resolved.
type Proof struct {
	Sets   []Set // regular sets first
	Also   map[string][]int
	Ignore map[string]bool
	// Equivalent lists, by good file, the checks that adequacy may leave unnoticed.
	Equivalent map[string][]Equivalent

	acceptance map[int][]Rule
	sessions   string
	session    document // principals and clock, for attempts
}

// Parse parses the shared proof.yaml of an application (nil if there is none) and the
// file of one query. The error lists all problems, one per line.
func Parse(shared, query []byte) (*Proof, error) {
	var base, d document
	if err := decode(shared, &base); err != nil {
		return nil, fmt.Errorf("proof.yaml: %w", err)
	}
	if err := decode(query, &d); err != nil {
		return nil, err
	}
	if base.Regular != nil || base.Attacks != nil || base.Also != nil || base.Equivalent != nil {
		return nil, fmt.Errorf("proof.yaml: regular, attacks, also and equivalent belong into the file of a query")
	}
	if d.Requirements != nil {
		return nil, fmt.Errorf("requirements belongs into proof.yaml, which all queries share")
	}
	d.Names = merge(base.Names, d.Names)
	d.Principals = merge(base.Principals, d.Principals)
	d.Defaults = merge(base.Defaults, d.Defaults)
	d.Ignore = append(slices.Clone(base.Ignore), d.Ignore...)
	if d.Now.Kind == Null {
		d.Now = base.Now
	}
	return d.build()
}

// Uncovered lists each mismatch between the requirements that SPEC.md states, those
// that proof.yaml assigns to a query, and those that its attacks probe.
func Uncovered(a *App, query string, p *Proof) []string {
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if len(a.Requirements) == 0 {
		return nil
	}
	var base document
	if err := decode(a.Shared, &base); err != nil {
		return []string{"proof.yaml: " + err.Error()}
	}
	scopes := base.Requirements
	for _, n := range slices.Sorted(maps.Keys(scopes)) {
		if !slices.Contains(a.Requirements, n) {
			say("proof.yaml: requirements: SPEC.md has no requirement %d", n)
		}
	}
	for _, n := range a.Requirements {
		scope, stated := scopes[n]
		probed := slices.ContainsFunc(p.Sets, func(s Set) bool { return s.Requirement == n })
		switch {
		case !stated:
			say("proof.yaml: requirements does not say which queries requirement %d of SPEC.md applies to", n)
		case scope.Holds(query) && !probed:
			say("requirement %d of SPEC.md applies to this query, and no attack probes it", n)
		case !scope.Holds(query) && probed:
			say("an attack probes requirement %d, which does not apply to this query (requirements in proof.yaml)", n)
		}
	}
	return out
}

// decode is strict. An empty document leaves v unchanged.
func decode(b []byte, v any) error {
	if len(bytes.TrimSpace(b)) == 0 {
		return nil
	}
	if err := yaml.UnmarshalWithOptions(b, v, yaml.DisallowUnknownField()); err != nil {
		return fmt.Errorf("%s", strings.TrimSpace(yaml.FormatError(err, false, false)))
	}
	return nil
}

func merge[V any](a, b map[string]V) map[string]V {
	out := maps.Clone(a)
	if out == nil {
		out = map[string]V{}
	}
	maps.Copy(out, b)
	return out
}
