package suite_test

import (
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/lang/solidity"
	"assay/suites"
)

// A listing is made of files of the suite, each once. Its labels stand on the text that
// they stood on, every flaw is a target with a number, and its twin differs in what the
// twins of its files differ in.
func TestListings(t *testing.T) {
	list, problems, err := suite.Load(suites.FS, suite.Blockbench, "", "suites/blockbench")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	var all []*bench.Variant
	texts := map[string]*bench.Variant{}
	bases := map[string]bool{}
	for i := range list[0].Variants {
		v := &list[0].Variants[i]
		all = append(all, v)
		texts[v.Key] = v
		bases[v.Base] = true
	}
	made := suite.Listings(list, all, 1)
	if other := suite.Listings(list, all, 2); other.Hash == made.Hash || suite.Listings(list, all, 1).Hash != made.Hash {
		t.Error("the seed does not decide")
	}
	used := map[string]bool{}
	targets := 0
	for i := range made.Variants {
		v := &made.Variants[i]
		text := v.Task.Files[0].Text
		files := strings.Split(strings.TrimPrefix(v.Evidence, "each file as its sample: "), ", ")
		if len(files) < 2 || len(files) != strings.Count(text, "// File: ") || v.Proof != bench.Proved {
			t.Errorf("%s has the files %q", v.Key, files)
		}
		lines := strings.Split(text, "\n")
		flawed, at := 0, 0
		var labels []bench.Label
		for _, key := range files {
			of := texts[key]
			if of == nil || !strings.Contains(text, of.Task.Files[0].Text) {
				t.Fatalf("%s does not hold %s", v.Key, key)
			}
			if of.Truth == bench.Vulnerable {
				flawed += len(of.Documented())
			}
			if v.Truth == bench.Vulnerable {
				if used[of.Base] {
					t.Errorf("%s is in two listings", of.Base)
				}
				used[of.Base] = true
			}
			labels = append(labels, of.Labels...)
		}
		if len(labels) != len(v.Labels) {
			t.Fatalf("%s has %d labels of %d", v.Key, len(v.Labels), len(labels))
		}
		for j, l := range v.Labels {
			of := files[at]
			for was := texts[of]; len(was.Labels) == 0 || strings.Count(text[:l.Span.Start], "// File: ") != at+
				1; was = texts[of] {
				at++
				of = files[at]
			}
			old := labels[j]
			was := texts[of].Task.Files[0].Text
			if text[l.Span.Start:l.Span.End] != was[old.Span.Start:old.Span.End] ||
				lines[l.Span.Line-1] != strings.Split(was, "\n")[old.Span.Line-1] || l.Span.File != v.Task.Files[0].Path {
				t.Errorf("%s: label %d of %s has moved", v.Key, j, of)
			}
			if name := l.Scope[strings.LastIndex(l.Scope, ".")+1:]; name != old.Scope {
				t.Errorf("%s: the scope %q was %q", v.Key, l.Scope, old.Scope)
			} else if l.Function == bench.RootCause && name != "" && l.Scope == name && inFiles(text, name) > 1 {
				t.Errorf("%s: %s is in several files", v.Key, name)
			}
		}
		switch v.Truth {
		case bench.Vulnerable:
			twin, ok := made.Variant(v.Twin)
			if !ok || flawed == 0 || len(v.Documented()) != flawed || twin.Task.Files[0].Text == text {
				t.Errorf("%s: %d flaws, %d sets, twin %s", v.Key, flawed, len(v.Documented()), v.Twin)
			}
			for _, set := range v.Documented() {
				if len(v.TargetsOf(set.Number)) == 0 || set.RootCause == "" {
					t.Errorf("%s: nothing is labelled of flaw %d", v.Key, set.Number)
				}
			}
			targets += flawed
		case bench.Safe:
			if flawed > 0 || len(v.Targets()) > 0 {
				t.Errorf("%s has flaws", v.Key)
			}
		}
	}
	if len(used) != len(bases) || targets < 50 || len(made.Variants) < 2*28 {
		t.Errorf("%d of %d bases, %d targets, %d texts", len(used), len(bases), targets, len(made.Variants))
	}
	if one := suite.Listings(list, all[:2], 1); len(one.Variants) != 0 {
		t.Errorf("a listing of one contract: %v", one.Variants)
	}
}

// inFiles counts the files of a listing that have a function of that name.
func inFiles(listing, name string) int {
	n := 0
	for _, text := range strings.Split(listing, "// File: ")[1:] {
		for _, f := range solidity.Functions(text) {
			if f.Name == name {
				n++
				break
			}
		}
	}
	return n
}
