package player

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/model"
	"assay/internal/lang/sqltext"
)

// manyRows is a page size that no statement with a bound should return.
const manyRows = 100

// callTurns is the number of turns in which the fuzzer calls a query.
const callTurns = 8

// table is a table of the database, with its columns and their types.
type table struct {
	name    string
	columns []string
	types   map[string]string
}

// attempt is one call of the statement.
type attempt struct {
	As     string         `json:"as"`
	Params map[string]any `json:"params"`
}

// querying is what the fuzzer knows of a statement and its database.
type querying struct {
	code       string // without comments and the last semicolon
	defines    bool   // it defines a function or a view, which one statement cannot call
	changes    bool
	targets    []string // tables that it modifies
	params     []string // parameters of the client, in the order of the text
	names      []string // principals
	principals map[string]map[string]string
	tables     []table
	tenant     string              // the column that holds the tenant of a row
	values     map[string][]string // column values, by parameter
	succeeded  []attempt           // that returned or changed a row
	sent       map[string]bool
	tried      int
	found      *attempt
	what       string
	plain      map[string]string // results of modifying statements, by attempt
}

var (
	principalRE = regexp.MustCompile(`(?m)^- (\w+): (.*)$`)
	pairRE      = regexp.MustCompile(`(\w+): ("[^"]*"|[^,]*)`)
	codeRE      = regexp.MustCompile("(?s)\n# Code\n\n```sql\n(.*?)\n```")
	definesRE   = regexp.MustCompile(`(?i)^\s*(create|alter|drop|do|set|begin)\b`)
	targetRE    = regexp.MustCompile(
		`(?i)\b(?:insert\s+into|delete\s+from|merge\s+into|update)\s+(?:only\s+)?(?:public\.)?(\w+)`)
	listRE     = `(?i)\b(?:any|unnest|cardinality|array_length)\s*\(\s*(?:cast\s*\(\s*)?:`
	goneRE     = regexp.MustCompile(`^(removed|deleted|revoked|withdrawn)_at$`)
	untilRE    = regexp.MustCompile(`^(valid_until|ends_at|expires_at)$`)
	fromRE     = regexp.MustCompile(`^(valid_from|starts_at)$`)
	sizeRE     = regexp.MustCompile(`(?i)size|limit|batch|count|max`)
	dateRE     = regexp.MustCompile(`(_at|_on|_day|from|until|since|to|before|after|date)$`)
	numberedRE = regexp.MustCompile(`_no$|page|offset`)
	totalsRE   = regexp.MustCompile(`fuzz: (\d+) changed, (\d+) of another`)
)

// queries reports whether one of the tools queries a database.
func queries(r model.Request) bool {
	return slices.ContainsFunc(r.Tools, func(t model.Tool) bool { return t.Name == "query" })
}

// fuzzQuery is the policy on a statement: read the catalogue, collect values, call the statement with random
// ones, and submit a call whose result depends on rows on which it should not depend: rows of another tenant,
// and rows that are removed or ended.
func fuzzQuery(r model.Request) bench.Turn {
	q := readQuery(r)
	switch turn := turnsOf(r); {
	case q.found != nil || q.defines || q.code == "" || len(q.names) == 0 || turn >= callTurns+2:
		return q.submit(r)
	case turn == 0:
		return bench.Turn{Text: "I look around.", Calls: []bench.ToolCall{ask(catalogue, nil)}}
	case len(q.tables) == 0:
		return q.submit(r)
	case turn == 1 && len(q.params) > 0:
		if t := q.collect(); len(t.Calls) > 0 {
			return t
		}
		return q.search(r, turn)
	default:
		return q.search(r, turn)
	}
}

const catalogue = `SELECT string_agg(table_name || ' ' || column_name || ' ' || data_type, E'\n' ORDER BY table_name, ordinal_position) AS columns
FROM information_schema.columns WHERE table_schema = 'public'`

func ask(sql string, settings map[string]string) bench.ToolCall {
	o := object{"sql": sql}
	if len(settings) > 0 {
		o["settings"] = settings
	}
	return call("query", o)
}

// readQuery reads the question and the conversation.
func readQuery(r model.Request) *querying {
	q := &querying{principals: map[string]map[string]string{}, values: map[string][]string{}, sent: map[string]bool{},
		plain: map[string]string{}}
	q.question(r.User)
	for c, res := range results(r) {
		q.read(c, res)
	}
	return q
}

func (q *querying) question(text string) {
	code := codeRE.FindStringSubmatch(text)
	if code == nil {
		return
	}
	_, world, _ := strings.Cut(text, "## Principals")
	world, _, _ = strings.Cut(world, "\n## ")
	for _, m := range principalRE.FindAllStringSubmatch(world, -1) {
		who := map[string]string{}
		for _, kv := range pairRE.FindAllStringSubmatch(m[2], -1) {
			who[kv[1]] = strings.Trim(strings.TrimSpace(kv[2]), `"`)
		}
		q.names = append(q.names, m[1])
		q.principals[m[1]] = who
	}
	var b strings.Builder
	for _, t := range sqltext.Lex(code[1]) {
		if !t.Comment() {
			b.WriteString(t.Text(code[1]))
		}
	}
	q.code = strings.TrimRight(strings.TrimSpace(b.String()), "; \n\t")
	q.defines = definesRE.MatchString(q.code) || strings.Contains(q.code, ";")
	for _, m := range targetRE.FindAllStringSubmatch(q.code, -1) {
		if name := strings.ToLower(m[1]); name != "of" && name != "set" && name != "skip" && name != "nowait" {
			q.targets = append(q.targets, name)
		}
	}
	q.changes = len(q.targets) > 0
	for _, p := range placeholders(q.code) {
		if !slices.Contains(q.params, p.name) && p.name != "now" && !q.derived(p.name) {
			q.params = append(q.params, p.name)
		}
	}
}

// derived reports whether the server derives a parameter from the session.
func (q *querying) derived(name string) bool {
	for _, who := range q.principals {
		if _, ok := who[name]; ok {
			return true
		}
	}
	return false
}

type placeholder struct {
	name       string
	start, end int
}

var placeholderRE = regexp.MustCompile(`:([a-z_][a-z0-9_]*)`)

// placeholders finds the parameters of a text. It skips casts and strings.
func placeholders(code string) []placeholder {
	skip := make([]bool, len(code))
	for _, t := range sqltext.Lex(code) {
		if c := code[t.Start]; c == '\'' || c == '"' || c == '$' {
			for i := t.Start; i < t.End; i++ {
				skip[i] = true
			}
		}
	}
	var out []placeholder
	for _, m := range placeholderRE.FindAllStringSubmatchIndex(code, -1) {
		if !skip[m[0]] && (m[0] == 0 || code[m[0]-1] != ':') {
			out = append(out, placeholder{code[m[2]:m[3]], m[0], m[1]})
		}
	}
	return out
}

// collect asks for values of the columns that a parameter may name.
func (q *querying) collect() bench.Turn {
	var t bench.Turn
	for _, p := range q.params {
		var parts []string
		for _, tb := range q.tables {
			for _, c := range tb.columns {
				if strings.HasSuffix(tb.types[c], "range") || !names(p, tb.name, c) || len(parts) >= 6 {
					continue
				}
				parts = append(parts,
					fmt.Sprintf("(SELECT DISTINCT %s::text AS v FROM %s WHERE %s IS NOT NULL ORDER BY 1 LIMIT 40)", c, tb.name, c))
			}
		}
		if len(parts) > 0 && len(t.Calls) < perTurn {
			t.Calls = append(t.Calls, ask("/* "+p+" */ SELECT string_agg(v, E'\\n' ORDER BY v) AS values FROM ("+
				strings.Join(parts, " UNION ")+") AS u", q.settings(q.names[0])))
		}
	}
	return t
}

// names reports whether a parameter may hold values of a column.
func names(param, table, column string) bool {
	one := strings.TrimSuffix(param, "s")
	if column == param || column == one || column == strings.TrimPrefix(one, "p_") {
		return true
	}
	base, ok := strings.CutSuffix(one, "_id")
	return ok && column == "id" && strings.HasPrefix(table, strings.TrimSuffix(base, "y"))
}

func (q *querying) settings(as string) map[string]string {
	who, out := q.principals[as], map[string]string{}
	for _, m := range regexp.MustCompile(`current_setting\s*\(\s*'([a-z_]+\.([a-z_]+))'`).FindAllStringSubmatch(q.code,
		-1) {
		for k, v := range who {
			if k == m[2] || k == "org_id" && m[2] == q.tenant {
				out[m[1]] = v
			}
		}
	}
	return out
}

// read processes a result.
func (q *querying) read(c bench.ToolCall, res model.ToolResult) {
	var args struct{ SQL string }
	if json.Unmarshal([]byte(c.Args), &args) != nil || c.Name != "query" {
		return
	}
	q.sent[args.SQL] = true
	var out struct {
		Rows    [][]*string
		Changed []struct {
			Table string
			Rows  int
		}
		Notices []string
	}
	head, rest, _ := strings.Cut(strings.TrimPrefix(args.SQL, "/* "), " */")
	var tagged struct {
		attempt
		Kind string `json:"kind"`
	}
	isAttempt := json.Unmarshal([]byte(head), &tagged) == nil
	if isAttempt {
		q.tried++
	}
	if res.Error || json.Unmarshal([]byte(res.Text), &out) != nil {
		return
	}
	var row []string
	if len(out.Rows) > 0 {
		for _, cell := range out.Rows[0] {
			if cell == nil {
				row = append(row, "")
				continue
			}
			row = append(row, *cell)
		}
	}
	switch {
	case args.SQL == catalogue && len(row) == 1:
		q.learnTables(row[0])
	case strings.HasPrefix(args.SQL, "/* ") && !isAttempt && rest != "" && len(row) == 1 && row[0] != "":
		q.values[head] = strings.Split(row[0], "\n")
	case isAttempt && q.changes:
		total := 0
		for _, ch := range out.Changed {
			total += ch.Rows
		}
		q.readChange(tagged.attempt, tagged.Kind, total, strings.Join(out.Notices, "\n"))
	case isAttempt && len(row) == 3:
		count, _, _ := strings.Cut(row[0], ":")
		n, _ := strconv.Atoi(count)
		if n > 0 {
			q.succeeded = append(q.succeeded, tagged.attempt)
		}
		switch {
		case row[0] != row[1]:
			q.find(tagged.attempt, "what is returned depends on rows of another tenant")
		case row[0] != row[2]:
			q.find(tagged.attempt, "what is returned depends on rows that are removed or ended")
		case n > manyRows && slices.ContainsFunc(q.params, sizeRE.MatchString):
			q.find(tagged.attempt, fmt.Sprintf("%d rows come back, so that nothing bounds a page", n))
		}
	}
}

func (q *querying) find(a attempt, what string) {
	if q.found == nil {
		q.found, q.what = &a, what
	}
}

// readChange compares the changes of a statement with its changes when rows that are removed or ended are
// hidden.
func (q *querying) readChange(a attempt, kind string, total int, notices string) {
	b, _ := json.Marshal(a)
	m := totalsRE.FindStringSubmatch(notices)
	if m == nil {
		return
	}
	result := fmt.Sprint(total, m[1:])
	if kind == "plain" {
		q.plain[string(b)] = result
		if total > 0 {
			q.succeeded = append(q.succeeded, a)
		}
		if m[2] != "0" {
			q.find(a, m[2]+" rows of another tenant are changed")
		}
		return
	}
	if was, ok := q.plain[string(b)]; ok && was != result {
		q.find(a, "what is changed depends on rows that are removed or ended")
	}
}

func (q *querying) learnTables(text string) {
	count := map[string]int{}
	for _, line := range strings.Split(text, "\n") {
		f := strings.SplitN(line, " ", 3)
		if len(f) < 3 {
			continue
		}
		if n := len(q.tables); n == 0 || q.tables[n-1].name != f[0] {
			q.tables = append(q.tables, table{name: f[0], types: map[string]string{}})
		}
		t := &q.tables[len(q.tables)-1]
		t.columns, t.types[f[1]] = append(t.columns, f[1]), f[2]
		if strings.HasSuffix(f[1], "_id") {
			if count[f[1]]++; count[f[1]] > count[q.tenant] {
				q.tenant = f[1]
			}
		}
	}
}

// hidden writes the tables of the statement without some of their rows, as common table expressions. It hides
// the rows of another tenant, or the rows that are removed or ended.
func (q *querying) hidden(as string, foreign bool) []string {
	who := q.principals[as]
	var out []string
	for _, t := range q.tables {
		if slices.Contains(q.targets, t.name) || !regexp.MustCompile(`(?i)\b`+t.name+`\b`).MatchString(q.code) {
			continue
		}
		var keep []string
		for _, c := range t.columns {
			now := quote(who["now"]) + "::timestamptz"
			switch {
			case foreign && c == q.tenant:
				keep = append(keep, fmt.Sprintf("(%s IS NULL OR %s = %s)", c, c, quote(who["org_id"])))
			case foreign || who["now"] == "":
			case goneRE.MatchString(c):
				keep = append(keep, c+" IS NULL")
			case untilRE.MatchString(c) && strings.HasPrefix(t.types[c], "timestamp"):
				keep = append(keep, fmt.Sprintf("(%s IS NULL OR %s > %s)", c, c, now))
			case fromRE.MatchString(c) && strings.HasPrefix(t.types[c], "timestamp"):
				keep = append(keep, fmt.Sprintf("%s <= %s", c, now))
			case t.types[c] == "tstzrange":
				keep = append(keep, fmt.Sprintf("%s @> %s", c, now))
			case c == "suspended" && t.types[c] == "boolean":
				keep = append(keep, "NOT suspended")
			}
		}
		if len(keep) > 0 {
			out = append(out, fmt.Sprintf("%s AS (SELECT * FROM public.%s WHERE %s)", t.name, t.name,
				strings.Join(keep, " AND ")))
		}
	}
	return out
}

var withRE = regexp.MustCompile(`(?i)^with\s+(recursive\s+)?`)

// behind inserts common table expressions before those of a statement.
func behind(hidden []string, sql string) string {
	if len(hidden) == 0 {
		return sql
	}
	all := strings.Join(hidden, ",\n")
	m := withRE.FindStringSubmatchIndex(sql)
	switch {
	case m == nil:
		return "WITH " + all + "\n" + sql
	case m[2] >= 0: // inside a WITH RECURSIVE the names would refer to themselves; in an outer WITH they do not
		return "WITH " + all + "\n(" + sql + ")"
	}
	return "WITH " + all + ",\n" + sql[m[1]:]
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// bound returns the statement with the values of an attempt.
func (q *querying) bound(a attempt) string {
	var b strings.Builder
	at := 0
	for _, p := range placeholders(q.code) {
		b.WriteString(q.code[at:p.start])
		at = p.end
		v, ok := any(q.principals[a.As][p.name]), q.derived(p.name)
		if !ok {
			v = a.Params[p.name]
		} else if v == "null" || v == "NULL" || v == "" {
			v = nil
		}
		switch v := v.(type) {
		case nil:
			b.WriteString("NULL")
		case []any:
			var list []string
			for _, x := range v {
				list = append(list, strconv.Quote(fmt.Sprint(x)))
			}
			b.WriteString(quote("{" + strings.Join(list, ",") + "}"))
		default:
			b.WriteString(quote(fmt.Sprint(v)))
		}
	}
	b.WriteString(q.code[at:])
	return b.String()
}

// search makes a turn of random attempts. The turn's number is the seed.
func (q *querying) search(r model.Request, turn int) bench.Turn {
	rnd := rand.New(rand.NewPCG(fuzzSeed, uint64(turn)))
	var t bench.Turn
	for range 4 * perTurn {
		if len(t.Calls) >= perTurn {
			break
		}
		for _, c := range q.calls(q.draw(rnd)) {
			var args struct{ SQL string }
			_ = json.Unmarshal([]byte(c.Args), &args)
			if !q.sent[args.SQL] {
				q.sent[args.SQL] = true
				t.Calls = append(t.Calls, c)
			}
		}
	}
	if len(t.Calls) == 0 {
		return q.submit(r)
	}
	return t
}

// calls returns the tool calls that try an attempt.
func (q *querying) calls(a attempt) []bench.ToolCall {
	sql := q.bound(a)
	tag := func(kind string) string {
		b, _ := json.Marshal(struct {
			attempt
			Kind string `json:"kind"`
		}{a, kind})
		return "/* " + strings.ReplaceAll(string(b), "*/", `*\/`) + " */ "
	}
	settings := q.settings(a.As)
	if !q.changes {
		digest := func(s string) string {
			return "(SELECT count(*) || ':' || coalesce(md5(string_agg(x::text, '|' ORDER BY x::text)), '') FROM (\n" + s +
				"\n) AS x)"
		}
		return []bench.ToolCall{ask(tag("read")+"SELECT "+digest(sql)+",\n"+digest(behind(q.hidden(a.As, true), sql))+",\n"+
			digest(behind(q.hidden(a.As, false), sql)), settings)}
	}
	out := []bench.ToolCall{ask(tag("plain")+q.observed(a.As, sql), settings)}
	if h := q.hidden(a.As, false); len(h) > 0 {
		out = append(out, ask(tag("hidden")+q.observed(a.As, behind(h, sql)), settings))
	}
	return out
}

// observed runs a statement in a block that counts the rows written, and how many of them belong to another
// tenant.
func (q *querying) observed(as, sql string) string {
	var b strings.Builder
	b.WriteString("DO $fuzz$ DECLARE n bigint := 0; f bigint := 0; k bigint; m bigint; BEGIN EXECUTE $call$" + sql +
		"$call$;\n")
	for _, t := range q.tables {
		if !slices.Contains(q.targets, t.name) {
			continue
		}
		other := "false"
		if slices.Contains(t.columns, q.tenant) {
			other = q.tenant + " <> " + quote(q.principals[as]["org_id"])
		}
		fmt.Fprintf(&b, "SELECT count(*), count(*) FILTER (WHERE %s) INTO k, m FROM public.%s WHERE xmin = "+
			"pg_current_xact_id()::xid; n := n + k; f := f + m;\n", other, t.name)
	}
	b.WriteString("RAISE NOTICE 'fuzz: % changed, % of another', n, f; END $fuzz$")
	return b.String()
}

var edges = []any{nil, "1", "0", "-1", "1000000", "%", "", "a", "true", "2000-01-01", "2100-01-01",
	"00000000-0000-0000-0000-000000000000"}

// draw generates an attempt, often from one that returned something.
func (q *querying) draw(r *rand.Rand) attempt {
	a := attempt{As: q.names[r.IntN(len(q.names))], Params: map[string]any{}}
	if len(q.succeeded) > 0 && r.IntN(2) == 0 {
		from := q.succeeded[r.IntN(len(q.succeeded))]
		maps.Copy(a.Params, from.Params)
		if len(q.params) > 0 && r.IntN(2) == 0 {
			a.As = from.As
			p := q.params[r.IntN(len(q.params))]
			a.Params[p] = q.value(r, p)
		}
		return a
	}
	for _, p := range q.params {
		a.Params[p] = q.value(r, p)
	}
	return a
}

func (q *querying) value(r *rand.Rand, p string) any {
	values := q.values[p]
	one := func() any {
		if len(values) > 0 && r.IntN(8) > 0 {
			return values[r.IntN(len(values))]
		}
		for {
			v := edges[r.IntN(len(edges))]
			text, _ := v.(string)
			switch dated := len(text) == 10; {
			case v != nil && dateRE.MatchString(p) != dated, v != nil && numberedRE.MatchString(p) &&
				strings.Trim(text, "-0123456789") != "":
				continue
			}
			return v
		}
	}
	if regexp.MustCompile(listRE + p + `\b`).MatchString(q.code) {
		list := []any{}
		for range 1 + r.IntN(3) {
			if v := one(); v != nil {
				list = append(list, v)
			}
		}
		return list
	}
	switch {
	case sizeRE.MatchString(p):
		return []any{"1000000", "100", "1000", nil, "1"}[r.IntN(5)]
	case len(values) == 0 && r.IntN(2) == 0, dateRE.MatchString(p) && r.IntN(2) == 0:
		return nil
	}
	return one()
}

// submit gives the answer in the requested form.
func (q *querying) submit(r model.Request) bench.Turn {
	why, calls := fmt.Sprintf("%d random calls showed nothing wrong, which is no proof of safety", q.tried), []attempt{}
	switch {
	case q.found != nil:
		why, calls = q.found.As+" calls, and "+q.what, []attempt{*q.found}
	case q.defines:
		why = "the code defines a function or a view, which one statement cannot call; nothing was tried"
	case q.tried == 0:
		why = "there was nothing to try: no statement, no principal, or no database that answers"
	}
	answer := object{"explanation": why, "exploitable": len(calls) > 0, "situation": 0, "race": false, "calls": calls}
	if !has(r, "calls") { // free text
		answer = object{"answer": encode(answer)}
	}
	return bench.Turn{Text: "I am done.", Calls: []bench.ToolCall{call("submit", answer)}}
}
