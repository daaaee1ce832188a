package sqlproof

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"assay/internal/core/suite"
	"assay/internal/lang/sqltext"
)

// Limits of a trial.
const (
	maxTrial   = 64 << 10 // bytes of its text
	maxInserts = 200      // statements of its world
)

// Trial is a test that a subject wrote for a query or handler: rows, calls, and a condition on what comes of them. The
// calls run one after the other in one session, each committed; the two calls of a race overlap.
type Trial struct {
	World  string      `json:"world"` // INSERT statements, in a database without rows
	Race   bool        `json:"race"`
	Calls  []TrialCall `json:"calls"`
	Assert string      `json:"assert"` // a condition over the tables returned, changes and failed
}

// TrialCall is one call: what the server derives from the session, and the client's parameters.
type TrialCall struct {
	Session map[string]Value `json:"session"`
	Params  map[string]Value `json:"params"`
}

// ParseTrial parses a trial in JSON and checks what can be checked without its query. The error describes the problem
// in one line.
func ParseTrial(text string) (Trial, error) {
	var t Trial
	if len(text) > maxTrial {
		return t, fmt.Errorf("the test has %d bytes; at most %d", len(text), maxTrial)
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&t); err != nil {
		return t, fmt.Errorf("the test is not as asked for: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return t, errors.New("something follows the test")
	}
	switch n := len(t.Calls); {
	case n == 0:
		return t, errors.New("the test has no calls")
	case n > maxCalls:
		return t, fmt.Errorf("the test has %d calls; at most %d", n, maxCalls)
	case t.Race && n != 2:
		return t, fmt.Errorf("a race has two calls, not %d", n)
	}
	inserts := split(t.World)
	if len(inserts) > maxInserts {
		return t, fmt.Errorf("its world has %d statements; at most %d", len(inserts), maxInserts)
	}
	for _, stmt := range inserts {
		if first := word(t.World, stmt, 0) + " " + word(t.World, stmt, 1); first != "insert into" {
			return t, fmt.Errorf("its world has a statement that begins with %s; it has INSERT INTO only",
				Clip(strings.ToUpper(first), 80))
		}
	}
	if n := len(split(t.Assert)); n != 1 {
		return t, fmt.Errorf("assert is one condition, not %d statements", n)
	}
	for part, sql := range map[string]string{"world": t.World, "assert": t.Assert} {
		if what := outward(sql); what != "" {
			return t, fmt.Errorf("%s uses %s; a test depends on nothing but its rows and calls", part, Clip(what, 80))
		}
	}
	return t, nil
}

// A condition could learn something from other than what it is given: from the catalogue, which shows definitions and
// statements of others, from identities of transactions, from dice, and by functions that execute a text.
var (
	outwardNames     = []string{"pg_", "information_schema", "assay"} // begin names
	outwardFunctions = []string{"txid_", "gen_random_", "uuidv", "current_query", "current_setting", "set_config",
		"query_to_xml", "cursor_to_xml", "table_to_xml", "schema_to_xml", "database_to_xml", "ts_stat", "ts_rewrite",
		"dblink", "lo_", "nextval", "setval", "lastval", "version", "inet_"} // begin names of functions
)

// outward returns what in SQL depends on something outside of a test, "" if nothing does.
func outward(code string) string {
	var toks []sqltext.Token
	for _, t := range sqltext.Lex(code) {
		if !t.Trivia() {
			toks = append(toks, t)
		}
	}
	for i, t := range toks {
		name := strings.Trim(strings.ToLower(t.Text(code)), `"`)
		begins := func(with string) bool { return strings.HasPrefix(name, with) }
		switch {
		case t.Kind == sqltext.DollarString, t.Kind == sqltext.QuotedIdent && begins("u&"):
			return t.Text(code) // no function is defined here, and no name needs another way of writing
		case t.Kind != sqltext.Word && t.Kind != sqltext.QuotedIdent:
		case slices.ContainsFunc(outwardNames, begins),
			word(code, toks, i+1) == "(" && slices.ContainsFunc(outwardFunctions, begins):
			return name
		}
	}
	return Unsteady(code)
}

// Trial turns a trial of code with these parameters, of which a call may leave out the optional ones, into a set
// without oracles. Names that other files of the query have may be given, too.
func (p *Proof) Trial(t Trial, st *Statement, others []string) (*Set, error) {
	s := &Set{Name: "test", Given: t.World}
	for i, c := range t.Calls {
		call, err := p.trialCall(c, st, others)
		if err != nil {
			return nil, fmt.Errorf("call %d: %w", i+1, err)
		}
		switch {
		case i == 0:
			s.First = call
		case t.Race:
			s.Second = &call
		case i == 1:
			s.Then = &call
		default:
			s.More = append(s.More, call)
		}
	}
	return s, nil
}

func (p *Proof) trialCall(c TrialCall, st *Statement, others []string) (Call, error) {
	every, some := p.sessionNames()
	session, params := maps.Clone(c.Session), maps.Clone(c.Params)
	for _, name := range session["settings"].Keys {
		if !slices.Contains(some, "settings."+name) {
			return Call{}, fmt.Errorf("the session has no setting %q", Clip(name, 80))
		}
	}
	for _, name := range every {
		setting, isSetting := strings.CutPrefix(name, "settings.")
		if _, ok := session[name]; !ok && !(isSetting && slices.Contains(session["settings"].Keys, setting)) {
			return Call{}, fmt.Errorf("the session lacks %s", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(session)) {
		if !slices.Contains(some, name) && !(name == "settings" && session[name].Kind == Map) {
			return Call{}, fmt.Errorf("the session has no %q", Clip(name, 80))
		}
		if _, both := params[name]; both {
			return Call{}, fmt.Errorf("the server derives %s from the session, and no client gives it", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(params)) {
		if slices.Contains(some, name) || !slices.Contains(st.Params, name) && !slices.Contains(others, name) {
			return Call{}, fmt.Errorf("it has no parameter :%s", Clip(name, 80))
		}
	}
	b := &builder{document: document{Principals: map[string]map[string]Value{"caller": session}, Now: p.session.Now}}
	call := b.call("the test", WrittenCall{As: "caller", Params: params}, nil)
	if len(b.problems) > 0 {
		return Call{}, b.problems[0]
	}
	for _, name := range st.Params {
		if _, ok := call.Params[name]; !ok && !slices.Contains(st.Optional, name) {
			return Call{}, fmt.Errorf("the parameter :%s is missing", name)
		}
	}
	return call, nil
}

// sessionNames returns the names that the session of every principal has, and those that some have, sorted; a setting
// has the prefix "settings.". The clock may be left out.
func (p *Proof) sessionNames() (every, some []string) {
	n, found := 0, map[string]int{}
	for _, who := range p.session.Principals {
		n++
		for name, v := range who {
			if name != "settings" {
				found[name]++
				continue
			}
			for _, k := range v.Keys {
				found["settings."+k]++
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		if some = append(some, name); found[name] == n && name != "now" {
			every = append(every, name)
		}
	}
	if found["now"] == 0 && p.session.Now.Kind != Null {
		some = append(some, "now")
	}
	return every, some
}

// SessionOf returns an example of what the server derives from a session, in JSON, for subjects that write tests: that
// of the first principal by name, with the clock; "" when there is no proof. It is the same for every test of a query.
func SessionOf(x suite.Exercise) string {
	p, err := Parse(x.App.Shared, x.Query.Proof)
	if err != nil || len(p.session.Principals) == 0 {
		return ""
	}
	who := maps.Clone(p.session.Principals[slices.Min(slices.Collect(maps.Keys(p.session.Principals)))])
	if _, own := who["now"]; !own && p.session.Now.Kind != Null {
		who["now"] = p.session.Now
	}
	v := Value{Kind: Map}
	for _, k := range slices.Sorted(maps.Keys(who)) {
		v.Keys, v.List = append(v.Keys, k), append(v.List, who[k])
	}
	return string(v.JSON())
}
