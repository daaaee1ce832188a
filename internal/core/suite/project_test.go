package suite

import (
	"io/fs"
	"os"
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

// A project gives a text with all flaws, one without any, and one with each flaw alone; labels stand on the lines
// of the flaws that are there, and a flaw that is not there leaves no trace.
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
		"blockbench/club/gifts-for-nothing blockbench/club/repeat-gift blockbench/club/repeat-leave" {
		t.Errorf("variants %s", got)
	}
	if got := strings.Join(ids, " "); got != "club/all club/free-join club/gifts-for-nothing club/guarded-close "+
		"club/repeat-gift club/repeat-leave" {
		t.Errorf("samples %s", got)
	}
	marks := map[string][2]string{ // by flaw: text of the flawed and of the correct line
		"free-join":    {"require(msg.value <= Terms.STAKE", "require(msg.value == Terms.STAKE"},
		"repeat-gift":  {"", "gifted[msg.sender] = true;"},
		"repeat-leave": {"stakeOf[msg.sender] = stake;", "stakeOf[msg.sender] = stake - stake;"},
	}
	has := map[string][]string{"all": {"free-join", "repeat-gift", "repeat-leave"}, "all+fixed": nil,
		"free-join": {"free-join"}, "gifts-for-nothing": {"free-join", "repeat-gift"}, "repeat-gift": {"repeat-gift"},
		"repeat-leave": {"repeat-leave"}}
	for name, flaws := range has {
		v, _ := s.Variant("blockbench/club/" + name)
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
			if m[0] != "" && strings.Contains(text, m[0]) != there || strings.Contains(text, m[1]) == there {
				t.Errorf("%s: %s is there: %v", name, flaw, !there)
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
		if len(sets) != len(flaws) || (v.Truth == bench.Vulnerable) != (len(flaws) > 0) || v.Several() != (len(flaws) > 1) &&
			name != "all+fixed" || v.Truth == bench.Vulnerable && (v.Twin != "blockbench/club/all+fixed" ||
			len(v.Documented()) != len(flaws)) {
			t.Errorf("%s has the targets %v and the twin %q", name, sets, v.Twin)
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
		// all flaws, all but one, without one; after the harmless change, and after one that claims to repair this flaw
		want := map[string]int{"free-join": 3, "repeat-gift": 4, "repeat-leave": 3, "gifts-for-nothing": 6,
			"guarded-close": 2}
		if len(x.Among) != want[name] ||
			x.Clean != (name == "guarded-close") || x.Joint != (name == "gifts-for-nothing") {
			t.Errorf("%s: %d further texts, clean %v, joint %v", name, len(x.Among), x.Clean, x.Joint)
		}
		for file, text := range x.Files() {
			if strings.Contains(text, "//~") || strings.Contains(text, `"../src`) {
				t.Errorf("%s: %s has a marker, or an import of another folder", name, file)
			}
		}
	}
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
