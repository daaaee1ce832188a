package verify_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/core/suite"
)

// club returns the samples of the project in the testdata of package suite, with one text of its project.yaml or
// changes.yaml replaced.
func club(t *testing.T, from, to string) map[string]suite.Executable {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../core/suite/testdata/projects")); err != nil {
		t.Fatal(err)
	}
	found := false
	for _, name := range []string{"project.yaml", "changes.yaml"} {
		file := filepath.Join(dir, "club", name)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found = found || strings.Contains(string(text), from)
		if err := os.WriteFile(file, []byte(strings.ReplaceAll(string(text), from, to)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if !found {
		t.Fatalf("%q is in neither project.yaml nor changes.yaml", from)
	}
	list, problems, err := suite.Load(os.DirFS(dir), ".", "own", "own")
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	out := map[string]suite.Executable{}
	for i := range list[0].Samples {
		if x, ok := list[0].Executable(&list[0].Samples[i]); ok {
			out[strings.TrimPrefix(x.ID, "club/")] = x
		}
	}
	return out
}

// Each claim about a project is proved by itself.
func TestProject(t *testing.T) {
	for id, x := range club(t, "", "") {
		if f := run(t, x).Evidence.Failures(); len(f) > 0 {
			t.Errorf("%s: %v", id, f)
		}
	}
}

// A claim that execution contradicts is turned away.
func TestFalseProjects(t *testing.T) {
	for _, x := range []struct{ name, id, from, to, want string }{
		{"an interaction whose attack needs only one of the flaws", "gifts-for-nothing", "minimum: \"1000000000000000000\"}\n    root_cause: Without",
			"minimum: \"100000000000000000\"}\n    root_cause: Without", "exploit on the without-repeat-gift source: the attack still"},
		{"a resisting place that the edits do not weaken", "guarded-close", "to: |\n          pay(to, address(this).balance);",
			"to: |\n          require(msg.sender == keeper, \"keeper only.\");\n          pay(to, address(this).balance);",
			"exploit on the vulnerable source: the attack does not reach"},
		{"a flaw that another flaw's attack brings about", "repeat-leave", "stakeOf[msg.sender] = stake; //~ ROOT_CAUSE STATE_MOD the stake stays",
			"stakeOf[msg.sender] = 0; //~ ROOT_CAUSE STATE_MOD the stake stays", "exploit on the vulnerable source: the attack does not reach"},
		{"a flaw that breaks honest use", "repeat-leave", "stakeOf[msg.sender] = stake; //~ ROOT_CAUSE STATE_MOD the stake stays",
			"require(stake == 7); //~ ROOT_CAUSE STATE_MOD the stake stays", "regular on the all-flaws source: honest use does not pass"},
		{"a harmless change that opens a flaw", "repeat-leave", "delete stakeOf[msg.sender];", "stakeOf[msg.sender] = stake * 1;",
			"exploit on the after-delete-stake source: the attack still"},
		{"a harmless change that honest users notice", "repeat-gift", "delete stakeOf[msg.sender];",
			"delete stakeOf[msg.sender];\n          pay(address(0x7777), 1);", "a harmless change alters honest use"},
		{"a change that only claims to repair, and does", "repeat-gift", "no gift left\");", "no gift left\");\n          " +
			"gifted[msg.sender] = true;", "exploit on the after-count-gifts source: the attack does not reach"},
	} {
		t.Run(x.name, func(t *testing.T) { turnedAway(t, run(t, club(t, x.from, x.to)[x.id]).Evidence, x.want) })
	}
}
