package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"assay/internal/proof/sqlproof"
)

// hiding is the world of an application in which rows can be hidden from one execution: assay.hide deletes them, and
// sets what is masked to NULL, in the transaction of the caller, which ends with ROLLBACK.
type hiding struct {
	*world
	asked sync.Mutex
	known map[string][]string // rows by `given` and their query
}

// hide is run by a candidate's session. It does nothing that this session could not do in its own database, except
// that neither foreign keys nor policies stop it.
const hide = `CREATE FUNCTION assay.hide(what jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog SET session_replication_role = replica AS $$
DECLARE r jsonb; sets text; BEGIN
  FOR r IN SELECT jsonb_array_elements(what) LOOP
    IF r ? 'gone' THEN EXECUTE format('DELETE FROM %s WHERE ctid = ANY (%L::tid[])', r->>'table', r->>'gone');
    ELSE EXECUTE 'DELETE FROM ' || (r->>'table'); END IF;
    SELECT string_agg(format('%1$I = CASE WHEN ctid = ANY (%2$L::tid[]) THEN NULL ELSE %1$I END', m.key, m.value), ', ')
      INTO sets FROM jsonb_each_text(r->'masked') AS m;
    -- all rows, so that they keep their order
    IF sets <> '' THEN EXECUTE format('UPDATE %s SET %s', r->>'table', sets); END IF;
  END LOOP;
END $$;`

// withoutNulls lets every column be NULL that a rule masks.
const withoutNulls = "ALTER TABLE %s ALTER COLUMN %s DROP NOT NULL;"

// hiding makes the world in which the rules of the plans hide rows. The caller drops its template.
func (w *world) hiding(ctx context.Context, plans []*plan) (_ *hiding, err error) {
	h := &hiding{world: &world{server: w.server, tables: w.tables, size: w.size}, known: map[string][]string{}}
	if h.template, err = w.server.create(ctx, w.template); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.server.drop(context.WithoutCancel(ctx), h.template))
		}
	}()
	host, err := w.server.connect(ctx, h.template, "host", nil)
	if err != nil {
		return nil, err
	}
	sql := hide
	done := map[string]bool{}
	for _, p := range plans {
		for _, n := range p.accepted() {
			for _, r := range p.proof.Rules(n) {
				for _, name := range slices.Sorted(maps.Keys(r.Mask)) {
					if i := strings.LastIndexByte(name, '.'); i > 0 && !done[name] {
						done[name] = true
						sql += fmt.Sprintf(withoutNulls, name[:i], name[i+1:])
					}
				}
			}
		}
	}
	err = execute(ctx, host, sql)
	for i := range plans {
		if err == nil {
			err = plans[i].sessions(ctx, host)
		}
	}
	host.Close(ctx)
	if err != nil {
		return nil, fmt.Errorf("preparing the acceptance: %w", err)
	}
	reader, err := w.server.connect(ctx, h.template, "reader", nil)
	if err != nil {
		return nil, err
	}
	h.start, err = h.look(ctx, reader, func(catalogue) error { return nil })
	reader.Close(ctx)
	if err != nil {
		return nil, err
	}
	return h, w.server.awaitUnused(ctx, h.template)
}

// sessions refuses a proof with a principal for whom the server begins no session.
func (p *plan) sessions(ctx context.Context, host *pgconn.PgConn) error {
	if p.proof == nil || p.proof.Sessions() == "" {
		return nil
	}
	for _, c := range p.proof.Callers() {
		rows, err := query(ctx, host, "SELECT ("+c.Inserted(p.proof.Sessions())+") IS TRUE")
		if err != nil {
			return fmt.Errorf("sessions of acceptance.yaml, for principal %s: %w", c.As, err)
		}
		if rows[0][0] != "t" {
			p.problem("principal %s: the server begins no such session (sessions in acceptance.yaml)", c.As)
		}
	}
	if len(p.evidence.Problems) > 0 {
		p.proof = nil
	}
	return nil
}

// accepted returns the requirements whose rules the tests of the plan are compared with.
func (p *plan) accepted() []int {
	if p.proof == nil || p.query.Part {
		return nil
	}
	return p.proof.Accepted()
}

// judge is one database of hidden rows, with a session of the host that reads conditions in it. One goroutine uses it.
type judge struct {
	*hiding
	lab  *lab
	host *pgconn.PgConn
}

func (h *hiding) open(ctx context.Context, given string) (*judge, error) {
	l, err := h.world.borrow(ctx, given, "", nil)
	if err != nil {
		return nil, err
	}
	return &judge{hiding: h, lab: l}, nil
}

func (j *judge) close(ctx context.Context) error {
	if j.host != nil {
		j.host.Close(ctx)
	}
	return j.world.lend(ctx, j.lab)
}

// ask runs a query of the rules as the host. A database that the lab has replaced is the same one again.
func (j *judge) ask(ctx context.Context, sql string) ([]string, error) {
	key := j.lab.given + "\x00" + sql
	j.asked.Lock()
	found, ok := j.known[key]
	j.asked.Unlock()
	if ok {
		return found, nil
	}
	if j.host == nil || j.host.IsClosed() || j.host.Ping(ctx) != nil {
		var err error
		if j.host, err = j.server.connect(ctx, j.lab.db, "host", nil); err != nil {
			return nil, err
		}
	}
	rows, err := query(ctx, j.host, sql)
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return nil, fault(fmt.Sprintf("%s: %s", sqlError(pg), sql))
	}
	if err != nil {
		return nil, err
	}
	out := []string{}
	for _, r := range rows {
		out = append(out, r[0])
	}
	j.asked.Lock()
	j.known[key] = out
	j.asked.Unlock()
	return out, nil
}

// acceptance compares the results of a test with the rules of the requirements, and returns what they forbid: for a
// good test on all sets, for a bad one on the attacks on the requirements that it violates, one for each.
func (j *judge) acceptance(ctx context.Context, p *plan, t sqlproof.Test,
	results map[string]*sqlproof.Result) (out []sqlproof.Breach, err error) {
	st := p.statements[t.Name]
	seen := map[string]bool{}
	for i := range p.proof.Sets {
		set := &p.proof.Sets[i]
		r := results[set.Name]
		if r == nil || r.Fault != "" {
			continue
		}
		wanted := p.proof.Accepted()
		if t.Bad {
			if wanted = nil; slices.Contains(t.Violates, set.Requirement) && !slices.ContainsFunc(out,
				func(b sqlproof.Breach) bool { return b.Requirement == set.Requirement }) {
				wanted = []int{set.Requirement}
			}
		} else if seen[set.World()] {
			continue
		}
		seen[set.World()] = true
		if len(wanted) == 0 {
			continue
		}
		own := j
		if set.Given != "" {
			if own, err = j.hiding.open(ctx, set.Given); err != nil {
				return nil, fmt.Errorf("set %q: %w", set.Name, err)
			}
		}
		found, err := own.set(ctx, p.proof, st, set, r, wanted)
		if own != j {
			err = errors.Join(err, own.close(context.WithoutCancel(ctx)))
		}
		var f fault
		if errors.As(err, &f) {
			found, err = []sqlproof.Breach{{Requirement: wanted[0], Set: set.Name, Shown: string(f)}}, nil
		}
		if err != nil {
			return nil, fmt.Errorf("set %q: %w", set.Name, err)
		}
		out = append(out, found...)
	}
	return out, nil
}

// set compares one result with the rules of the wanted requirements.
func (j *judge) set(ctx context.Context, p *sqlproof.Proof, st *sqlproof.Statement, set *sqlproof.Set,
	r *sqlproof.Result, wanted []int) (out []sqlproof.Breach, err error) {
	say := func(n int, shown string) {
		if shown != "" {
			out = append(out, sqlproof.Breach{Requirement: n, Set: set.Name, Shown: shown})
		}
	}
	what := hidden{}
	for _, n := range wanted {
		for _, rule := range p.Rules(n) {
			shown, err := j.done(ctx, set, &rule, r)
			if err != nil {
				return nil, err
			}
			say(n, shown)
			if err := j.find(ctx, &set.First, &rule, what); err != nil {
				return nil, err
			}
		}
	}
	if len(out) > 0 || len(what) == 0 || set.Second != nil || set.Then != nil {
		return out, nil
	}
	without, err := j.without(ctx, st, &set.First, what)
	if err != nil {
		return nil, err
	}
	d := p.Depends(set, r, without)
	if d == "" {
		return nil, nil
	}
	if len(wanted) == 1 {
		say(wanted[0], "the result depends on rows that are hidden: "+d)
		return out, nil
	}
	for _, n := range wanted { // which of them it is
		one, err := j.set(ctx, p, st, set, r, []int{n})
		if err != nil {
			return nil, err
		}
		out = append(out, one...)
	}
	if len(out) == 0 {
		say(wanted[0], "the result depends on rows that several requirements hide: "+d)
	}
	return out, nil
}

// done returns what a result did that a rule forbids, as far as the result alone shows it; "" for nothing.
func (j *judge) done(ctx context.Context, set *sqlproof.Set, rule *sqlproof.Rule, r *sqlproof.Result) (string, error) {
	call := &set.First
	if rule.AtMost != nil && set.Second == nil && set.Then == nil {
		changed := map[string]int{}
		for _, c := range r.Changes {
			changed[c.Table]++
		}
		for _, n := range append(slices.Collect(maps.Values(changed)), len(r.Rows)) {
			if n > *rule.AtMost {
				return fmt.Sprintf("it returns or changes %d rows, and at most %d are allowed", n, *rule.AtMost), nil
			}
		}
	}
	if rule.Error != "" && r.Err != nil && strings.HasPrefix(r.Err.Code, rule.Error) {
		return "the statement fails with " + r.Err.Error(), nil
	}
	if rule.Return != "" {
		for i, row := range r.Rows {
			found, err := j.ask(ctx, fmt.Sprintf("SELECT 1 FROM (SELECT %s::jsonb AS row) AS r WHERE (%s)",
				sqlproof.Literal(rowObject(r.Columns, row)), call.Inserted(rule.Return)))
			if err != nil || len(found) > 0 {
				return fmt.Sprintf("row %d of the result is %s", i+1, rowObject(r.Columns, row)), err
			}
		}
	}
	if rule.Together != "" && r.Err == nil {
		found, err := j.ask(ctx, together(r)+" SELECT 1 WHERE ("+call.Inserted(rule.Together)+")")
		if err != nil || len(found) > 0 {
			return fmt.Sprintf("what it does together, %s, meets %s", r.Summary(), rule.Together), err
		}
	}
	for i := range r.Changes {
		c := &r.Changes[i]
		row := c.Before
		if row == nil {
			row = c.After
		}
		record := func(r sqlproof.Row) string {
			return fmt.Sprintf("jsonb_populate_record(NULL::%s, %s)", c.Table, sqlproof.Literal(encode(r)))
		}
		forbidden := func(call *sqlproof.Call) (bool, error) {
			var tests []string
			for _, name := range []string{c.Table, sqlproof.Everything} {
				if cond := rule.Hide[name]; cond != "" {
					tests = append(tests, fmt.Sprintf("SELECT 1 FROM %s AS %s WHERE (%s)", record(row), c.Table,
						call.Inserted(cond)))
				}
			}
			if cond := rule.Refuse[c.Table]; cond != "" {
				tests = append(tests, fmt.Sprintf("SELECT 1 FROM %s AS old, %s AS new WHERE (%s)",
					record(c.Before), record(c.After), call.Inserted(cond)))
			}
			for _, sql := range tests {
				if found, err := j.ask(ctx, sql); err != nil || len(found) > 0 {
					return true, err
				}
			}
			return false, nil
		}
		yes, err := forbidden(call)
		for _, other := range []*sqlproof.Call{set.Second, set.Then} {
			if yes && err == nil && other != nil { // it may have been the other call that made the change
				yes, err = forbidden(other)
			}
		}
		if yes || err != nil {
			return sqlproof.Clip(c.String(), maxShown), err
		}
	}
	return "", nil
}

// together returns the changes and the returned rows as the tables of a query.
func together(r *sqlproof.Result) string {
	nullable := func(r sqlproof.Row) string {
		if r == nil {
			return "null"
		}
		return encode(r)
	}
	var changes, rows []string
	for i := range r.Changes {
		c := &r.Changes[i]
		changes = append(changes, fmt.Sprintf(`{"tbl": %q, "op": %q, "old": %s, "new": %s}`, c.Table, c.Op(),
			nullable(c.Before), nullable(c.After)))
	}
	for _, row := range r.Rows {
		rows = append(rows, rowObject(r.Columns, row))
	}
	return fmt.Sprintf("WITH changes AS (SELECT * FROM jsonb_to_recordset(%s) AS c "+
		"(tbl text, op text, old jsonb, new jsonb)), "+
		"returned AS (SELECT value AS row FROM jsonb_array_elements(%s))",
		sqlproof.Literal("["+strings.Join(changes, ",")+"]"), sqlproof.Literal("["+strings.Join(rows, ",")+"]"))
}

// encode writes a row as JSON. Values are texts, which PostgreSQL reads as their types; a nested value stays as it is.
func encode(r sqlproof.Row) string {
	out := map[string]any{}
	for k, v := range r {
		switch {
		case v == nil:
		case (strings.HasPrefix(*v, "[") || strings.HasPrefix(*v, "{")) && json.Valid([]byte(*v)):
			out[k] = json.RawMessage(*v)
		default:
			out[k] = *v
		}
	}
	b, err := json.Marshal(out)
	if err != nil {
		panic("postgres: a row of texts cannot fail to encode: " + err.Error())
	}
	return string(b)
}

func rowObject(columns []string, row []*string) string {
	r := sqlproof.Row{}
	for i, v := range row {
		if i < len(columns) {
			r[columns[i]] = v
		}
	}
	return encode(r)
}

// hidden holds what is hidden, by table as in SQL.
type hidden map[string]*hiddenRows

type hiddenRows struct {
	all    bool
	gone   []string            // ctids
	masked map[string][]string // by column
}

func (h hidden) of(table string) *hiddenRows {
	if h[table] == nil {
		h[table] = &hiddenRows{masked: map[string][]string{}}
	}
	return h[table]
}

// find adds the rows that a rule hides from a call.
func (j *judge) find(ctx context.Context, call *sqlproof.Call, rule *sqlproof.Rule, what hidden) error {
	rows := func(name, cond string) ([]string, string, error) {
		i := slices.IndexFunc(j.tables, func(t table) bool { return t.name == name })
		if i < 0 {
			return nil, "", fault(fmt.Sprintf("acceptance names %q, which is not a table", name))
		}
		t := j.tables[i]
		found, err := j.ask(ctx, fmt.Sprintf("SELECT ctid FROM %s WHERE (%s)", t.sql, call.Inserted(cond)))
		return found, t.sql, err
	}
	for _, name := range slices.Sorted(maps.Keys(rule.Hide)) {
		if name == sqlproof.Everything {
			found, err := j.ask(ctx, "SELECT 1 WHERE ("+call.Inserted(rule.Hide[name])+")")
			if err != nil {
				return err
			}
			for _, t := range j.tables {
				if len(found) > 0 {
					what.of(t.sql).all = true
				}
			}
			continue
		}
		found, sql, err := rows(name, rule.Hide[name])
		if err != nil {
			return err
		}
		if len(found) > 0 {
			h := what.of(sql)
			h.gone = append(h.gone, found...)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(rule.Mask)) {
		i := strings.LastIndexByte(name, '.')
		found, sql, err := rows(name[:max(i, 0)], rule.Mask[name])
		if err != nil {
			return err
		}
		if len(found) > 0 {
			h := what.of(sql)
			h.masked[name[i+1:]] = append(h.masked[name[i+1:]], found...)
		}
	}
	return nil
}

// call returns the call of assay.hide.
func (h hidden) call() string {
	var list []map[string]any
	array := func(ids []string) string { return `{"` + strings.Join(ids, `","`) + `"}` }
	for _, name := range slices.Sorted(maps.Keys(h)) {
		r := h[name]
		masked := map[string]string{}
		for c, ids := range r.masked {
			masked[c] = array(ids)
		}
		one := map[string]any{"table": name, "masked": masked}
		switch {
		case r.all:
		case len(r.gone) > 0:
			one["gone"] = array(r.gone)
		default:
			one["gone"] = "{}"
		}
		list = append(list, one)
	}
	b, err := json.Marshal(list)
	if err != nil {
		panic("postgres: texts cannot fail to encode: " + err.Error())
	}
	return "SELECT assay.hide(" + sqlproof.Literal(string(b)) + ")"
}

// without runs a statement as if the hidden rows were absent. Nothing of it stays.
func (j *judge) without(ctx context.Context, st *sqlproof.Statement, call *sqlproof.Call,
	what hidden) (*sqlproof.Result, error) {
	l := j.lab
	if st.Handled() {
		return l.handle(ctx, st, []*sqlproof.Call{call}, what.call())
	}
	limit := 3*j.server.opt.Timeout + 2*time.Second
	return l.limited(ctx, st, limit, sqlproof.NoEnd, func(ctx context.Context) (*sqlproof.Result, error) {
		if err := l.app.begin(ctx, call); err != nil {
			return nil, err
		}
		if err := execute(ctx, l.app.conn, what.call()); err != nil {
			return nil, err
		}
		r, err := l.app.measure(ctx, st, call)
		if err != nil {
			return nil, err
		}
		err = errors.Join(execute(ctx, l.app.conn, "ROLLBACK"), execute(ctx, l.app.conn, "DISCARD ALL"))
		if err != nil {
			return nil, err
		}
		return r, l.rewind(ctx)
	})
}
