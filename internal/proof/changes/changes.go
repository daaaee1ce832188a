// Package changes makes the questions about changes of projects from the texts that proofs cover.
package changes

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/exit"
	"assay/internal/core/suite"
	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
)

// Of returns the suite of the changes of projects: those of a flaw where the text with that flaw alone or with all
// flaws is selected, harmless ones where the latter is. Each is asked about once for each way in which it is told. The
// counterpart of one that introduces a flaw or claims to repair it is the one that repairs it. It is an error if there
// is none, or if execution has not shown the truth of one on these texts.
func Of(list []*suite.Suite, selected []*bench.Variant) (*suite.Suite, error) {
	out := &suite.Suite{Name: bench.TaskChange, Format: bench.Contracts}
	var unproved []string
	for _, s := range list {
		if s.Name == out.Name {
			return nil, exit.Usage("a suite has the name %q, which is reserved for changes; rename its directory", s.Name)
		}
		for i := range s.Samples {
			x := &s.Samples[i]
			asked := func(key string) bool {
				return slices.ContainsFunc(selected, func(v *bench.Variant) bool { return v.Key == key })
			}
			for _, c := range x.Changes {
				if !asked(x.Keys[0]) && !asked(s.Name+"/"+x.Group+"/"+c.Flaw) {
					continue
				}
				vs := variants(x, c)
				sample := suite.Sample{ID: vs[0].Sample, Group: x.Group, Class: vs[0].Class, Title: x.Title}
				if !c.Proved {
					unproved = append(unproved, sample.ID)
				}
				for _, v := range vs {
					sample.Keys = append(sample.Keys, v.Key)
				}
				out.Samples, out.Variants = append(out.Samples, sample), append(out.Variants, vs...)
			}
		}
	}
	switch {
	case len(out.Variants) == 0:
		return nil, exit.Usage("--task change: none of the selected samples is a project with changes; use --suite %s",
			suite.Projects)
	case len(unproved) > 0:
		return nil, exit.Usage("--task change: no proof covers %d of the changes, the first is %s; verify their projects "+
			"with `assay verify --suite PATH --write`, or select others with --filter", len(unproved), unproved[0])
	}
	slices.SortFunc(out.Variants, func(a, b bench.Variant) int { return strings.Compare(a.Key, b.Key) })
	h := sha256.New()
	for i := range out.Variants {
		v := &out.Variants[i]
		fmt.Fprintf(h, "%s\x00%s\x00%q\x00", v.Key, v.Task.Hash(), v.Task.Aids[bench.AidChange])
	}
	out.Hash = hex.EncodeToString(h.Sum(nil))
	return out, nil
}

// shown says for each kind what execution showed.
var shown = map[string]string{
	bench.ChangeIntroduces: "the attack fails before the change and works after it",
	bench.ChangeRepairs:    "the attack works before the change and fails after it",
	bench.ChangeClaims:     "the attack works before the change and after it",
	bench.ChangeHarmless:   "every attack on the project fails before and after it, and honest use has equal effects",
}

// variants returns the texts of a change of a project, one for each way in which it is told.
func variants(of *suite.Sample, c *suite.Change) (out []bench.Variant) {
	var touched []string
	for _, file := range slices.Sorted(maps.Keys(c.After)) {
		if c.Before[file] != c.After[file] {
			touched = append(touched, file)
		}
	}
	v := c.Text(needed(c.After, touched))
	v.Suite, v.Evidence, v.Source = bench.TaskChange, shown[c.Kind], of.Dir+"/changes.yaml"
	v.Sample, v.Base = of.Group+"/"+c.ID, of.Group+"/"+cmp.Or(c.Flaw, c.ID)
	if c.Proved {
		v.Proof = bench.Proved
	}
	for _, told := range bench.ChangeTellings {
		w, m := v, c.Told[told]
		w.Change = &bench.Change{Kind: c.Kind, Told: told}
		w.Key = bench.TaskChange + "/" + v.Sample + "/" + told
		for _, o := range of.Changes {
			if c.Vulnerable() && o.Kind == bench.ChangeRepairs && o.Flaw == c.Flaw {
				w.Twin = bench.TaskChange + "/" + of.Group + "/" + o.ID + "/" + told
			}
		}
		w.Task.Aids = map[string]string{bench.AidChange: "Title: " + m.Title + "\n\nDescription:\n\n" +
			block("text", strings.TrimSpace(m.Description)+"\n") + "\n\nThe change:\n\n" +
			block("diff", diff(c.Before, c.After, touched))}
		out = append(out, w)
	}
	return out
}

var fenceRE = regexp.MustCompile("`{3,}")

// block returns a text as a block of code that it cannot end itself.
func block(language, text string) string {
	fence := "```"
	for _, run := range fenceRE.FindAllString(text, -1) {
		if len(run) >= len(fence) {
			fence = run + "`"
		}
	}
	return fence + language + "\n" + text + fence
}

// diff returns the changes of files as a unified diff.
func diff(before, after map[string]string, files []string) string {
	var b strings.Builder
	for _, file := range files {
		fmt.Fprintf(&b, "diff --git a/%s b/%s\n--- a/%s\n+++ b/%s\n", file, file, file, file)
		unified(&b, strings.Split(strings.TrimSuffix(before[file], "\n"), "\n"),
			strings.Split(strings.TrimSuffix(after[file], "\n"), "\n"))
	}
	return b.String()
}

// unified writes the hunks that lead from one list of lines to the other, with three lines around each.
func unified(w io.Writer, before, after []string) {
	const around = 3
	hunks := edit.Hunks(before, after)
	for len(hunks) > 0 {
		n := 1
		for n < len(hunks) && hunks[n].From-hunks[n-1].To <= 2*around {
			n++
		}
		first, last := hunks[0], hunks[n-1]
		from, to := max(first.From-around, 0), min(last.To+around, len(before))
		lines := to - from + (last.Until - last.To) - (first.At - first.From)
		fmt.Fprintf(w, "@@ -%d,%d +%d,%d @@\n", from+1, to-from, from+first.At-first.From+1, lines)
		write := func(sign string, lines []string) {
			for _, line := range lines {
				io.WriteString(w, sign+line+"\n")
			}
		}
		at := from
		for _, h := range hunks[:n] {
			write(" ", before[at:h.From])
			write("-", before[h.From:h.To])
			write("+", after[h.At:h.Until])
			at = h.To
		}
		write(" ", before[at:to])
		hunks = hunks[n:]
	}
}

var importRE = regexp.MustCompile(`(?m)^\s*import\b[^;"]*"([^"]+)"`)

// needed returns the files that a change touches, those that import a library that it touches, and what these call:
// everything that they import, and the contracts that implement an interface that they import themselves.
func needed(files map[string]string, touched []string) []string {
	paths := slices.Sorted(maps.Keys(files))
	imports, contracts := map[string][]string{}, map[string][]solidity.Contract{} // by path
	for _, file := range paths {
		contracts[file] = solidity.Survey(files[file]).Contracts
		for _, m := range importRE.FindAllStringSubmatch(files[file], -1) {
			imports[file] = append(imports[file], path.Join(path.Dir(file), m[1]))
		}
	}
	callers := slices.Clone(touched)
	for _, file := range touched {
		if slices.ContainsFunc(contracts[file], func(k solidity.Contract) bool { return k.Kind == "library" }) {
			for _, other := range paths {
				if slices.Contains(imports[other], file) {
					callers = append(callers, other)
				}
			}
		}
	}
	seen, called := map[string]bool{}, map[string]bool{} // called: names of interfaces
	var add func(file string)
	add = func(file string) {
		if !seen[file] {
			seen[file] = true
			for _, other := range imports[file] {
				add(other)
			}
		}
	}
	for _, file := range callers {
		add(file)
		for _, other := range imports[file] {
			for _, k := range contracts[other] {
				called[k.Name] = called[k.Name] || k.Kind == "interface"
			}
		}
	}
	return slices.DeleteFunc(paths, func(file string) bool {
		return !seen[file] && !slices.ContainsFunc(contracts[file], func(k solidity.Contract) bool {
			return slices.ContainsFunc(k.Bases, func(base string) bool { return called[base] })
		})
	})
}
