package prompt

import (
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"assay/internal/bench"
)

func TestEmbedded(t *testing.T) {
	if _, err := embedded(); err != nil {
		t.Fatal(err)
	}
}

func folder(files map[string]string) fstest.MapFS {
	all := map[string]string{
		"a/strategy.yaml": "name: a\ndoc: asks\nlanguages: [\"*\"]\nformats: [blockbench]\ndefault: true\n",
		"a/user.tmpl":     "Look:\n<<code>>\n",
	}
	maps.Copy(all, files)
	fsys := fstest.MapFS{}
	for name, text := range all {
		if text != "-" {
			fsys[name] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	return fsys
}

func TestLoadErrors(t *testing.T) {
	yaml := func(change ...string) string {
		return strings.NewReplacer(change...).Replace(
			"name: a\ndoc: asks\nlanguages: [\"*\"]\nformats: [blockbench]\ndefault: true\n")
	}
	for name, tt := range map[string]struct {
		files map[string]string
		want  string
	}{
		"good":               {nil, ""},
		"with a system part": {map[string]string{"a/system.tmpl": "Be brief.\n"}, ""},
		"no templates":       {map[string]string{"a/user.tmpl": "-"}, "user.tmpl"},
		"no strategy.yaml":   {map[string]string{"b/user.tmpl": "<<code>>"}, "strategy b"},
		"unknown key":        {map[string]string{"a/strategy.yaml": yaml("doc:", "dock:")}, "dock"},
		"another name":       {map[string]string{"a/strategy.yaml": yaml("name: a", "name: b")}, "folder"},
		"no doc":             {map[string]string{"a/strategy.yaml": yaml("doc: asks\n", "")}, "doc"},
		"a sentence":         {map[string]string{"a/strategy.yaml": yaml("doc: asks", "doc: asks.")}, "period"},
		"no languages":       {map[string]string{"a/strategy.yaml": yaml("languages: [\"*\"]\n", "")}, "languages"},
		"no formats":         {map[string]string{"a/strategy.yaml": yaml("formats: [blockbench]\n", "")}, "formats"},
		"unknown format":     {map[string]string{"a/strategy.yaml": yaml("blockbench", "blockbank")}, "blockbank"},
		"no default":         {map[string]string{"a/strategy.yaml": yaml("default: true\n", "")}, "no default"},
		"two defaults": {map[string]string{"b/strategy.yaml": yaml("name: a", "name: b"), "b/user.tmpl": "<<code>>"},
			"both the default"},
		"no schema file": {map[string]string{"a/strategy.yaml": yaml("default:", "schema: s.json\ndefault:")}, "s.json"},
		"schema elsewhere": {map[string]string{"a/strategy.yaml": yaml("default:", "schema: ../s.json\ndefault:")},
			"schema"},
		"schema is no object": {map[string]string{"a/strategy.yaml": yaml("default:", "schema: s.json\ndefault:"),
			"a/s.json": "[]"}, "s.json"},
		"no code":             {map[string]string{"a/user.tmpl": "Look."}, "0 times"},
		"code twice":          {map[string]string{"a/system.tmpl": "<<code>>"}, "2 times"},
		"code on a condition": {map[string]string{"a/user.tmpl": "<<if code>><<code>><<end>>"}, "always shown"},
		"carriage return":     {map[string]string{"a/user.tmpl": "Look:\r\n<<code>>"}, "carriage"},
		"misspelt":            {map[string]string{"a/user.tmpl": "<<code>> <<cod>>"}, `"cod"`},
		"unclosed token":      {map[string]string{"a/user.tmpl": "<<code>> <<spec>"}, "not a placeholder"},
		"open if":             {map[string]string{"a/user.tmpl": "<<code>> <<if spec>> x"}, "without <<end>>"},
		"stray end":           {map[string]string{"a/user.tmpl": "<<code>> <<end>>"}, "without <<if>>"},
		"nested if": {map[string]string{"a/user.tmpl": "<<code>> <<if spec>><<if context>><<end>><<end>>"},
			"inside"},
		"alone": {map[string]string{"b/strategy.yaml": "name: b\ndoc: asks\ntemplates: a\n"}, "ask the same"},
		"at a level": {map[string]string{"a/user.tmpl": "<<if cot=yes>>Think.<<end>><<code>>",
			"b/strategy.yaml": "name: b\ndoc: asks\ntemplates: a\nfactors: {cot: yes}\n"}, ""},
		"no such level": {map[string]string{"a/user.tmpl": "<<if cot=yes>>Think.<<end>><<code>>",
			"b/strategy.yaml": "name: b\ndoc: asks\ntemplates: a\nfactors: {cot: maybe}\n"}, `no level "maybe"`},
		"no such factor": {map[string]string{"b/strategy.yaml": "name: b\ndoc: asks\ntemplates: a\nfactors: {cut: yes}\n"},
			`no factor "cut"`},
		"factor not known": {map[string]string{"a/user.tmpl": "<<if cot=yes>>Think.<<end>><<code>>",
			"b/strategy.yaml": "name: b\ndoc: asks\ntemplates: a\nfactors: {framing: expert}\n"}, "they know cot"},
		"no factor at all": {map[string]string{"b/strategy.yaml": "name: b\ndoc: asks\ntemplates: a\nfactors: {cot: yes}\n"},
			"know no factor"},
		"level in a template": {map[string]string{"a/user.tmpl": "<<if cot=perhaps>>Think.<<end>><<code>>"},
			`no level "perhaps"`},
		"level without if":    {map[string]string{"a/user.tmpl": "<<cot=yes>><<code>>"}, "a level stands in"},
		"code inside a level": {map[string]string{"a/user.tmpl": "<<if cot=yes>><<code>><<end>>"}, "always shown"},
		"no such templates":   {map[string]string{"b/strategy.yaml": "name: b\ndoc: asks\ntemplates: c\n"}, `no folder "c"`},
		"templates of those":  {map[string]string{"b/strategy.yaml": "name: b\ndoc: asks\ntemplates: b\n"}, `no folder "b"`},
		"templates of both": {map[string]string{"b/strategy.yaml": "name: b\ndoc: asks\ntemplates: a\n",
			"b/user.tmpl": "<<code>>"}, "of its own"},
		"schema of both": {map[string]string{"b/strategy.yaml": "name: b\ndoc: asks\ntemplates: a\nschema: s.json\n"},
			"are those of a"},
		"a comma":             {map[string]string{"a,b/strategy.yaml": "name: a,b\ndoc: asks\ntemplates: a\n"}, "no comma"},
		"asks for the moon":   {map[string]string{"a/strategy.yaml": yaml("doc:", "asks: moon\ndoc:")}, `"moon"`},
		"default of exploits": {map[string]string{"a/strategy.yaml": yaml("doc:", "asks: exploit\ndoc:")}, "verdict"},
		"incident and code":   {map[string]string{"a/user.tmpl": "<<code>><<incident>>"}, "<<incident>> 1 times"},
		"part":                {map[string]string{"a/user.tmpl": "<<part p>><<code>>", "parts/p.tmpl": "Look.\n"}, ""},
		"no part":             {map[string]string{"a/user.tmpl": "<<part p>><<code>>"}, "parts/p.tmpl"},
		"part of a part": {map[string]string{"a/user.tmpl": "<<part p>><<code>>", "parts/p.tmpl": "<<part p>>\n"},
			"part p: there is no"},
		"if in a part in one": {map[string]string{"a/user.tmpl": "<<if spec>><<part p>><<end>><<code>>",
			"parts/p.tmpl": "<<if context>>x<<end>>"}, "stands inside one"},
		"part with a return": {map[string]string{"parts/p.tmpl": "Look.\r\n"}, "carriage"},
		"unknown condition":  {map[string]string{"a/user.tmpl": "<<code>> <<if label>><<end>>"}, `"label"`},
	} {
		_, err := load(folder(tt.files))
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s: error %v, want one with %q", name, err, tt.want)
		}
	}
	if _, err := load(fstest.MapFS{}); err == nil {
		t.Error("no folder at all: no error")
	}
}

func TestConditions(t *testing.T) {
	all, err := load(folder(map[string]string{
		"a/system.tmpl": "Help.<<if protocol>> Docs:\n<<protocol>>\n<<end>>",
		"a/user.tmpl":   "<<code>><<if context>>\n\nRelated:\n\n<<context>><<end>>\nThanks!\n",
	}))
	if err != nil {
		t.Fatal(err)
	}
	task := bench.Task{Files: []bench.File{{Path: "A", Text: "x"}}}
	p, err := Render(all[0], task)
	if err != nil || p.System != "Help." || p.User != "```\nx\n```\nThanks!" {
		t.Errorf("without: %q %q %v", p.System, p.User, err)
	}
	task.Protocol, task.Context = "<<if>> 100%", []bench.File{{Path: "B", Text: "y"}}
	p, err = Render(all[0], task)
	if err != nil || p.System != "Help. Docs:\n<<if>> 100%\n" ||
		p.User != "```\nx\n```\n\nRelated:\n\nFile B:\n\n```\ny\n```\nThanks!" {
		t.Errorf("with: %q %q %v", p.System, p.User, err)
	}
}

func TestFenceLanguage(t *testing.T) {
	for lang, want := range map[string]string{"sql": "```sql\n", "c++": "```c++\n", "": "```\n", "a b": "```\n",
		"x\ny": "```\n", "`": "```\n"} {
		if got := fenced(lang, []bench.File{{Text: "t"}}, false); !strings.HasPrefix(got, want) {
			t.Errorf("%q: %q", lang, got)
		}
	}
}
