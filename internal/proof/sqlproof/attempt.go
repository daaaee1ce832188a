package sqlproof

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"assay/internal/lang/sqltext"
)

// Limits of an attempt.
const (
	maxAttempt = 64 << 10 // bytes of its text
	maxCalls   = 8
)

// Attempt is an attack that a subject wrote on a query: calls by principals of the
// application in one of its situations. The calls run one after the other in one
// session, each committed; the two calls of a race overlap.
type Attempt struct {
	Situation int           `json:"situation"`
	Race      bool          `json:"race,omitempty"`
	Calls     []AttemptCall `json:"calls"`
}

// AttemptCall is one call: a principal of the proof by name, and the client's parameters.
type AttemptCall struct {
	As     string           `json:"as"`
	Params map[string]Value `json:"params"`
}

// Situation is a state of the data, and a clock, in which a query can be called.
type Situation struct {
	Given string // SQL that the host runs on the fixtures first, "" for none
	Now   Value  // the clock; NULL means the application's
}

// ParseAttempt parses an attempt in JSON. The error describes the problem in one line.
func ParseAttempt(text string) (Attempt, error) {
	var a Attempt
	if len(text) > maxAttempt {
		return a, fmt.Errorf("the attempt has %d bytes; at most %d", len(text), maxAttempt)
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&a); err != nil {
		return a, fmt.Errorf("the attempt is not as asked for: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return a, errors.New("something follows the attempt")
	}
	switch n := len(a.Calls); {
	case n == 0:
		return a, errors.New("the attempt has no calls")
	case n > maxCalls:
		return a, fmt.Errorf("the attempt has %d calls; at most %d", n, maxCalls)
	case a.Race && n != 2:
		return a, fmt.Errorf("a race has two calls, not %d", n)
	}
	return a, nil
}

// Text returns the attempt in the form that [ParseAttempt] reads.
func (a Attempt) Text() string {
	b, err := json.Marshal(a)
	if err != nil {
		panic("sqlproof: an attempt of texts cannot fail to encode: " + err.Error())
	}
	return string(b)
}

// MarshalJSON writes the value as [Value.JSON] does.
func (v Value) MarshalJSON() ([]byte, error) { return v.JSON(), nil }

// UnmarshalJSON keeps numbers as written.
func (v *Value) UnmarshalJSON(b []byte) error {
	d := json.NewDecoder(strings.NewReader(string(b)))
	d.UseNumber()
	var x any
	if err := d.Decode(&x); err != nil {
		return err
	}
	var err error
	*v, err = fromJSON(x, 0)
	return err
}

// FromJSON returns a value that was decoded from JSON with numbers as [json.Number].
func FromJSON(x any) (Value, error) { return fromJSON(x, 0) }

func fromJSON(x any, depth int) (Value, error) {
	if depth > 32 {
		return Value{}, errors.New("values are nested more than 32 deep")
	}
	switch x := x.(type) {
	case string:
		return Value{Kind: Text, Text: x}, nil
	case json.Number:
		return Value{Kind: Number, Text: x.String()}, nil
	case bool:
		return Value{Kind: Bool, Text: fmt.Sprint(x)}, nil
	case []any:
		v := Value{Kind: List}
		for _, e := range x {
			c, err := fromJSON(e, depth+1)
			if err != nil {
				return Value{}, err
			}
			v.List = append(v.List, c)
		}
		return v, nil
	case map[string]any:
		v := Value{Kind: Map}
		for _, k := range slices.Sorted(maps.Keys(x)) {
			c, err := fromJSON(x[k], depth+1)
			if err != nil {
				return Value{}, err
			}
			v.Keys, v.List = append(v.Keys, k), append(v.List, c)
		}
		return v, nil
	}
	return Value{}, nil
}

// Situations lists the situations of the sets of a proof, each once. The first is the
// unchanged fixtures at the application's clock. They are those of all sets, so that
// they reveal nothing about any single file of the query.
func (p *Proof) Situations() []Situation {
	out := []Situation{{}}
	for i := range p.Sets {
		if s := p.Sets[i].situation(); !slices.ContainsFunc(out, s.equal) {
			out = append(out, s)
		}
	}
	return out
}

func (s Situation) equal(o Situation) bool {
	return s.Given == o.Given && s.Now.String() == o.Now.String()
}

func (s *Set) situation() Situation { return Situation{Given: s.Given, Now: s.First.now} }

// Set turns an attempt on code with these parameters into a set without oracles. A
// call must give them all. It may give others that a file of the query has, since the
// reference may have more parameters than the code; a parameter that was not given is
// NULL. The error describes in one line what no client could call.
func (p *Proof) Set(a Attempt, params, others []string) (*Set, error) {
	situations := p.Situations()
	if a.Situation < 0 || a.Situation >= len(situations) {
		return nil, fmt.Errorf("there is no situation %d; there are 0 to %d", a.Situation, len(situations)-1)
	}
	in := situations[a.Situation]
	s := &Set{Name: "attempt", Given: in.Given}
	for i, c := range a.Calls {
		call, err := p.call(i+1, c, in.Now, params, others)
		if err != nil {
			return nil, err
		}
		switch {
		case i == 0:
			s.First = call
		case a.Race:
			s.Second = &call
		case i == 1:
			s.Then = &call
		default:
			s.More = append(s.More, call)
		}
	}
	return s, nil
}

// call adds to one call of an attempt what the server derives from the session.
func (p *Proof) call(number int, c AttemptCall, now Value, params, others []string) (Call, error) {
	if _, ok := p.session.Principals[c.As]; !ok {
		return Call{}, fmt.Errorf("call %d: there is no principal %q", number, c.As)
	}
	b := &builder{document: p.session}
	call := b.call(fmt.Sprintf("call %d", number), WrittenCall{As: c.As, Params: c.Params, Now: now}, nil)
	if len(b.problems) > 0 {
		return Call{}, fmt.Errorf("call %d: the server derives %s from the session, and no client gives it", number,
			strings.Join(derived(c, call), ", "))
	}
	for _, name := range slices.Sorted(maps.Keys(c.Params)) {
		if !slices.Contains(params, name) && !slices.Contains(others, name) {
			return Call{}, fmt.Errorf("call %d: the query has no parameter :%s", number, name)
		}
	}
	for _, name := range params {
		if _, ok := call.Params[name]; !ok {
			return Call{}, fmt.Errorf("call %d: the parameter :%s is missing", number, name)
		}
	}
	return call, nil
}

func derived(c AttemptCall, call Call) []string {
	var out []string
	for _, name := range call.context {
		if _, ok := c.Params[name]; ok {
			out = append(out, ":"+name)
		}
	}
	return out
}

// Attempted returns the set of that name as an attempt: the gold answer if the attack
// in the set succeeds on a file. ok is false if a client could not make it.
func (p *Proof) Attempted(set string) (a Attempt, ok bool) {
	i := slices.IndexFunc(p.Sets, func(s Set) bool { return s.Name == set })
	if i < 0 {
		return a, false
	}
	s := &p.Sets[i]
	a.Situation = slices.IndexFunc(p.Situations(), s.situation().equal)
	a.Race = s.Second != nil
	for _, c := range []*Call{&s.First, s.Second, s.Then} {
		if c == nil {
			continue
		}
		if c != &s.First && c.now.Kind != Null && c.now.String() != s.First.now.String() {
			return a, false // its clock is not the situation's
		}
		params := maps.Clone(c.Params)
		maps.DeleteFunc(params, func(name string, _ Value) bool { return slices.Contains(c.context, name) })
		a.Calls = append(a.Calls, AttemptCall{As: c.As, Params: params})
	}
	return a, true
}

// Effect is the result of an attempt on a query compared with its reference: the fixed
// twin or, if the query is itself a good one, the other good file.
type Effect struct {
	Differs bool   // the two results differ
	Works   bool   // an oracle fires on the query that does not fire on the reference
	On      bool   // it works, or an oracle that was written for exactly this call fires on the query
	OnTwin  bool   // such an oracle fires on the reference, or only the reference gives or changes something
	Oracle  string // the first oracle that makes it work, "" if none does
	Shown   string // what that oracle found
	Set     string // the attack in the proof to which the oracle belongs, "" for the comparison with the reference
}

// Beyond is the oracle that is applied to every attempt in addition to those of the
// proof: the same call in the same situation gives or changes something that the
// reference does not.
const Beyond = "beyond_twin"

// Effect applies the oracles of the attacks on requirements to the results of one
// attempt, of which [Proof.Set] made a set. Each oracle was written for one particular
// call. On another call it counts only if it does not fire on the reference, since
// honest use returns rows, too.
func (p *Proof) Effect(attempt *Set, requirements []int, on, twin *Result) Effect {
	var e Effect
	e.Differs = on.Fault == "" && on.fingerprint(p.Ignore, false) != twin.fingerprint(p.Ignore, false)
	if on.Fault != "" || twin.Fault != "" {
		return e
	}
	none := func(string) *Result { return nil }
	for i := range p.Sets {
		s := &p.Sets[i]
		if !s.Attack() || !slices.Contains(requirements, s.Requirement) {
			continue
		}
		own := len(attempt.More) == 0 && s.World() == attempt.World()
		var ref *Result
		if on.Err == nil && twin.Err == nil {
			ref = twin
		}
		there := map[string]bool{}
		for _, f := range s.fired(twin, nil, p.Ignore, none) {
			there[f.Oracle] = true
			e.OnTwin = e.OnTwin || own
		}
		for _, f := range s.fired(on, ref, p.Ignore, none) {
			e.On = e.On || own
			if !there[f.Oracle] && !e.Works {
				e.Works, e.Oracle, e.Shown, e.Set = true, f.Oracle, f.Shown, s.Name
			}
		}
	}
	if more := beyond(on, twin, p.Ignore); more != "" && !e.Works {
		e.Works, e.Oracle, e.Shown = true, Beyond, more
	}
	switch {
	case e.Works:
		e.On, e.OnTwin = true, false // the oracle that counts does not fire there
	case !e.On && beyond(twin, on, p.Ignore) != "":
		e.OnTwin = true
	}
	return e
}

// beyond returns what r gives or changes that other does not, "" if nothing.
func beyond(r, other *Result, ignore map[string]bool) string {
	if r.Err != nil || r.Fault != "" || other.Fault != "" {
		return ""
	}
	if other.Err == nil && slices.Equal(r.Columns, other.Columns) && within(r, other, ignore) {
		return ""
	}
	if other.Err != nil && len(r.Rows)+len(r.Changes) == 0 {
		return ""
	}
	for _, c := range r.Columns {
		if other.Err == nil && !slices.Contains(other.Columns, c) {
			if len(r.Rows) == 0 {
				return ""
			}
			return "a column " + c + " that the reference does not return"
		}
	}
	r = r.sorted(ignore)
	if i, _ := extra(r.lines(ignore), other.lines(ignore)); i >= 0 {
		return r.row(i) + ", which the reference does not return"
	}
	if i, _ := extra(r.changeKeys(ignore), other.changeKeys(ignore)); i >= 0 {
		return Clip(r.Changes[i].String(), 240) + ", which the reference does not do"
	}
	return ""
}

// Definitions checks that the statements of a candidate before its last one, which run as the owner
// of the tables, define only kinds of objects that the files of the query define.
func Definitions(candidate string, files ...string) error {
	kinds := map[string]bool{"create function": true, "create procedure": true}
	for _, f := range files {
		for _, k := range definitions(f) {
			kinds[k] = true
		}
	}
	for _, k := range definitions(candidate) {
		if !kinds[k] {
			return fmt.Errorf("%s comes before the last statement, where the query may define %s only", strings.ToUpper(k),
				strings.Join(slices.Sorted(maps.Keys(kinds)), ", "))
		}
	}
	return nil
}

// definitions lists the kinds of the statements before the last one, and of the last
// one if it is a definition that is called.
func definitions(code string) []string {
	stmts := split(code)
	var out []string
	for i, s := range stmts {
		if k := kindOf(code, s); i+1 < len(stmts) || strings.HasPrefix(k, "create ") {
			out = append(out, k)
		}
	}
	return out
}

func kindOf(code string, s []sqltext.Token) string {
	at := 1
	if word(code, s, 1) == "or" && word(code, s, 2) == "replace" {
		at = 3
	}
	return word(code, s, 0) + " " + word(code, s, at)
}

// Situated describes the world of a query to a subject that is to attack it: the principals with
// what the server derives from their sessions, the data without comments, and the situations.
// Parameters are not listed, since they differ between files.
func (p *Proof) Situated(fixtures string) string {
	var b strings.Builder
	b.WriteString("## Principals\n\nWhat the server derives from the session of each:\n\n")
	for _, name := range slices.Sorted(maps.Keys(p.session.Principals)) {
		who := maps.Clone(p.session.Principals[name])
		if _, own := who["now"]; !own && p.session.Now.Kind != Null {
			who["now"] = p.session.Now
		}
		var parts []string
		for _, k := range slices.Sorted(maps.Keys(who)) {
			parts = append(parts, k+": "+who[k].String())
		}
		fmt.Fprintf(&b, "- %s: %s\n", name, strings.Join(parts, ", "))
	}
	fmt.Fprintf(&b, "\n## Data\n\n```sql\n%s\n```\n\n## Situations\n\n", bare(fixtures))
	for i, s := range p.Situations() {
		what := "the data as above"
		if s.Given != "" {
			what = "the data as above, and then: " + bare(s.Given)
		}
		if s.Now.Kind != Null {
			what += "; now is " + s.Now.String()
		}
		fmt.Fprintf(&b, "%d. %s\n", i, what)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// bare returns SQL without comments and the empty lines that they leave.
func bare(sql string) string {
	var b strings.Builder
	at := 0
	for _, t := range sqltext.Lex(sql) {
		if t.Comment() {
			b.WriteString(sql[at:t.Start])
			at = t.End
		}
	}
	b.WriteString(sql[at:])
	var lines []string
	for line := range strings.Lines(b.String()) {
		if strings.TrimSpace(line) != "" {
			lines = append(lines, strings.TrimRight(line, " \t\n"))
		}
	}
	return strings.Join(lines, "\n")
}
