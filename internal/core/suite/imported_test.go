package suite

import (
	"strings"
	"testing"
	"testing/fstest"

	"assay/internal/bench"
)

const foreignMeta = `id: jar
subset: ds
class: reentrancy
main: Contract.sol
provenance: {kind: imported, date: 2016-06, imported: {from: somebody's data, path: a/b.sol, base: pot}}
licence: unknown
`

const foreign = `contract Bugged {
    function take() external {
        pay(1); //~ ROOT_CAUSE - pays first
    }
}
`

// foreignFS returns two imported samples of one base, of which the second
// borrows the first one's safe text, and a safe one, with files replaced by edits.
func foreignFS(edits map[string]string) fstest.MapFS {
	m := fstest.MapFS{}
	files := map[string]string{
		"ds/jar/sample.yaml": foreignMeta, "ds/jar/Contract.sol": foreign,
		"ds/jar/fixed/Contract.sol": strings.Replace(foreign, "        pay(1); //~ ROOT_CAUSE - pays first\n", "", 1),
		"ds/jug/sample.yaml": strings.Replace(strings.Replace(foreignMeta, "id: jar", "id: jug", 1), "base: pot",
			"base: pot, twin: jar", 1),
		"ds/jug/Contract.sol": strings.Replace(foreign, "//~ ROOT_CAUSE - pays first", "// twice", 1),
		"clean/keg/sample.yaml": `{id: keg, subset: clean, class: other, main: Contract.sol, licence: MIT, provenance: {kind: imported, imported: {from: x, path: y}}}
`,
		"clean/keg/Contract.sol": "contract Keg {}\n",
	}
	for k, v := range edits {
		files[k] = v
	}
	for k, v := range files {
		if v != "" {
			m[k] = &fstest.MapFile{Data: []byte(v)}
		}
	}
	return m
}

// A chain that leaves the text as it is has the truth of its sample, wherever the data set marks it: one text has
// one truth. A text in another language is read as it is, and one that is not Solidity is no Solidity sample.
func TestImportedTexts(t *testing.T) {
	chained := strings.Replace(foreignMeta, "base: pot", "base: pot, chains: [{chain: sanitize, path: a/c.sol}]", 1)
	list, problems, err := Load(foreignFS(map[string]string{"ds/jar/sample.yaml": chained,
		"ds/jar/chains/sanitize/Contract.sol": strings.Replace(strings.Replace(foreign, " //~ ROOT_CAUSE - pays first", "", 1),
			"external {", "external { //~ ROOT_CAUSE - in this function", 1)}), ".", "", "data")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	jar, _ := list[0].Variant("blockbench/ds/jar")
	made, ok := list[0].Variant("blockbench/ds/jar~sanitize@0")
	if !ok || len(made.Labels) != 1 || made.Labels[0].Span != jar.Labels[0].Span {
		t.Errorf("the unchanged chain has the labels %v, its sample %v", made, jar.Labels)
	}
	const python = "def take(who):\n    return pay(who)  //~ ROOT_CAUSE -\n"
	for meta, want := range map[string]string{foreignMeta: "does not parse as Solidity",
		foreignMeta + "language: python\n": "", foreignMeta + "language: SQL!\n": "is not a language",
		foreignMeta + "language: sql\n": "queries are tests of an application"} {
		list, problems, err := Load(foreignFS(map[string]string{"ds/jar/sample.yaml": meta, "ds/jar/Contract.sol": python,
			"ds/jar/fixed/Contract.sol": "", "ds/jug/sample.yaml": "", "ds/jug/Contract.sol": ""}), ".", "", "data")
		if err != nil || (want == "") != (len(problems) == 0) || want != "" && !strings.Contains(problems[0].Msg, want) {
			t.Errorf("%s: %v %v", meta, err, problems)
		}
		if want == "" {
			v, _ := list[0].Variant("blockbench/ds/jar")
			if v.Task.Language != "python" || len(v.Labels) != 1 || v.Labels[0].Span.Line != 2 {
				t.Errorf("python: %+v", v)
			}
		}
	}
	list, _, _ = Load(foreignFS(map[string]string{"ds/jar/Contract.sol": foreign + "contract {"}), ".", "", "data")
	if notes := strings.Join(list[0].Notes, "\n"); !strings.Contains(notes, "1 imported texts do not parse in full, the first: "+
		"data/ds/jar/Contract.sol:6: ") {
		t.Errorf("notes %s", notes)
	}
}

func TestLoadImported(t *testing.T) {
	list, problems, err := Load(foreignFS(nil), ".", "", "data")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	s := list[0]
	jar, _ := s.Variant("blockbench/ds/jar")
	jug, _ := s.Variant("blockbench/ds/jug")
	keg, _ := s.Variant("blockbench/clean/keg")
	if len(s.Variants) != 4 || jar == nil || jug == nil || keg == nil {
		t.Fatalf("%d variants", len(s.Variants))
	}
	if jar.Twin != "blockbench/ds/jar+fixed" || jug.Twin != jar.Twin || jar.Base != "ds/pot" || jar.Public != "2016-06" ||
		keg.Public != "" || jug.Base != "ds/pot" || keg.Truth != bench.Safe || keg.Base != "clean/keg" {
		t.Errorf("%+v\n%+v\n%+v", jar, jug, keg)
	}
	if l := jar.Targets(); len(l) != 1 || l[0].Act != "" || l[0].Scope != "take" || l[0].Note != "pays first" {
		t.Errorf("labels %+v", l)
	}
	for _, v := range s.Variants {
		if v.Proof != bench.Unproved {
			t.Errorf("%s is %s", v.Key, v.Proof)
		}
	}
	if len(s.Hints) != 3 || !strings.Contains(s.Hints[0].String(), `Contract.sol:1: the word "Bugged"`) {
		t.Errorf("hints %v", s.Hints)
	}
	if n := strings.Join(s.Notes, "\n"); !strings.Contains(n, "1 imported samples do not say where") {
		t.Errorf("notes %s", n)
	}
	for i := range s.Samples {
		if _, ok := s.Executable(&s.Samples[i]); ok {
			t.Errorf("%s can be executed, without a proof", s.Samples[i].ID)
		}
	}
	if p := s.TooSimilar("data"); len(p) != 0 {
		t.Errorf("one base is alike: %v", p)
	}
}

func TestLoadImportedRefuses(t *testing.T) {
	edit := func(old, new string) map[string]string {
		return map[string]string{"ds/jar/sample.yaml": strings.Replace(foreignMeta, old, new, 1)}
	}
	for name, c := range map[string]struct {
		edits map[string]string
		want  string
	}{
		"no source": {edit("imported: {from: somebody's data, path: a/b.sol, base: pot}", "chain: x"),
			"sample.yaml:5: provenance: an imported sample needs"},
		"not imported": {edit("kind: imported", "kind: original"), "sample.yaml:5: provenance: imported: belongs to"},
		"no licence":   {edit("licence: unknown", `licence: ""`), "sample.yaml:6: licence"},
		"class":        {edit("reentrancy", "magic"), "sample.yaml:3: class"},
		"severity":     {edit("subset: ds", "subset: ds\nseverity: grave"), "sample.yaml:3: severity"},
		"unknown key":  {edit("from:", "form:"), "sample.yaml:5: unknown field"},
		"unknown act": {map[string]string{"ds/jar/Contract.sol": strings.Replace(foreign, "CAUSE -", "CAUSE +", 1)},
			`Contract.sol:3: unknown code act "+"`},
		"root cause in twin": {map[string]string{"ds/jar/fixed/Contract.sol": foreign + "\n"},
			"fixed/Contract.sol:3: a safe text has no ROOT_CAUSE"},
		"equal twin": {map[string]string{"ds/jar/fixed/Contract.sol": strings.Replace(foreign,
			" //~ ROOT_CAUSE - pays first", "", 1)}, "is equal to"},
		"no twin": {map[string]string{"ds/jar/fixed/Contract.sol": ""},
			"jug/sample.yaml: provenance: twin: blockbench/ds/jar has no safe text"},
		"no text": {map[string]string{"ds/jar/Contract.sol": ""}, "Contract.sol: is missing"},
		"one text two truths": {map[string]string{"clean/keg/Contract.sol": strings.Replace(foreign,
			" //~ ROOT_CAUSE - pays first", "", 1)},
			"is the same text as"},
	} {
		_, problems, err := Load(foreignFS(c.edits), ".", "", "data")
		var all []string
		for _, p := range problems {
			all = append(all, p.String())
		}
		if err != nil || !strings.Contains(strings.Join(all, "\n"), c.want) {
			t.Errorf("%s: %v %q, want %q", name, err, all, c.want)
		}
	}
	// A dash for an act is for other people's data only.
	if _, problems, _ := Load(jarFS("Jar.sol", strings.Replace(jar, "EXT_CALL", "-", 1)), ".", "",
		"data"); len(problems) == 0 {
		t.Error("our own label has no act")
	}
}
