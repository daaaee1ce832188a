package sqlproof

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/lang/sqltext"
)

// unsteady are functions whose value is neither in the rows nor in the call: a result that depends on one differs in a
// world that no set shows.
var unsteady = []string{"random", "random_normal", "setseed", "now", "clock_timestamp", "statement_timestamp",
	"transaction_timestamp", "timeofday", "pg_backend_pid", "txid_current", "pg_current_xact_id", "inet_client_addr",
	"inet_client_port", "pg_postmaster_start_time"}

// clocks are words and texts that mean the present time of the database.
var clocks = []string{"current_timestamp", "current_date", "current_time", "localtime", "localtimestamp", "'now'",
	"'today'", "'tomorrow'", "'yesterday'"}

// Unsteady returns what in SQL has a value of its own in every execution, "" if nothing has: a clock or a dice of the
// database, or a setting that the server does not set for the session, such as TimeZone.
func Unsteady(code string) string {
	var toks []sqltext.Token
	for _, t := range sqltext.Lex(code) {
		if t.Kind == sqltext.DollarString {
			start, end := sqltext.DollarBody(code, t)
			if found := Unsteady(code[start:end]); found != "" {
				return found
			}
		}
		if !t.Trivia() {
			toks = append(toks, t)
		}
	}
	for i := range toks {
		switch w := word(code, toks, i); {
		case slices.Contains(clocks, w):
			return w
		case word(code, toks, i+1) != "(":
		case slices.Contains(unsteady, w):
			return w + "()"
		case w == "current_setting" && !strings.Contains(word(code, toks, i+2), "."):
			return w + "(" + word(code, toks, i+2) + ")"
		}
	}
	return ""
}

// changing lists how the statements of `given` begin: they change rows. A table of its own may stand beside those of
// the schema.
var changing = []string{"insert into", "update", "delete from", "merge into", "with", "create table", "grant"}

// worlds lists the problems of tests and sets that run in a world which the server does not have.
func (p *Proof) worlds(tests []Test) []string {
	var out []string
	for _, t := range tests {
		if what := Unsteady(t.Pair()); what != "" && t.Language == "" {
			out = append(out, fmt.Sprintf("%s: %s has another value in each execution, which no set decides; use :now, or a "+
				"parameter", t.Name, what))
		}
	}
	for i := range p.Sets {
		s := &p.Sets[i]
		for _, stmt := range split(s.Given) {
			if first := word(s.Given, stmt, 0); !slices.Contains(changing, first) &&
				!slices.Contains(changing, first+" "+word(s.Given, stmt, 1)) {
				out = append(out, fmt.Sprintf("%s: given begins a statement with %s; it changes rows, and leaves the schema as "+
					"SPEC.md has it", s.Name, strings.ToUpper(first+" "+word(s.Given, stmt, 1))))
			}
		}
		if what := Unsteady(s.Given); what != "" {
			out = append(out, fmt.Sprintf("%s: given uses %s, which has another value in each execution", s.Name, what))
		}
	}
	return out
}
