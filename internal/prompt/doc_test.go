package prompt

import (
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// What docs/add-a-strategy.md tells to write is found, loaded and asked.
func TestAddAStrategy(t *testing.T) {
	text, err := os.ReadFile("../../docs/add-a-strategy.md")
	if err != nil {
		t.Fatal(err)
	}
	all := fstest.MapFS{}
	err = fs.WalkDir(folders, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(folders, p)
		all[p] = &fstest.MapFile{Data: b}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var added []string
	for _, m := range regexp.MustCompile("(?s)\n```[a-z]+ internal/prompt/([^/\n]+)(/[^\n]+)\n(.*?\n)```").FindAllStringSubmatch(string(text), -1) {
		all[m[1]+m[2]] = &fstest.MapFile{Data: []byte(m[3])}
		added = append(added, m[1])
	}
	list, err := load(all)
	if err != nil {
		t.Fatal(err)
	}
	added = slices.Compact(added)
	if !slices.Equal(added, []string{"second-look", "terse"}) {
		t.Fatalf("the page adds %q", added)
	}
	for _, name := range append(added, "terse,framing=adversarial") {
		s, err := find(list, name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := Render(s, solidityTask)
		if err != nil || !strings.Contains(p.User, "contract Till") {
			t.Errorf("%s: %v\n%s", name, err, p.User)
		}
	}
	// The combination without a folder, as the page writes it.
	if s, err := find(list, "framing=adversarial,cot=yes"); err != nil || s.Name != "second-look" {
		t.Errorf("the named combination is %q, %v", s.Name, err)
	}
}
