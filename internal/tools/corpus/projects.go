package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
)

// The columns of the table, in order. A name with flawed or safe is about that text of a pair.
const (
	files = iota
	codeLines
	critical
	high
	medium
	low
	interactions
	resisting
	changes
	pairs
	flawedSmaller
	safeSmaller
	flawedFirst
	safeFirst
	sameFile
	columns
)

// projects counts what the projects have, and how the two texts of each pair differ from the correct text, which is
// not asked about.
func projects(w io.Writer, s *suite.Suite) {
	fmt.Fprint(w, `
## Projects

Of suites/blockbench-projects. Each text of a pair is the correct text of the project with edits: flaws, or harmless changes. *Smaller edits*: in how many
pairs the flawed text has fewer changed tokens than the safe one, and in how many it has more. *First edit*: in how many pairs the first line that differs
from the correct text is in the flawed text, and in how many in the safe one. *Same file*: of how many flaws the harmless change of the twin is in the same files.

| project | files | lines | critical, high, medium, low | interactions | resisting | changes | pairs | smaller edits | first edit | same file |
|---|---:|---:|---|---:|---:|---:|---:|---|---|---:|
`)
	of := map[string][]suite.Sample{}
	var ids []string
	for _, x := range s.Samples {
		if of[x.Group] = append(of[x.Group], x); len(of[x.Group]) == 1 {
			ids = append(ids, x.Group)
		}
	}
	var sum [columns]int
	var sizes []int
	for _, id := range ids {
		n := projectCounts(s, of[id])
		row(w, id, n)
		for i := range sum {
			sum[i] += n[i]
		}
		sizes = append(sizes, n[codeLines])
	}
	row(w, "all", sum)
	slices.Sort(sizes)
	fmt.Fprintf(w, "\nFlaws: %d. Half of the projects have %d lines or more.\n",
		sum[critical]+sum[high]+sum[medium]+sum[low], sizes[len(sizes)/2])
}

func row(w io.Writer, id string, n [columns]int) {
	cells := []any{id}
	for _, x := range n {
		cells = append(cells, x)
	}
	fmt.Fprintf(w, "| %s | %d | %d | %d, %d, %d, %d | %d | %d | %d | %d | %d, %d | %d, %d | %d |\n", cells...)
}

// projectCounts returns the columns of a project.
func projectCounts(s *suite.Suite, samples []suite.Sample) (n [columns]int) {
	correct := map[string]string{}
	for _, x := range samples {
		for _, c := range x.Changes {
			if c.Kind == bench.ChangeIntroduces {
				correct = c.Before
			}
		}
		n[changes] += len(x.Changes)
	}
	n[files] = len(correct)
	for _, text := range correct {
		n[codeLines] += strings.Count(text, "\n")
	}
	for _, x := range samples {
		flawed, ok := s.Variant(x.Keys[0])
		switch {
		case x.Meta.Clean():
			n[resisting]++
			continue
		case !ok || len(x.Keys) < 2:
			continue
		case len(x.Changes) > 0: // with all flaws
		case len(flawed.LabelSets()) > 1:
			n[interactions]++
		default:
			n[critical+slices.Index([]string{"critical", "high", "medium", "low"}, x.Severity)]++
		}
		n[pairs]++
		safe, _ := s.Variant(x.Keys[1])
		a, b := edits(correct, flawed), edits(correct, safe)
		single := len(x.Changes) == 0 && len(flawed.LabelSets()) == 1
		for column, holds := range map[int]bool{flawedSmaller: a.tokens < b.tokens, safeSmaller: a.tokens > b.tokens,
			flawedFirst: a.first < b.first, safeFirst: a.first > b.first, sameFile: single && slices.Equal(a.files, b.files)} {
			if holds {
				n[column]++
			}
		}
	}
	return n
}

// edited is how a text differs from the correct one: the files, the first place, which sorts as it stands in the text,
// and how many tokens; a replaced one counts once.
type edited struct {
	files  []string
	first  string
	tokens int
}

func edits(correct map[string]string, v *bench.Variant) (e edited) {
	for _, part := range strings.Split(v.Task.Files[0].Text, bench.FileMark)[1:] {
		path, text, _ := strings.Cut(part, "\n\n")
		from, to := strings.Split(strings.TrimSpace(correct[path]), "\n"), strings.Split(strings.TrimSpace(text), "\n")
		hunks := edit.Hunks(from, to)
		for _, h := range hunks {
			a, b := tokens(from[h.From:h.To]), tokens(to[h.At:h.Until])
			for _, t := range edit.Hunks(a, b) {
				e.tokens += max(t.To-t.From, t.Until-t.At)
			}
		}
		if len(hunks) > 0 {
			if e.files = append(e.files, path); e.first == "" {
				e.first = fmt.Sprintf("%s %06d", path, hunks[0].From)
			}
		}
	}
	return e
}

func tokens(lines []string) (out []string) {
	text := strings.Join(lines, "\n")
	for _, t := range solidity.Lex(text) {
		if !t.Trivia() {
			out = append(out, t.Text(text))
		}
	}
	return out
}
