package tool

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/detect"
	"assay/internal/lang/solidity"
	"assay/internal/lang/sqltext"
)

// most bounds the findings of one answer.
const most = 1000

// formatOf returns the part of the taxonomy for a task's language.
func formatOf(task bench.Task) bench.Format {
	if task.Language == "solidity" {
		return bench.Contracts
	}
	return bench.Queries
}

// Claim is an issue that counts, with its class.
type Claim struct {
	Issue
	Class  bench.Class
	Attack string // the result of replaying its transactions, "" without
}

// Sort splits the issues that a tool reports for a task into claims and the rest; each is in exactly one of the
// counts of the notes, apart from Unplaced. dir is the path of the working copy. Claims are ordered by place and
// check, without duplicates. More than 1,000 of them are an error: too much output.
func (c Config) Sort(task bench.Task, dir string, issues []Issue, threshold Confidence) ([]Claim, detect.Notes, error) {
	n := detect.Notes{}
	count := func(m *map[string]int, check string) {
		if *m == nil {
			*m = map[string]int{}
		}
		(*m)[check]++
	}
	var out []Claim
	seen := map[string]bool{}
	for _, i := range issues {
		i.Check, i.File, i.Message = OneLine(cmp.Or(i.Check, "unnamed")), Local(dir, i.File), OneLine(clean(dir, i.Message))
		i.Function = name(i.Function)
		ours := i.File == "." || i.File == task.Files[0].Path
		for _, o := range i.Offsets {
			if !ours {
				break
			}
			if r, ok := o.lines(task.Files[0].Text); ok {
				i.Lines = append(i.Lines, r)
			} else {
				i.Unplaced = true
			}
		}
		id := fmt.Sprintf("%s\x00%s\x00%v\x00%s\x00%s", i.Check, i.File, i.Lines, i.Function, i.Message)
		class := c.ClassOf(i, formatOf(task))
		if i.Confidence == Unreported {
			i.Confidence, _ = ParseConfidence(cmp.Or(c.Confidences[i.Check], c.Confidence))
		}
		switch {
		case i.Ignored:
			count(&n.Ignored, i.Check)
			continue
		case seen[id]:
			count(&n.Repeated, i.Check)
			continue
		case class == "":
			count(&n.Unmapped, i.Check)
		case !ours:
			count(&n.Outside, i.Check)
		case i.Confidence < threshold:
			count(&n.Below, i.Check)
		default:
			count(&n.Mapped, i.Check)
			out = append(out, Claim{Issue: i, Class: class})
			if i.Unplaced {
				count(&n.Unplaced, i.Check)
			}
		}
		seen[id] = true
	}
	if len(out) > most {
		return nil, n, &detect.ToolError{Kind: detect.TooMuch, Why: fmt.Sprintf(
			"%d findings about one text; at most %d are read", len(out), most)}
	}
	slices.SortStableFunc(out, func(a, b Claim) int {
		return cmp.Or(slices.CompareFunc(a.Lines, b.Lines, byLine), cmp.Compare(a.Check, b.Check),
			cmp.Compare(a.Function, b.Function), cmp.Compare(a.Message, b.Message))
	})
	return out, n, nil
}

// unknown returns the error for a tool all of whose issues name checks of unknown meaning, nil for any other:
// such a tool may have reported the flaw, so that its silence means nothing.
func (c Config) unknown(issues []Issue, format bench.Format) error {
	var checks []string
	for _, i := range issues {
		i.Check = OneLine(i.Check)
		if i.Ignored {
			continue
		}
		_, named := lookup(c.Checks, i.Check)
		if named || c.Maps == nil || c.Maps[i.Tool] != nil || c.ClassOf(i, format) != "" {
			return nil
		}
		checks = append(checks, i.Check)
	}
	if checks == nil {
		return nil
	}
	return &detect.ToolError{Kind: detect.Unknown, Why: fmt.Sprintf("none of its %d results is of a check with a class "+
		"(the first is %s); name the classes in assay-tools.yaml under tools.%s.checks, \"\" for no flaw",
		len(checks), checks[0], c.Tool)}
}

func byLine(a, b bench.Range) int {
	return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
}

// clean removes the working copy's path from a message, because it differs in each run.
func clean(dir, s string) string {
	if dir == "" {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, dir+"/", ""), dir, ".")
}

// name returns the bare name of a function, without contract and parameters.
func name(s string) string {
	s, _, _ = strings.Cut(OneLine(s), "(")
	return strings.TrimSpace(s[strings.LastIndexAny(s, ".:")+1:])
}

// Reply makes the claims a response: vulnerable when there is any. Tools do not report the probability of a
// verdict, so there is no confidence.
func (c Config) Reply(task bench.Task, claims []Claim, n detect.Notes) bench.Response {
	return detect.ReplyTool(task, c.answer(task, claims), n)
}

func (c Config) answer(task bench.Task, claims []Claim) bench.Answer {
	a := bench.Answer{Verdict: bench.Safe, Explanation: c.Tool + " reports nothing that has a class of the taxonomy."}
	var fns []solidity.Function
	if len(claims) > 0 {
		a.Verdict = bench.Vulnerable
		if task.Language == "solidity" {
			fns = solidity.Functions(task.Files[0].Text)
		}
	}
	var lines []string
	for _, cl := range claims {
		text := cmp.Or(cl.Message, "reported without a message")
		a.Findings = append(a.Findings, bench.Finding{
			Type: cl.Class.Title(), Severity: cl.Severity, Location: place(fns, cl.Issue), Explanation: "[" + cl.Check + "] " +
				text, Attack: cl.Attack, Requirements: requirements(task, cl.Class),
		})
		if line := cl.Class.Title() + ": " + text; !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	if len(claims) > 0 {
		a.Explanation = fmt.Sprintf("%s reports %d findings: %s", c.Tool, len(claims),
			strings.Join(lines[:min(len(lines), 20)], " "))
	}
	return a
}

// requirements returns the numbered requirement of a SQL application that a class violates, from the text of
// its specification; none for Solidity.
func requirements(task bench.Task, class bench.Class) []int {
	if task.Language == "solidity" {
		return nil
	}
	if n, ok := sqltext.ParseSpec(task.Spec).Requirement(class); ok {
		return []int{n}
	}
	return nil
}

// place formats a location so that a judge reads it correctly: the function that the tool names, or the one
// that contains its lines, and the lines.
func place(fns []solidity.Function, i Issue) string {
	var parts []string
	fn := i.Function
	for _, r := range i.Lines {
		if fn != "" {
			break
		}
		for _, f := range fns {
			if f.Line <= r.From && r.To <= f.EndLine {
				fn = f.Name
				break
			}
		}
	}
	if fn != "" {
		parts = append(parts, fn+"()")
	}
	for _, r := range i.Lines {
		if r.From == r.To {
			parts = append(parts, fmt.Sprintf("line %d", r.From))
		} else {
			parts = append(parts, fmt.Sprintf("lines %d-%d", r.From, r.To))
		}
	}
	return strings.Join(parts, ", ")
}

// Ranges converts line numbers to ranges: sorted, neighbours joined, none below 1.
func Ranges(lines []int) []bench.Range {
	lines = slices.Clone(lines)
	slices.Sort(lines)
	var out []bench.Range
	for _, l := range lines {
		switch k := len(out) - 1; {
		case l < 1:
		case k >= 0 && l <= out[k].To+1:
			out[k].To = max(out[k].To, l)
		default:
			out = append(out, bench.Range{From: l, To: l})
		}
	}
	return out
}
