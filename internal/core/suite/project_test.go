package suite

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"assay/internal/bench"
)

// clubFS returns the project of testdata with edits: by file, a text and what replaces it. An empty replacement of
// an empty text removes the file.
func clubFS(t *testing.T, edits map[string][2]string) fstest.MapFS {
	t.Helper()
	m := fstest.MapFS{}
	from := os.DirFS("testdata/projects")
	err := fs.WalkDir(from, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(from, p)
		m[p] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, e := range edits {
		f := m["club/"+name]
		switch {
		case e == [2]string{}:
			delete(m, "club/"+name)
		case f == nil:
			m["club/"+name] = &fstest.MapFile{Data: []byte(e[1])}
		case !strings.Contains(string(f.Data), e[0]):
			t.Fatalf("%s does not contain %q", name, e[0])
		default:
			f.Data = []byte(strings.Replace(string(f.Data), e[0], e[1], 1))
		}
	}
	return m
}

// A project gives a text with all flaws, and one with each flaw alone. The twin of each has the harmless changes of its
// flaws instead, so the text without any edit, which all others would be edits of, is not among them. Labels stand on
// the lines of the flaws that are there, and a flaw that is not there leaves no trace.
func TestLoadProject(t *testing.T) {
	list, problems, err := Load(clubFS(t, nil), ".", "", "data")
	if err != nil || len(problems) > 0 || len(list) != 1 {
		t.Fatal(list, problems, err)
	}
	s := list[0]
	var keys, ids []string
	for _, v := range s.Variants {
		keys = append(keys, v.Key)
	}
	for _, x := range s.Samples {
		ids = append(ids, x.ID)
	}
	if got := strings.Join(keys, " "); got != "blockbench/club/all blockbench/club/all+fixed blockbench/club/free-join "+
		"blockbench/club/free-join+fixed blockbench/club/gifts-for-nothing blockbench/club/gifts-for-nothing+fixed "+
		"blockbench/club/repeat-gift blockbench/club/repeat-gift+fixed blockbench/club/repeat-leave "+
		"blockbench/club/repeat-leave+fixed" {
		t.Errorf("variants %s", got)
	}
	if got := strings.Join(ids, " "); got != "club/all club/free-join club/gifts-for-nothing club/guarded-close "+
		"club/repeat-gift club/repeat-leave" {
		t.Errorf("samples %s", got)
	}
	marks := map[string][3]string{ // by flaw: text of the flawed, of the correct and of the harmlessly changed lines
		"free-join": {"require(msg.value <= Terms.STAKE", "require(msg.value == Terms.STAKE",
			"memberOf[msg.sender] = true;\n        stakeOf[msg.sender] += Terms.STAKE;"},
		"repeat-gift": {"", "gifted[msg.sender] = true;",
			"gifted[msg.sender] = true;\n        require(msg.sender.code.length != 1"},
		"repeat-leave": {"stakeOf[msg.sender] = stake;", "", "delete stakeOf[msg.sender];"},
	}
	of := map[string][]string{"all": {"free-join", "repeat-gift", "repeat-leave"}, "free-join": {"free-join"},
		"gifts-for-nothing": {"free-join", "repeat-gift"}, "repeat-gift": {"repeat-gift"}, "repeat-leave": {"repeat-leave"}}
	seen := map[string]bool{withoutEdits(t, s): true}
	for i := range 2 * len(of) {
		name, isSafe := strings.CutSuffix(strings.TrimPrefix(s.Variants[i].Key, "blockbench/club/"), "+fixed")
		flaws, v := of[name], &s.Variants[i]
		if seen[v.Task.Files[0].Text] {
			t.Errorf("%s is shown twice, or the text without edits is", v.Key)
		}
		seen[v.Task.Files[0].Text] = true
		if isSafe {
			flaws = nil
		}
		text := v.Task.Files[0].Text
		if strings.Contains(text, "//~") || strings.Contains(text, "canary") ||
			!strings.Contains(v.Task.Protocol, "2. A member") {
			t.Errorf("%s shows markers or the proof, or no specification", name)
		}
		for flaw, m := range marks {
			there := false
			for _, f := range flaws {
				there = there || f == flaw
			}
			if m[0] != "" && strings.Contains(text, m[0]) != there || m[1] != "" && strings.Contains(text, m[1]) == there ||
				strings.Contains(text, m[2]) != (isSafe && slices.Contains(of[name], flaw)) {
				t.Errorf("%s: %s is there: %v", v.Key, flaw, !there)
			}
		}
		sets := map[int]bool{}
		for _, l := range v.Targets() {
			sets[l.Number()] = true
			line := strings.Split(text, "\n")[l.Span.Line-1]
			if l.Class != "logic_error" || l.Scope == "" || strings.TrimSpace(line) != text[l.Span.Start:l.Span.End] {
				t.Errorf("%s: label %+v on %q", name, l, line)
			}
		}
		if len(sets) != len(flaws) || (v.Truth == bench.Safe) != isSafe || v.Several() != (len(of[name]) > 1) ||
			!isSafe && (v.Twin != v.Key+"+fixed" || len(v.Documented()) != len(flaws)) {
			t.Errorf("%s has the targets %v and the twin %q", v.Key, sets, v.Twin)
		}
		if v.Base != "club" || v.Proof != bench.Unproved {
			t.Errorf("%s: base %s, %s", name, v.Base, v.Proof)
		}
	}
	if v, _ := s.Variant("blockbench/club/repeat-leave"); len(v.Labels) != 3 || v.Labels[0].Scope != "join" {
		t.Errorf("labels %+v", v.Labels)
	}
	for i := range s.Samples {
		x, ok := s.Executable(&s.Samples[i])
		name := strings.TrimPrefix(s.Samples[i].ID, "club/")
		if ok == s.Samples[i].Whole() {
			t.Errorf("%s can be executed: %v", name, ok)
		}
		if !ok {
			continue
		}
		// all flaws, all but one, without one; after the harmless changes, and after one that claims to repair this flaw;
		// the twins of several flaws
		want := map[string]int{"free-join": 7, "repeat-gift": 8, "repeat-leave": 7, "gifts-for-nothing": 10,
			"guarded-close": 6}
		if len(x.Among) != want[name] ||
			x.Clean != (name == "guarded-close") || x.Joint != (name == "gifts-for-nothing") {
			t.Errorf("%s: %d further texts, clean %v, joint %v", name, len(x.Among), x.Clean, x.Joint)
		}
		executed := map[string]bool{} // every twin that is shown
		for _, a := range x.Among {
			executed[listing(a.Files)] = a.Equal && !a.Works
		}
		for _, v := range s.Variants {
			if v.Truth == bench.Safe && !executed[v.Task.Files[0].Text] {
				t.Errorf("%s: the proof is not executed on %s", name, v.Key)
			}
		}
		for file, text := range x.Files() {
			if strings.Contains(text, "//~") || strings.Contains(text, `"../src`) {
				t.Errorf("%s: %s has a marker, or an import of another folder", name, file)
			}
		}
	}
}

// listing returns the files of the club below its sources as one listing.
func listing(files map[string]string) string {
	var list []bench.File
	for _, file := range []string{"src/Club.sol", "src/Terms.sol"} {
		list = append(list, bench.File{Path: file, Text: files[file]})
	}
	text, _ := listed(list, make([][]bench.Label, len(list)))
	return text
}

// withoutEdits returns the listing of the club as its files are.
func withoutEdits(t *testing.T, s *Suite) string {
	t.Helper()
	for i := range s.Samples {
		if x, ok := s.Executable(&s.Samples[i]); ok {
			return listing(x.Fixed)
		}
	}
	t.Fatal("no claim can be executed")
	return ""
}

// Every mistake in a project is one problem with its place.
func TestProjectProblems(t *testing.T) {
	for _, x := range []struct {
		file     string
		from, to string
		want     string
	}{
		{"project.yaml", "id: club\n", "id: clubs\n", `data/club/project.yaml:1: id: "clubs" differs from its folder "club"`},
		{"project.yaml", "title: A club with gifts", "titel: A club", "unknown field"},
		{"project.yaml", "of: [free-join, repeat-gift]", "of: [free-join, lost]", `gifts-for-nothing: of: "lost" is not a flaw`},
		{"project.yaml", "of: [free-join, repeat-gift]", "of: [free-join]", "an interaction names two or more flaws"},
		{"project.yaml", "id: repeat-leave", "id: repeat-gift", "repeat-gift: the id is taken"},
		{"project.yaml", "stakeOf[msg.sender] = stake - stake;", "stakeOf[msg.sender] = 7;", "its lines occur 0 times"},
		{"project.yaml", "stakeOf[msg.sender] = stake - stake;", "}", "its lines occur 7 times"},
		{"project.yaml", " //~ ROOT_CAUSE STATE_MOD the stake stays", "", "repeat-leave: no ROOT_CAUSE is on a line that its edits change"},
		{"project.yaml", "ROOT_CAUSE STATE_MOD the stake stays", "BENIGN STATE_MOD the stake", "a changed line has the label BENIGN"},
		{"project.yaml", "stake; //~ ROOT_CAUSE STATE_MOD", "stake; // a bug //~ ROOT_CAUSE STATE_MOD", "comment on one side only"},
		{"project.yaml", "stakeOf[msg.sender] = stake - stake;\n", "require(msg.sender.code.length != 1, \"no account\");\n",
			"the edits of repeat-gift and repeat-leave overlap"},
		{"project.yaml", "    twin: member-first\n", "", `free-join: twin: ""; a flaw names a harmless change`},
		{"project.yaml", "twin: member-first", "twin: count-gifts", `free-join: twin: "count-gifts"; a flaw names a harmless change`},
		{"project.yaml", "twin: record-first", "twin: member-first", `repeat-gift: twin: "member-first"; a flaw names a harmless change of changes.yaml that no other`},
		{"project.yaml", "of: [free-join, repeat-gift]", "of: [free-join, repeat-gift]\n    twin: delete-stake", `gifts-for-nothing: twin: "delete-stake"; a flaw names`},
		{"changes.yaml", `require(msg.sender.code.length != 1, "no account");
          gifted[msg.sender] = true;
        to: |
          gifted[msg.sender] = true;
          require(msg.sender.code.length != 1, "no account");`, "memberOf[msg.sender] = true;\n        to: |\n          memberOf[msg.sender] = !false;",
			"the edits of member-first and record-first overlap"},
		{"project.yaml", "class: logic_error", "class: luck", `free-join: class: "luck" is not a class`},
		{"project.yaml", "main: src/Club.sol", "main: src/Lost.sol", `main: there is no file "src/Lost.sol"`},
		{"src/Club.sol", "address public immutable keeper;", "address public immutable keeper; //~ ROOT_CAUSE INIT no",
			"its marker stands in an edit"},
		{"src/Club.sol", "A club whose", "A broken club whose", "gives the answer away"},
		{"SPEC.md", "stake of one ether", "stake of one ether, TODO", "gives the answer away"},
		{"README.md", "", "", "README.md: is missing"},
		{"proofs/Base.sol", "", "", "Base.sol: is missing"},
		{"proofs/Base.sol", "function test_Regular", "function regular", "neither Proof nor Base has a function test_Regular()"},
		{"proofs/free-join/Proof.sol", `import "../Base.sol";`, "", "has to contain the line"},
		{"proofs/free-join/Proof.sol", "0000000000c1", "0000000000c2", "does not contain the sample's canary"},
		{"sample.yaml", "", goodMeta, "a folder is a sample or a project"},
		{"more/sample.yaml", "", strings.Replace(goodMeta, "subset: ds", "subset: project", 1), `subset: "project" is for the samples of a project.yaml`},
	} {
		_, problems, err := Load(clubFS(t, map[string][2]string{x.file: {x.from, x.to}}), ".", "", "data")
		found := false
		for _, p := range problems {
			found = found || strings.Contains(p.String(), x.want)
		}
		if err != nil || !found {
			t.Errorf("%s, %q: %v, %v; want %q", x.file, x.to, problems, err, x.want)
		}
	}
}
