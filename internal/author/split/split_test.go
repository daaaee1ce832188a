package split

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/core/suite/fresh"
)

// pool is n samples and their suite; the even-numbered ones are of class a.
func pool(n int) (fstest.MapFS, []*suite.Suite) {
	fsys := fstest.MapFS{}
	s := &suite.Suite{Name: "pool"}
	for i := range n {
		dir, class := fmt.Sprintf("tc/s%02d", i), bench.Class("a")
		if i%2 == 1 {
			class = "b"
		}
		fsys[dir+"/sample.yaml"] = &fstest.MapFile{Data: fmt.Appendf(nil, "id: s%02d\n", i)}
		fsys[dir+"/A.sol"] = &fstest.MapFile{Data: []byte("contract A {}")}
		fsys[dir+"/evidence.json"] = &fstest.MapFile{Data: []byte("{}")}
		s.Samples = append(s.Samples, suite.Sample{ID: dir, Group: "tc", Tier: 2, Class: class, Dir: dir})
		s.Variants = append(s.Variants, bench.Variant{Key: dir, Group: "tc", Tier: 2, Class: class, Truth: bench.Vulnerable},
			bench.Variant{Key: dir + "+fixed", Group: "tc", Tier: 2, Class: class, Truth: bench.Safe})
	}
	return fsys, []*suite.Suite{s}
}

var (
	key   = bytes.Repeat([]byte{7}, KeyBytes)
	words = Statements{Name: "private", Date: "2026-08-01"}
)

func commit(t *testing.T, fsys fstest.MapFS, suites []*suite.Suite, key []byte) *fresh.Opening {
	t.Helper()
	o, err := Commit(fsys, suites, key, words)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func check(t *testing.T, fsys fstest.MapFS, suites []*suite.Suite, o *fresh.Opening, c fresh.Commitment) fresh.Checked {
	t.Helper()
	r, err := fresh.Check(fsys, func() ([]*suite.Suite, error) { return suites, nil }, o, c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A commitment contains only hashes and counts; it is the same for the same samples and key, and any other
// sample, name or key gives another.
func TestCommit(t *testing.T) {
	fsys, suites := pool(6)
	o := commit(t, fsys, suites, key)
	text, err := Write(o.Commitment)
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"s00", "contract", "tc/", o.Key, o.Salts["tc/s00"]} {
		if secret == "" || strings.Contains(string(text), secret) {
			t.Errorf("the commitment holds %q", secret)
		}
	}
	want := []fresh.Cell{{Truth: "safe", Group: "tc", Tier: 2, Texts: 6},
		{Truth: "vulnerable", Group: "tc", Tier: 2, Class: "a", Texts: 3},
		{Truth: "vulnerable", Group: "tc", Tier: 2, Class: "b", Texts: 3}}
	if !slices.Equal(o.Commitment.Composition, want) || len(o.Commitment.Samples) != 6 {
		t.Errorf("%+v", o.Commitment)
	}
	c, err := fresh.ReadCommitment(text)
	if err != nil || c.ID() != o.Commitment.ID() || c.ID() != commit(t, fsys, suites, key).Commitment.ID() {
		t.Errorf("%v %s", err, c.ID())
	}
	if r := check(t, fsys, suites, o, c); !r.OK() || !r.Whole() || !r.Counted {
		t.Errorf("%+v", r)
	}
	other := commit(t, fsys, suites, bytes.Repeat([]byte{8}, KeyBytes))
	if slices.ContainsFunc(other.Commitment.Samples, func(h string) bool { return slices.Contains(c.Samples, h) }) {
		t.Error("another key gives the same hash")
	}
	fsys["tc/s00/evidence.json"].Data = []byte("{ }") // is made again
	if r := check(t, fsys, suites, o, c); !r.OK() {
		t.Errorf("evidence counts: %+v", r)
	}
}

// Any change, addition or removal in a sample is detected, and so is another composition.
func TestCheck(t *testing.T) {
	for name, change := range map[string]func(fstest.MapFS){
		"a byte":     func(f fstest.MapFS) { f["tc/s01/A.sol"] = &fstest.MapFile{Data: []byte("contract B {}")} },
		"a file":     func(f fstest.MapFS) { f["tc/s01/B.sol"] = &fstest.MapFile{} },
		"a file off": func(f fstest.MapFS) { delete(f, "tc/s01/A.sol") },
		"swapped": func(f fstest.MapFS) {
			f["tc/s01/sample.yaml"], f["tc/s02/sample.yaml"] = f["tc/s02/sample.yaml"], f["tc/s01/sample.yaml"]
		},
	} {
		fsys, suites := pool(4)
		o := commit(t, fsys, suites, key)
		change(fsys)
		if r := check(t, fsys, suites, o, o.Commitment); r.OK() || !slices.Contains(r.Foreign, "tc/s01") {
			t.Errorf("%s: %+v", name, r)
		}
	}
	fsys, suites := pool(4)
	o := commit(t, fsys, suites, key)
	suites[0].Variants[0].Class = "b"
	if r := check(t, fsys, suites, o, o.Commitment); r.OK() || !r.Differs {
		t.Errorf("another composition: %+v", r)
	}
	fsys["tc/new/sample.yaml"] = &fstest.MapFile{}
	if r := check(t, fsys, suites, o, o.Commitment); r.OK() || !slices.Equal(r.Saltless, []string{"tc/new"}) {
		t.Errorf("a sample without a salt: %+v", r)
	}
}

// Some samples are shown without the key and open their hashes; the others stay hidden. After an exchange of
// samples, those that stayed open both commitments.
func TestRevealAndRotate(t *testing.T) {
	fsys, suites := pool(6)
	first := commit(t, fsys, suites, key)
	shown, err := reveal(first, []string{"tc/s02", "tc/s03"})
	if err != nil || shown.Key != "" || len(shown.Salts) != 2 {
		t.Fatalf("%v %+v", err, shown)
	}
	part := fstest.MapFS{}
	for name, file := range fsys {
		if strings.HasPrefix(name, "tc/s02/") || strings.HasPrefix(name, "tc/s03/") {
			part[name] = file
		}
	}
	if r := check(t, part, nil, shown, first.Commitment); !r.OK() || r.Whole() || r.Counted || len(r.Shown) != 2 {
		t.Errorf("%+v", r)
	}
	if _, err := reveal(first, []string{"tc/none"}); err == nil {
		t.Error("a sample that is not there is revealed")
	}
	delete(fsys, "tc/s00/sample.yaml")
	delete(fsys, "tc/s00/A.sol")
	delete(fsys, "tc/s00/evidence.json")
	fsys["tc/s90/sample.yaml"] = &fstest.MapFile{Data: []byte("id: s90\n")}
	second := commit(t, fsys, suites, key)
	if r := check(t, part, nil, shown, second.Commitment); !r.OK() || len(r.Shown) != 2 {
		t.Errorf("a sample that stayed does not open the second: %+v", r)
	}
	if r := check(t, fsys, suites, second, first.Commitment); len(r.Shown) != 5 ||
		!slices.Equal(r.Foreign, []string{"tc/s90"}) {
		t.Errorf("%+v", r)
	}
}

// A draw depends only on its seed, and comes close to the required composition.
func TestDraw(t *testing.T) {
	fsys, suites := pool(20)
	a, err := Draw(fsys, suites, nil, 8, 1)
	if err != nil || len(a) != 8 || !slices.IsSorted(a) {
		t.Fatal(a, err)
	}
	b, _ := Draw(fsys, suites, nil, 8, 1)
	c, _ := Draw(fsys, suites, nil, 8, 2)
	if !slices.Equal(a, b) || slices.Equal(a, c) {
		t.Errorf("%v %v %v", a, b, c)
	}
	odd := 0
	for _, dir := range a {
		if strings.ContainsAny(dir[len(dir)-1:], "13579") {
			odd++
		}
	}
	if odd != 4 {
		t.Errorf("%d of 8 are of class b, as half of the samples are", odd)
	}
	like := &suite.Suite{Samples: []suite.Sample{{Group: "tc", Tier: 2, Class: "b"}}}
	d, _ := Draw(fsys, suites, []*suite.Suite{like}, 5, 1)
	for _, dir := range d {
		if strings.ContainsAny(dir[len(dir)-1:], "02468") {
			t.Errorf("%v: the suite that it is to be like has class b alone", d)
		}
	}
	if all, _ := Draw(fsys, suites, nil, 0, 1); len(all) != 20 {
		t.Errorf("%d of 20", len(all))
	}
}

// An invalid commitment is reported in one line.
func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"{": "EOF", `{"kind":"x"}`: "not a commitment of a split",
		`{"kind":"assay split commitment","version":9}`: "version 9; this program reads version 1",
		`{"kind":"assay split commitment","version":1}`: "a commitment without samples",
		`{"kind":"assay split commitment","extra":1}`:   "unknown field",
	} {
		if _, err := fresh.ReadCommitment([]byte(text)); err == nil || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", text, err)
		}
	}
	fsys, suites := pool(1)
	for _, w := range []Statements{{Date: "yesterday"}, {}} {
		if _, err := Commit(fsys, suites, key, w); err == nil {
			t.Errorf("%+v", w)
		}
	}
	if _, err := Commit(fsys, suites, key[:4], words); err == nil {
		t.Error("a short key")
	}
	no := func() ([]*suite.Suite, error) { return nil, errors.New("no") }
	o := commit(t, fsys, suites, key)
	if _, err := fresh.Check(fsys, no, o, o.Commitment); err == nil {
		t.Error("the error of loading is lost")
	}
}
