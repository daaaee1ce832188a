package prompt

import (
	"strings"
	"testing"
	"testing/fstest"
)

// A text is not a template: placeholders in it reach the model unchanged.
func TestFromText(t *testing.T) {
	s, err := FromText("mine", "Is it <<spec>> {{.}} good?\r\n")
	if err != nil {
		t.Fatal(err)
	}
	p, err := Render(s, sqlTask)
	if want := sqlTask.Spec + "\n\n---\n\nIs it <<spec>> {{.}} good?\n\n# Code\n\n```"; err != nil ||
		!strings.HasPrefix(p.User, want) {
		t.Errorf("%v\n%s", err, p.User)
	}
	p, err = Render(s, solidityTask)
	if err != nil || !strings.HasPrefix(p.User, "Is it ") || !strings.Contains(p.User, "contract Till") {
		t.Errorf("%v\n%s", err, p.User)
	}
	s, err = FromText("mine", "<<code>>\nGood?\n")
	if err != nil {
		t.Fatal(err)
	}
	if p, err = Render(s, sqlTask); err != nil || !strings.HasSuffix(p.User, "```\nGood?") {
		t.Errorf("%v\n%s", err, p.User)
	}
	for text, want := range map[string]string{
		" \n":                            "empty",
		"<<code>><<code>>":               "more than once",
		"<<code>><<if cot=yes>>x<<end>>": "only a folder has factors",
		"<<if spec>><<code>><<end>>":     "always shown",
		"<<code>><<incident>>":           "about incidents",
		"<<code>><<kode>>":               `there is no "kode"`,
	} {
		if _, err := FromText("mine", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	for _, name := range []string{"", "a,b", "a=b", "a@b", "direct"} {
		if _, err := FromText(name, "x"); err == nil {
			t.Errorf("%q names a strategy", name)
		}
	}
}

func TestOpen(t *testing.T) {
	const own = "name: mine\ndoc: asks\nlanguages: [\"*\"]\nformats: [tenantsql]\n"
	for _, tt := range []struct{ name, yaml, user, err string }{
		{"mine", own, "<<code>>", ""},
		{"mine", own, "<<part independence>> <<code>>", ""},
		{"mine", "name: mine\ndoc: asks\ntemplates: sql-default\nfactors: {cot: yes, procedure: requirements}\n", "", ""},
		{"mine", "name: mine\ndoc: asks\ntemplates: sql-default\nfactors: {cot: yes}\n", "", "asks the same as sql-cot"},
		{"direct", own, "<<code>>", "assay has one of this name"},
		{"other", own, "<<code>>", "is not the folder's"},
		{"mine", own + "default: true\n", "<<code>>", "when it is named"},
		{"mine", own + "asks: patch\n", "<<code>>", "asks for a verdict"},
		{"mine", own, "no code", "want once"},
	} {
		fsys := fstest.MapFS{"strategy.yaml": {Data: []byte(tt.yaml)}}
		if tt.user != "" {
			fsys["user.tmpl"] = &fstest.MapFile{Data: []byte(tt.user)}
		}
		s, err := Open(fsys, tt.name, "")
		if tt.err == "" && (err != nil || s.Name != tt.name) || tt.err != "" &&
			(err == nil || !strings.Contains(err.Error(), tt.err)) {
			t.Errorf("%q with %q: %v, want %q", tt.name, tt.user, err, tt.err)
		}
	}
}
