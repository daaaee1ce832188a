package subjects

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"assay/internal/bench"
	"assay/internal/core/model"
	"assay/internal/core/prompt"
	"assay/internal/core/suite"
	"assay/internal/ext/agent"
	"assay/internal/ext/agent/sandbox"
	"assay/internal/ext/outside"
	"assay/internal/ext/outside/relay"
	"assay/internal/proof/postgres"
	"assay/internal/proof/solc"
	"assay/internal/test/corpustest"
	"assay/internal/test/pgtest"
	"assay/internal/test/solctest"
	"assay/suites"
)

// The test's own program is the agent, and the relay that the agent starts.
func TestMain(m *testing.M) {
	var err error
	switch {
	case len(os.Args) > 1 && os.Args[1] == "as-relay":
		err = relay.Run(context.Background(), os.Getenv(relay.SocketVar), os.Getenv(relay.TokenVar), os.Stdin, os.Stdout)
	case len(os.Args) > 1 && os.Args[1] == "as-agent":
		err = pry(context.Background())
	default:
		os.Exit(pgtest.Main(m, os.Stderr))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// said is one call and its result.
type said struct {
	Tool, Args, Text string
	Error            bool
}

// pry calls every tool of a trial's MCP server with arguments that may lead outside it, and
// records the results. It uses only what an agent could guess.
func pry(ctx context.Context) error {
	text, err := os.ReadFile(".mcp.json")
	if err != nil {
		return err
	}
	var c struct {
		Servers map[string]struct {
			Command string
			Args    []string
			Env     map[string]string
		} `json:"mcpServers"`
	}
	if err := json.Unmarshal(text, &c); err != nil {
		return err
	}
	server := c.Servers[outside.ServerName]
	cmd := exec.Command(server.Command, server.Args...)
	cmd.Env = os.Environ()
	for k, v := range server.Env {
		cmd.Env = append(cmd.Env, k+"="+v)
	}
	s, err := mcp.NewClient(&mcp.Implementation{Name: "pry", Version: "1"}, nil).Connect(ctx,
		&mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		return err
	}
	defer s.Close()
	offered, err := s.ListTools(ctx, nil)
	if err != nil {
		return err
	}
	var all []said
	call := func(tool string, args map[string]any) string {
		res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
		raw, _ := json.Marshal(args)
		one := said{Tool: tool, Args: string(raw)}
		if err != nil {
			one.Text, one.Error = err.Error(), true
		} else {
			one.Error = res.IsError
			for _, c := range res.Content {
				one.Text += c.(*mcp.TextContent).Text
			}
		}
		all = append(all, one)
		return one.Text
	}
	for _, t := range offered.Tools {
		doc, err := json.Marshal(t)
		if err != nil {
			return err
		}
		all = append(all, said{Tool: "tools/list", Text: string(doc)})
		switch t.Name {
		case "list":
			call(t.Name, nil)
			call(t.Name, map[string]any{"path": ".."})
		case "read", "search":
			for _, p := range paths() {
				if t.Name == "read" {
					call(t.Name, map[string]any{"path": p})
					call(t.Name, map[string]any{"path": p, "from": -5, "count": 1 << 40})
				} else {
					call(t.Name, map[string]any{"path": p, "pattern": ".*"})
				}
			}
			if t.Name == "search" {
				call(t.Name, map[string]any{"pattern": "."})
				call(t.Name, map[string]any{"pattern": "(?i)proof|exploit|fixed|twin|canary|root.cause"})
			}
		case "deployed":
			call(t.Name, nil)
		case "compile", "attack":
			for _, p := range paths() {
				quoted, _ := json.Marshal(p)
				call(t.Name, map[string]any{"source": "pragma solidity >=0.4.0;\nimport " + string(quoted) +
					";\ncontract Attacker { Nothing x; }\n"})
				call(t.Name, map[string]any{"source": "pragma solidity >=0.4.0;\nimport " + string(quoted) +
					";\ncontract Attacker { }\n"})
				call(t.Name, map[string]any{"source": "pragma solidity >=0.4.0;\nimport {Proof as P} from " + string(quoted) +
					";\ncontract Attacker { }\n"})
			}
			for _, name := range []string{"Proof", "Deal", "World", "Actor", "Base"} {
				call(t.Name, map[string]any{"source": "pragma solidity >=0.4.0;\ncontract Attacker is " + name + " { }\n"})
			}
		case "call", "simulate":
			for _, to := range []string{"Proof", "target", "0x0000000000000000000000000000000000000001",
				"0x7109709ECfa91a80626fF3989D68f67F5b1DD12D"} {
				for _, f := range []string{"setUp()", "exploit()", "test_Regular()", "owner()", "impact()"} {
					one := map[string]any{"to": to, "function": f}
					if t.Name == "simulate" {
						one = map[string]any{"calls": []any{one}}
					}
					call(t.Name, one)
				}
			}
		case "query":
			for _, q := range catalogs {
				call(t.Name, map[string]any{"sql": q})
			}
		}
	}
	call("no-such-tool", nil)
	out, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return os.WriteFile(os.Getenv("FOUND"), out, 0o600)
}

// paths returns paths at which samples keep proofs and twins, in a suite, in a compiler's
// sources, and on the machine of these tests.
func paths() []string {
	main := ""
	entries, _ := os.ReadDir(".")
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".sol") {
			main = e.Name()
		}
	}
	out := []string{"..", "/", ".", "", "Proof.sol", "./Proof.sol", "../Proof.sol", "sample.yaml", "../sample.yaml",
		"evidence.json", "campaign.json", "variants.json", "context/../Proof.sol",
		"fixed/../Proof.sol", "/etc/passwd", "../../../../../etc/passwd", "file:///etc/passwd", "\x00", "Proof.sol\x00.md",
		"%2e%2e/Proof.sol", "..\\Proof.sol", ".git/HEAD", "fixtures.sql", "../fixtures.sql",
		os.Getenv("SUITES")}
	for _, dir := range []string{"fixed/", "../fixed/", "./fixed/", "weak/", "fixed-2/", "context/../fixed/", "../",
		"twin/"} {
		out = append(out, dir+main)
	}
	if main != "" {
		out = append(out, main, "./"+main)
	}
	return append(out, strings.Split(os.Getenv("FILES"), "\n")...)
}

// catalogs are queries of a database's system catalogs: code, comments, other sessions,
// files, other databases, statistics.
var catalogs = []string{
	"SELECT proname, prosrc FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname NOT IN " +
		"('pg_catalog', 'information_schema')",
	"SELECT n.nspname, p.proname, pg_get_functiondef(p.oid) FROM pg_proc p JOIN pg_namespace n ON n.oid = " +
		"p.pronamespace WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND p.prokind = 'f'",
	"SELECT schemaname, viewname, definition FROM pg_views WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
	"SELECT * FROM pg_stat_activity", "SELECT * FROM pg_prepared_statements", "SELECT * FROM pg_cursors",
	"SELECT * FROM pg_description d JOIN pg_class c ON c.oid = d.objoid WHERE c.relnamespace = 'public'::regnamespace",
	"SELECT * FROM pg_settings WHERE source NOT IN ('default', 'override')", "SELECT * FROM pg_database",
	"SELECT * FROM pg_roles", "SELECT * FROM pg_shadow", "SELECT * FROM pg_user_mappings",
	"SELECT * FROM pg_trigger", "SELECT * FROM pg_policies", "SELECT * FROM pg_stats WHERE schemaname = 'public'",
	"SELECT * FROM pg_largeobject", "SELECT * FROM pg_event_trigger",
	"SELECT n.nspname, c.relname, c.relkind FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE " +
		"n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')",
	"SELECT table_schema, table_name FROM information_schema.tables WHERE table_schema NOT IN " +
		"('pg_catalog', 'information_schema')",
	"SELECT * FROM information_schema.routines WHERE routine_schema NOT IN ('pg_catalog', 'information_schema')",
	"SELECT pg_read_file('postgresql.conf')", "SELECT pg_ls_dir('.')", "SELECT pg_ls_logdir()",
	"SELECT lo_import('/etc/passwd')", "COPY pg_class TO PROGRAM 'cat'", "SELECT current_setting('data_directory')",
	"SELECT query FROM pg_stat_statements", "SELECT * FROM dblink('dbname=postgres', 'SELECT 1') AS t(n int)",
	"SELECT pg_stat_get_backend_activity(s) FROM pg_stat_get_backend_idset() s", "SELECT current_query()",
	"SET ROLE postgres", "RESET SESSION AUTHORIZATION", "DO $$ BEGIN RAISE NOTICE '%', (SELECT string_agg(prosrc, ' ') " +
		"FROM pg_proc WHERE prolang = (SELECT oid FROM pg_language WHERE lanname = 'plpgsql')); END $$",
}

// No tool of a workspace's MCP server reveals bytes of a twin, of a proof or of another
// variant, on samples of both suites, in the worlds that their proofs make.
func TestNothingIsWithinReachOfTools(t *testing.T) {
	corpustest.Turn(t, 5)
	list, problems, err := suite.Load(suites.FS, ".", "", "suites")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	compiler := solctest.New(t)
	url := pgtest.URL(t)
	var server *postgres.Server
	worlds := sandbox.New(func() (*solc.Compiler, error) { return compiler, nil }, func() (*postgres.Server, error) {
		var err error
		server, err = postgres.Start(context.Background(), postgres.Options{URL: url})
		return server, err
	}, list)
	t.Cleanup(func() {
		if server != nil {
			worlds.Close(context.Background())
			server.Close()
		}
	})
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../../../suites")
	if err != nil {
		t.Fatal(err)
	}
	found := filepath.Join(t.TempDir(), "found")
	var now model.Request
	looked, compared, told := 0, 0, map[string]int{}
	for _, s := range list {
		stride := len(s.Variants)/8 + 1
		if testing.Short() {
			stride = len(s.Variants)/2 + 1
		}
		for i := stride / 2; i < len(s.Variants); i += stride {
			v := &s.Variants[i]
			dir := path.Join(root, v.Suite, v.Sample)
			d, err := outside.New(outside.Config{
				Command: "'" + self + "' as-agent", Relay: []string{self, "as-relay"}, Worlds: worlds,
				Env: []string{"HOME=/nonexistent", "FOUND=" + found, "SUITES=" + dir, "FILES=" + dir + "/Proof.sol\n" + dir +
					"/sample.yaml\n" + path.Join(root, v.Suite, v.Group, "fixtures.sql")},
				Ask:   func(bench.Task) (model.Request, error) { return now, nil },
				Check: func(bench.Task, string) (string, bool) { return "", true },
			})
			if err != nil {
				t.Fatal(err)
			}
			st, err := prompt.For(prompt.FormatOf(v.Task), "")
			if err != nil {
				t.Fatal(err)
			}
			p, err := prompt.Render(st, v.Task)
			if err != nil {
				t.Fatal(err)
			}
			now = model.Request{System: p.System, User: p.User, Schema: p.Schema}
			if _, err := d.Detect(t.Context(), v.Task); err != nil {
				t.Fatal(v.Key, err)
			}
			looked++
			text, err := os.ReadFile(found)
			if err != nil {
				t.Fatal(err)
			}
			var all []said
			if err := json.Unmarshal(text, &all); err != nil {
				t.Fatal(err)
			}
			own := p.System + p.User + string(p.Schema)
			for _, f := range agent.Visible(v.Task) {
				own += "\n" + f.Path + "\n" + f.Text
			}
			own += data(v) // the agent may read the content of the database
			forbidden := beyond(t, s, v)
			for _, one := range all {
				if !one.Error {
					told[one.Tool]++
				}
				if one.Tool == "compile" && !one.Error && strings.Contains(one.Text, `"ok": true`) {
					if told["import"]++; strings.Contains(one.Args, "Proof") || strings.Contains(one.Args, "/") &&
						!strings.Contains(one.Args, "./"+path.Base(v.Task.Files[0].Path)) {
						t.Errorf("%s: %s compiles", v.Key, one.Args)
					}
				}
				compared += len(forbidden)
				for _, line := range forbidden {
					if strings.Contains(one.Text, line) && !strings.Contains(own, line) && !strings.Contains(one.Args, line) {
						t.Errorf("%s: %s %.200s tells %q", v.Key, one.Tool, one.Args, line)
					}
				}
			}
		}
	}
	for _, tool := range []string{"tools/list", "list", "read", "search", "deployed", "compile", "import", "call",
		"simulate", "query"} {
		if told[tool] == 0 {
			t.Errorf("%s told nothing at all, so that nothing is shown", tool)
		}
	}
	if looked < 4 || compared < 10_000 {
		t.Errorf("only %d trials and %d lines were looked at", looked, compared)
	}
}

// data returns the text of the database of a SQL task.
func data(v *bench.Variant) string {
	text, err := fs.ReadFile(suites.FS, path.Join(v.Suite, v.Group, "fixtures.sql"))
	if err != nil {
		return ""
	}
	return string(text)
}

// beyond returns what no tool may reveal: lines of the other variants of a base, of proofs
// and of the other files of a sample, and the names of samples.
func beyond(t *testing.T, s *suite.Suite, v *bench.Variant) (out []string) {
	add := func(text string) {
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); len(line) >= 20 && !strings.HasPrefix(line, "import ") {
				out = append(out, line)
			}
		}
	}
	for i := range s.Variants {
		o := &s.Variants[i]
		if o.Base == v.Base && o.Key != v.Key {
			add(o.Task.Files[0].Text)
		}
	}
	if id := path.Base(v.Sample); strings.Contains(id, "-") {
		out = append(out, id)
	}
	n := len(out)
	for _, pattern := range []string{path.Join(v.Suite, v.Sample, "Proof.sol"),
		path.Join(v.Suite, v.Sample, "sample.yaml"), path.Join(v.Suite, v.Group, "*.proof.yaml")} {
		names, err := fs.Glob(suites.FS, pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := fs.ReadFile(suites.FS, name)
			if err != nil {
				t.Fatal(err)
			}
			add(string(text))
		}
	}
	if len(out) < n+10 {
		t.Fatalf("%s: no proof is found, so that nothing is shown of it", v.Key)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
