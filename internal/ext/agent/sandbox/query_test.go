package sandbox_test

import (
	"os"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/ext/agent"
	"assay/internal/ext/agent/sandbox"
	"assay/internal/proof/postgres"
	"assay/internal/test/pgtest"
	"assay/suites"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, os.Stderr)) }

// An agent queries the database of a SQL task as an unprivileged role; none of its effects persist,
// and a statement that exceeds a limit gives an error that the agent sees.
func TestQuery(t *testing.T) {
	list, problems, err := suite.Load(suites.FS, suite.TenantSQL, "", "suites/tenantsql")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	url := pgtest.URL(t)
	var server *postgres.Server
	worlds := sandbox.New(nil, func() (*postgres.Server, error) {
		var err error
		server, err = postgres.Start(t.Context(), postgres.Options{URL: url})
		return server, err
	}, list)
	var v *bench.Variant
	for i := range list[0].Variants {
		if x := &list[0].Variants[i]; x.Group == "warehouse" && x.Task.Language == "sql" {
			v = x
			break
		}
	}
	if p := worlds.Parts(v.Task); !p.Database || p.Compiler {
		t.Fatalf("%+v", p)
	}
	w, err := worlds.Open(t.Context(), v.Task)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := worlds.Close(t.Context()); err != nil {
			t.Error(err)
		}
		server.Close()
	}()
	b := agent.NewToolbox(v.Task, w, agent.Tools(worlds.Parts(v.Task), nil, nil),
		func(string) (string, bool) { return "", true })
	tables := do(t, b, "query", m{"sql": "SELECT table_name FROM information_schema.tables WHERE " +
		"table_schema = 'public' ORDER BY 1"})
	if tables.Error || !strings.Contains(tables.Text, "rows") {
		t.Fatal(tables.Text)
	}
	for _, tt := range []struct {
		q    m
		says string
		bad  bool
	}{
		{m{"sql": "SELECT $1::int + $2::int AS n", "params": []any{7, "8"}}, `"15"`, false},
		{m{"sql": "SELECT $1::jsonb ->> 'a' AS a", "params": []any{m{"a": 7}}}, `"7"`, false},
		{m{"sql": "SELECT current_setting('app.caller') AS who", "settings": m{"app.caller": "mallory"}}, "mallory", false},
		{m{"sql": "SELECT generate_series(1, 1000) AS n"}, `"more_rows": 800`, false},
		{m{"sql": "SELECT generate_series(1, 10000000) AS n"}, "more than", true},
		{m{"sql": "SELECT pg_sleep(60)"}, "limit of time", true},
		{m{"sql": "SELECT 1; SELECT 2"}, "multiple commands", true},
		{m{"sql": "COMMIT"}, "left its transaction", true},
		{m{"sql": "SELECT $1"}, "1 parameters and is given 0", true},
		{m{"sql": "SELEC 1"}, "42601", true},
		{m{"sql": "SELECT rolpassword FROM pg_authid"}, "42501", true},
		{m{"sql": "SELECT pg_read_file('/etc/passwd')"}, "42501", true},
		{m{"sql": "CREATE ROLE mallory SUPERUSER"}, "42501", true},
		{m{"sql": " "}, "empty", true},
		{m{"sql": "SELECT 1", "role": "postgres"}, "unknown field", true},
	} {
		if r := do(t, b, "query", tt.q); !strings.Contains(r.Text, tt.says) || r.Error != tt.bad {
			t.Errorf("%v: error %v, %s", tt.q, r.Error, r.Text)
		}
	}
	if r := do(t, b, "query", m{"sql": "SELECT '" + strings.Repeat("x", 10<<20) + "'"}); !r.Error ||
		!strings.Contains(r.Text, "bytes") {
		t.Error(r.Text)
	}
	if again := do(t, b, "query", m{"sql": "SELECT table_name FROM information_schema.tables WHERE " +
		"table_schema = 'public' ORDER BY 1"}); again.Hash != tables.Hash {
		t.Errorf("something stayed: %s", again.Text)
	}
}
