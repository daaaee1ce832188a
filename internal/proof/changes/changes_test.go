package changes_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/proof/changes"
)

// club returns the suite with the project in the testdata of package suite, and its texts.
func club(t *testing.T) (list []*suite.Suite, all []*bench.Variant) {
	t.Helper()
	list, problems, err := suite.Load(os.DirFS("../../core/suite/testdata/projects"), ".", "", "data")
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	for i := range list[0].Variants {
		all = append(all, &list[0].Variants[i])
	}
	return list, all
}

// Each change is asked about once for each way in which it is told, with the files after it and what it changes; what
// introduces a flaw or claims to repair it has the change that repairs it as its counterpart.
func TestChanges(t *testing.T) {
	list, all := club(t)
	if _, err := changes.Of(list, all); err == nil || !strings.Contains(err.Error(), "no proof covers 6 of the changes, the "+
		"first is club/forget-gifts; verify their projects with `assay verify") {
		t.Errorf("without evidence: %v", err)
	}
	for _, c := range list[0].Samples[0].Changes {
		c.Proved = true
	}
	s, err := changes.Of(list, all)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Variants) != 18 || len(s.Samples) != 6 || s.Hash == "" {
		t.Fatalf("%d variants of %d changes", len(s.Variants), len(s.Samples))
	}
	want := map[string]struct {
		truth                    bench.Truth
		twin, base, line, before string
	}{
		"forget-gifts": {bench.Vulnerable, "record-gifts", "repeat-gift", "-        gifted[msg.sender] = true;", ""},
		"record-gifts": {bench.Safe, "", "repeat-gift", "+        gifted[msg.sender] = true;", ""},
		"count-gifts": {bench.Vulnerable, "record-gifts", "repeat-gift",
			"+        require(address(this).balance >= Terms.GIFT, \"no gift left\");", ""},
		"delete-stake": {bench.Safe, "", "delete-stake", "+        delete stakeOf[msg.sender];",
			"-        stakeOf[msg.sender] = stake - stake;\n"},
		"member-first": {bench.Safe, "", "member-first", "+        stakeOf[msg.sender] += Terms.STAKE;", ""},
		"record-first": {bench.Safe, "", "record-first", "+        require(msg.sender.code.length != 1, \"no account\");", ""},
	}
	for i := range s.Variants {
		v := &s.Variants[i]
		id := strings.TrimPrefix(v.Sample, "club/")
		w := want[id]
		if v.Key != "change/club/"+id+"/"+v.Change.Told || v.Proof != bench.Proved || v.Truth != w.truth ||
			v.Base != "club/"+w.base ||
			(v.Twin != "") != (w.twin != "") || w.twin != "" && v.Twin != "change/club/"+w.twin+"/"+v.Change.Told {
			t.Errorf("%s: %s, twin %q, base %s", v.Key, v.Truth, v.Twin, v.Base)
		}
		_, diff, _ := strings.Cut(v.Task.Aids[bench.AidChange], "\n```\n\nThe change:\n\n```diff\n")
		if !strings.HasPrefix(diff, "diff --git a/src/Club.sol b/src/Club.sol\n--- a/src/Club.sol\n+++ b/src/Club.sol\n@@ -") ||
			!strings.Contains(diff, w.before+w.line+"\n") || strings.Contains(diff, "//~") {
			t.Errorf("%s: the diff is\n%s", v.Key, diff)
		}
		text := v.Task.Files[0].Text
		if added, ok := strings.CutPrefix(w.line, "+"); ok != strings.Contains(text, strings.TrimSpace(added)) ||
			!strings.HasPrefix(text, "// File: src/Club.sol\n") || !strings.Contains(text, "// File: src/Terms.sol\n") {
			t.Errorf("%s shows\n%s", v.Key, text)
		}
		if (len(v.Targets()) > 0) != (v.Truth == bench.Vulnerable) {
			t.Errorf("%s has the targets %v", v.Key, v.Targets())
		}
	}
	if v, _ := s.Variant("change/club/count-gifts/misleading"); v == nil || !strings.HasPrefix(v.Task.Aids[bench.AidChange],
		"Title: One gift each\n\nDescription:\n\n```text\nCloses #7: a member cannot take a second gift any more.\n```\n\n") {
		t.Errorf("%+v", v)
	}
	only := slices.DeleteFunc(all, func(v *bench.Variant) bool { return v.Key != "blockbench/club/repeat-gift" })
	if s, err := changes.Of(list, only); err != nil || len(s.Samples) != 3 {
		t.Errorf("with one flaw selected: %v, %v; the harmless change belongs to the whole project", s, err)
	}
	if _, err := changes.Of(list, nil); err == nil || !strings.Contains(err.Error(), "use --suite blockbench-projects") {
		t.Error(err)
	}
	list[0].Name = "change"
	if _, err := changes.Of(list, all); err == nil || !strings.Contains(err.Error(), "reserved for changes") {
		t.Error(err)
	}
}
