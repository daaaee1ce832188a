package run

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/base/environ"
	"assay/internal/core/suite"
	"assay/suites"
)

// A limit draws whole pairs from all samples, by the seed: the first samples of the embedded
// suite are clean contracts, which have no flaw to find.
func TestLimitIsADraw(t *testing.T) {
	list, problems, err := suite.Load(suites.FS, suite.Blockbench, "", "suites/blockbench")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	whole := map[string]int{} // texts of a base
	for i := range list[0].Variants {
		whole[list[0].Variants[i].Base]++
	}
	draw := func(seed uint64) ([]*bench.Variant, string) {
		s := Selection{Limit: 20}
		out, notes, err := s.Draw(list, seed)
		if err != nil || len(notes) != 1 {
			t.Fatal(err, notes)
		}
		return out, notes[0]
	}
	first, note := draw(1)
	groups, flawed, classes, texts := map[string]int{}, 0, map[bench.Class]bool{}, map[string]int{}
	for _, v := range first {
		if texts[v.Base]++; texts[v.Base] == 1 {
			groups[v.Group]++
		}
		if v.Truth == bench.Vulnerable {
			flawed++
			classes[v.Class] = true
		}
	}
	if len(texts) != 20 || flawed < 16 || len(classes) < 9 {
		t.Errorf("drew %v, %d vulnerable texts of %d classes", groups, flawed, len(classes))
	}
	of := map[string]int{} // bases of the suite by subset
	for _, s := range list[0].Samples {
		of[s.Group]++
	}
	for subset, n := range of {
		if share := 20 * float64(n) / float64(len(list[0].Samples)); math.Abs(float64(groups[subset])-share) >= 1 {
			t.Errorf("drew %d of %s, whose share is %.2f", groups[subset], subset, share)
		}
	}
	for base, n := range texts {
		if n != whole[base] {
			t.Errorf("%s: %d of %d texts", base, n, whole[base])
		}
	}
	for _, part := range []string{fmt.Sprintf("--limit 20 drew 20 of %d clusters of blockbench by seed 1: clean ",
		len(list[0].Samples)), "ds ", "gs ", "recent ", "tc "} {
		if !strings.Contains(note, part) {
			t.Errorf("the report does not say %q: %s", part, note)
		}
	}
	again, _ := draw(1)
	other, _ := draw(2)
	if !slices.Equal(first, again) || slices.Equal(first, other) {
		t.Error("the seed does not decide the draw")
	}
	if !slices.IsSortedFunc(first, func(a, b *bench.Variant) int { return strings.Compare(a.Key, b.Key) }) {
		t.Error("the drawn are not in the order of the suite")
	}
	all, notes, err := (&Selection{Limit: 500}).Draw(list, 1)
	if err != nil || len(all) != len(list[0].Variants) || len(notes) != 0 {
		t.Errorf("a limit above all: %d, %v, %v", len(all), notes, err)
	}
}

// A problem in the data ends a command, unless it is in a sample that is not named.
func TestOnlyNamedSamplesMatter(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "own")
	for _, id := range []string{"dock-slots", "crane-hire"} {
		sub, err := fs.Sub(suites.FS, "blockbench/ds/"+id)
		if err == nil {
			err = os.CopyFS(filepath.Join(dir, "ds", id), sub)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "ds/crane-hire/Proof.sol"), []byte("contract Proof {}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		only, filter []string
		lenient      bool
		ends         bool
		says         string
	}{
		{nil, nil, false, true, "has no function setUp()"},
		{[]string{"crane-hire"}, nil, false, true, "has no function setUp()"},
		{[]string{"dock-slots", "ds/crane-hire"}, nil, false, true, "has no function setUp()"},
		{[]string{"dock-slots"}, nil, false, false, "5 problems in other samples"},
		{[]string{"ds/dock-slots"}, nil, false, false, "5 problems in other samples"},
		{nil, []string{"dock-slots"}, false, true, "has no function setUp()"},
		{nil, []string{"ck-slots"}, true, false, "5 problems in other samples"},
		{nil, []string{"ane-hire"}, true, true, "has no function setUp()"},
		{nil, nil, true, true, "has no function setUp()"},
	} {
		var stderr strings.Builder
		sel := Selection{Suite: []string{dir}, Only: c.only, Filter: c.filter, Lenient: c.lenient}
		list, err := sel.Load(&environ.Env{Stderr: &stderr})
		if (err != nil) != c.ends || !strings.Contains(stderr.String(), c.says) ||
			err == nil && !slices.ContainsFunc(list[0].Samples, func(s suite.Sample) bool { return s.ID == "ds/dock-slots" }) {
			t.Errorf("%+v: %v, %q", sel, err, stderr.String())
		}
	}
}

// A link out of a suite of others is a problem of the suite, and what it leads to is in no text.
func TestLinksOutOfASuite(t *testing.T) {
	const sample = "blockbench/ds/acorn-jars"
	secret := filepath.Join(t.TempDir(), "secret.sol")
	if err := os.WriteFile(secret, []byte("contract Secret {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	main, err := fs.Glob(suites.FS, sample+"/*.sol")
	if err != nil || len(main) < 2 {
		t.Fatal(main, err)
	}
	for link, to := range map[string]string{
		"context/Extra.sol": secret, "context": filepath.Dir(secret), "PROTOCOL.md": secret, "Proof.sol": secret,
		"sample.yaml": secret, "evidence.json": secret,
		"variants.json": secret, "adequacy.json": secret, "campaign.json": secret, "fixed": filepath.Dir(secret), "": "",
	} {
		dir := filepath.Join(t.TempDir(), "mine")
		files, err := fs.Sub(suites.FS, sample)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.CopyFS(filepath.Join(dir, "acorn-jars"), files); err != nil {
			t.Fatal(err)
		}
		if link != "" {
			at := filepath.Join(dir, "acorn-jars", filepath.FromSlash(link))
			if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.RemoveAll(at), os.Symlink(to, at)); err != nil {
				t.Fatal(err)
			}
		}
		list, problems, err := ReadSuite(dir)
		if link == "" && (err != nil || len(problems) > 0) {
			t.Errorf("without a link: %v, %v", problems, err)
		}
		told := err != nil
		for _, p := range problems {
			told = told || strings.Contains(p.Msg, "leads out of the suite by a symbolic link") &&
				strings.Contains(p.File, "acorn-jars/"+link)
		}
		if link != "" && !told {
			t.Errorf("%s: problems %v, error %v", link, problems, err)
		}
		for _, s := range list {
			for _, v := range s.Variants {
				if strings.Contains(fmt.Sprint(v.Task), "Secret") {
					t.Errorf("%s: a task contains the target of the link", link)
				}
			}
		}
	}
}
