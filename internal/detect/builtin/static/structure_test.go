package static

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/corpustest"
	"assay/internal/detect/builtin/static/sqlcheck"
	"assay/internal/transform"
	"assay/internal/transform/all"
	"assay/internal/transform/transformtest"
)

// neutral are the transformations that do not change the structure.
var neutral = []string{"no-comments", "false-prophet", "reformat", "chameleon", "shapeshifter-l1", "shapeshifter-l2",
	"sanitize", "rename", "reorder",
	"minimal-sanitized", "sanitize+no-comments+shapeshifter-l2", "chameleon+reorder+false-prophet"}

// restructuring are those that change it: verdicts may change too, and the changes are counted.
var restructuring = []string{"shapeshifter-l3", "shapeshifter-l4"}

// found lists the findings in a task, sorted, without lines, with the names from before the renaming.
func found(task bench.Task, name func(string) string) []string {
	var list []bench.Finding
	if text := task.Files[0].Text; task.Language == "solidity" {
		list = analyse(text)
	} else {
		list = sqlcheck.Analyse(text, task.Spec, sqlcheck.Checks())
	}
	out := make([]string, 0, len(list))
	for _, f := range list {
		place, _, _ := strings.Cut(f.Location, "(")
		parts := strings.Split(place, ".")
		for i := range parts {
			parts[i] = name(parts[i])
		}
		if f.Location == "" {
			parts = []string{f.Explanation}
		}
		out = append(out, string(f.Class)+" in "+strings.Join(parts, "."))
	}
	slices.Sort(out)
	return out
}

// TestStructureOnly checks the promise of builtin/static: a transformation that keeps the structure of a sample
// does not change the findings in it or in its twin, except for lines and names.
func TestStructureOnly(t *testing.T) {
	corpustest.Turn(t, 3)
	list := all.Transformations()
	compared, telling, changed, restructured := 0, 0, 0, 0
	for i, c := range transformtest.Corpus(t) {
		if c.Executable == nil && i%3 != 0 {
			continue // SQL samples are many and alike
		}
		for k, text := range append(slices.Clone(neutral), restructuring...) {
			if (i+k)%2 != 0 {
				continue // every chain on every other sample, every sample under every other chain
			}
			chain, err := transform.ParseChain(text, list)
			if err != nil {
				t.Fatal(err)
			}
			r, err := transform.Apply(chain, 1, c.Program)
			if err != nil {
				var no *transform.NotApplicableError
				if !errors.As(err, &no) {
					t.Errorf("%s: %s: %v", c.Name, text, err)
				}
				continue
			}
			for _, side := range [][2]*bench.Variant{{c.Program.Variant, r.Variant}, {c.Program.Twin, r.Twin}} {
				if side[0] == nil || side[1] == nil {
					continue
				}
				before := found(side[0].Task, r.Name)
				after := found(side[1].Task, func(s string) string { return s })
				if slices.Contains(restructuring, text) {
					restructured++
					if (len(before) > 0) != (len(after) > 0) {
						changed++
						t.Logf("%s after %s:\nbefore %q\nafter  %q", side[0].Key, text, before, after)
					}
					continue
				}
				compared++
				if len(before) > 0 {
					telling++
				}
				if !slices.Equal(before, after) {
					t.Errorf("%s after %s:\nbefore %q\nafter  %q", side[0].Key, text, before, after)
				}
			}
		}
	}
	t.Logf("%d comparisons, %d of them with findings; restructuring changed %d of %d verdicts", compared, telling, changed,
		restructured)
	if telling < 100 {
		t.Errorf("only %d of %d comparisons have something to compare", telling, compared)
	}
}

// TestDeterministic analyses every sample twice and compares all texts.
func TestDeterministic(t *testing.T) {
	for _, c := range transformtest.Corpus(t) {
		if text := c.Program.Variant.Task.Files[0].Text; c.Executable != nil &&
			!reflect.DeepEqual(analyse(text), analyse(text)) {
			t.Errorf("%s is answered in two ways", c.Name)
		}
	}
}
