package suite

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/lang/solidity"
)

// listingSize is the number of contracts of a listing.
const listingSize = 5

// listingFile is the path of a listing.
const listingFile = "Project.sol"

// Listings returns the suite of listings that the selected contracts of suites form. A listing has several files in
// one text, some with their flaw and some without, and its twin is the same listing with all flaws repaired.
// Every documented flaw of a listing is a target. Each pair, and each clean contract, is in one listing; the seed
// decides in which one, at which position, and which half of a pair. A listing has at least one flaw. It is proved
// when each of its files is. The suite has no variants when fewer than two contracts are selected, or no pair.
func Listings(list []*Suite, selected []*bench.Variant, seed uint64) *Suite {
	out := &Suite{Name: bench.AuditSuite, Format: bench.Contracts}
	type member struct{ flawed, safe *bench.Variant } // flawed is nil for a clean contract
	var pool []member
	for _, v := range selected {
		if v.Format != bench.Contracts || v.Chain != "" || v.Task.Language != "solidity" || v.Incident != nil ||
			len(v.Task.Files) != 1 {
			continue
		}
		if v.Truth == bench.Vulnerable {
			for _, s := range list {
				if twin, ok := s.Variant(v.Twin); ok && s.Name == v.Suite && len(v.Targets()) > 0 {
					pool = append(pool, member{v, twin})
				}
			}
			continue
		}
		if !slices.ContainsFunc(list, func(s *Suite) bool { return s.Name == v.Suite && s.isTwin(v.Key) }) {
			pool = append(pool, member{nil, v})
		}
	}
	draw := func(what string) uint64 {
		sum := sha256.Sum256(fmt.Appendf(nil, "%d\x00%s", seed, what))
		return binary.BigEndian.Uint64(sum[:])
	}
	slices.SortFunc(pool, func(a, b member) int {
		x, y := draw("place "+a.safe.Key), draw("place "+b.safe.Key)
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return strings.Compare(a.safe.Key, b.safe.Key)
	})
	n := max(1, (len(pool)+listingSize/2)/listingSize) // no member is left over, and none is alone
	for i := range n {
		in := pool[i*len(pool)/n : (i+1)*len(pool)/n]
		if len(in) < 2 {
			continue
		}
		first := slices.IndexFunc(in, func(m member) bool { return m.flawed != nil })
		if first < 0 {
			continue
		}
		any := false
		var as, repaired []*bench.Variant
		for _, m := range in {
			half := m.safe
			if m.flawed != nil && draw("half "+m.safe.Key)%5 < 3 {
				half, any = m.flawed, true
			}
			as, repaired = append(as, half), append(repaired, m.safe)
		}
		if !any {
			as[first] = in[first].flawed
		}
		id := fmt.Sprintf("project-%02d", i+1)
		v, twin := combined(id, as), combined(id, repaired)
		v.Key, v.Truth, v.Twin = bench.AuditSuite+"/"+id, bench.Vulnerable, bench.AuditSuite+"/"+id+"+fixed"
		twin.Key, twin.Truth = v.Twin, bench.Safe
		twin.Class, twin.Severity, twin.RootCause, twin.Attack, twin.Fix, twin.Further = v.Class, v.Severity, v.RootCause,
			v.Attack, v.Fix, v.Further
		out.Samples = append(out.Samples, Sample{ID: id, Group: bench.AuditSuite, Class: v.Class, Title: v.Evidence,
			Keys: []string{v.Key, twin.Key}})
		out.Variants = append(out.Variants, v, twin)
	}
	slices.SortFunc(out.Variants, func(a, b bench.Variant) int { return strings.Compare(a.Key, b.Key) })
	h := sha256.New()
	for i := range out.Variants {
		v := &out.Variants[i]
		io.WriteString(h, v.Key+"\x00"+v.Task.Hash()+"\x00")
	}
	out.Hash = hex.EncodeToString(h.Sum(nil))
	return out
}

// isTwin reports whether a key is that of a vulnerable variant's twin.
func (s *Suite) isTwin(key string) bool {
	return slices.ContainsFunc(s.Variants, func(v bench.Variant) bool { return v.Twin == key })
}

// combined makes one text of contracts. The documented flaws are numbered in the order of the files.
func combined(id string, files []*bench.Variant) bench.Variant {
	out := bench.Variant{Suite: bench.AuditSuite, Format: bench.Contracts, Sample: id, Base: id, Group: bench.AuditSuite,
		Source: bench.AuditSuite + "/" + id + "/" + listingFile, Proof: bench.Proved}
	sets := 0
	var of []string
	var texts []bench.File
	var labels [][]bench.Label
	for _, v := range files {
		numbers := map[int]int{} // label set in the file → label set in the listing
		if v.Truth == bench.Vulnerable {
			out.LossUSD += v.LossUSD
			for _, set := range v.LabelSets() {
				sets++
				numbers[set.Number] = sets
				set.Number = sets
				addSet(&out, set)
			}
		}
		moved := slices.Clone(v.Labels)
		for i := range moved {
			moved[i].Set = numbers[moved[i].Number()]
		}
		texts, labels = append(texts, v.Task.Files[0]), append(labels, moved)
		of = append(of, v.Key)
		if v.Proof != bench.Proved {
			out.Proof = bench.Unproved
		}
	}
	out.Evidence = "each file as its sample: " + strings.Join(of, ", ")
	text, all := listed(texts, labels)
	out.Labels = all
	out.Task = bench.Task{Language: "solidity", Files: []bench.File{{Path: listingFile, Text: text}}}
	return out
}

// addSet adds a flaw after those that v has; the first is in the fields of v itself.
func addSet(v *bench.Variant, s bench.LabelSet) {
	if s.Number > 1 {
		v.Further = append(v.Further, s)
		return
	}
	v.Class, v.Severity, v.RootCause, v.Attack, v.Fix = s.Class, s.Severity, s.RootCause, s.Attack, s.Fix
}

// listed puts files into one text, each below a line with its path, and moves their labels with their lines. A
// function whose name occurs in several files is found by its lines, or by its name together with the name of its
// contract.
func listed(files []bench.File, labels [][]bench.Label) (string, []bench.Label) {
	var text strings.Builder
	var out []bench.Label
	line := 0
	functions := make([][]solidity.Function, len(files))
	shared := map[string]int{} // name of a function → number of files that have it
	for i, f := range files {
		functions[i] = solidity.Functions(f.Text)
		seen := map[string]bool{}
		for _, fn := range functions[i] {
			if !seen[fn.Name] {
				seen[fn.Name] = true
				shared[fn.Name]++
			}
		}
	}
	for i, f := range files {
		head := bench.FileMark + f.Path + "\n\n"
		if text.Len() > 0 {
			head = "\n" + head
		}
		text.WriteString(head)
		line += strings.Count(head, "\n")
		for _, l := range labels[i] {
			if in, ok := solidity.Enclosing(functions[i], l.Span.Start); ok && shared[l.Scope] > 1 && in.Contract != "" {
				l.Scope = in.Contract + "." + l.Scope // the name alone does not identify the file
			}
			l.Span.File = listingFile
			l.Span.Start, l.Span.End = l.Span.Start+text.Len(), l.Span.End+text.Len()
			l.Span.Line, l.Span.EndLine = l.Span.Line+line, l.Span.EndLine+line
			out = append(out, l)
		}
		body := strings.TrimRight(f.Text, "\n") + "\n"
		text.WriteString(body)
		line += strings.Count(body, "\n")
	}
	return text.String(), out
}
