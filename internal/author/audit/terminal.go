package audit

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"assay/internal/core/base/termtext"
	"assay/internal/core/report/write"
)

// shown is the number of entries of an open-ended list that the terminal names; the others are counted.
const shown = 10

// JSON writes r as one indented object. Shares are in [0, 1]; when "defined" is false, the balanced accuracy has
// no meaning. Equal results give equal bytes.
func JSON(w io.Writer, r *Result) error {
	return write.JSON(w, r)
}

// Terminal writes r as plain text for a screen of the given width; a width below 80 columns is treated as 80. It
// writes only text: no colour, and no control character that a suite might contain. The only errors are those of
// w.
func Terminal(w io.Writer, r *Result, width int) error {
	b := bufio.NewWriter(w)
	p := &page{w: b, width: max(width, 80)}
	p.para("", fmt.Sprintf("%s: %s of %s, %d vulnerable and %d safe", r.Suite, count(r.Census.Variants, "variant"),
		count(r.Census.Bases, "base"), r.Census.Vulnerable, r.Census.Safe))
	p.line("")
	p.table(r.Classifiers)
	p.orders(r.Orders)
	p.styles(r.Style)
	p.line("")
	p.verdict(r)
	for _, c := range r.Classifiers {
		if c.ID == "keyword" || c.Convicted && c.ID != "bayes-characters" || c.Convicted && p.listed == 0 {
			p.tells(c) // runs of characters help only where no readable token does
		}
	}
	for _, o := range r.Orders {
		if o.Convicted && len(o.Tells) > 0 {
			p.leans(o)
		}
	}
	p.line("")
	p.data(r)
	p.pairs(r.Pairs)
	p.line("")
	p.para("", fmt.Sprintf("How to read this: each trained shortcut is tested on bases that it was not trained on. "+
		"Balanced accuracy is the mean of the shares of right answers on vulnerable and on safe variants; chance is "+
		"50 %%; the 95 %% interval is over bases. A shortcut is convicted when the whole interval lies above %.3g %% "+
		"and no shortcut reaches its accuracy in any of %d runs with randomly permuted labels.", 100*r.Bar, Relabellings))
	return b.Flush()
}

// page writes wrapped text.
type page struct {
	w      *bufio.Writer
	width  int
	listed int // convicted shortcuts whose tokens were listed
}

func (p *page) line(s string) { fmt.Fprintln(p.w, strings.TrimRight(s, " ")) }

// para writes a paragraph, with its further lines indented like the text of the first.
func (p *page) para(indent, text string) {
	for i, l := range termtext.Wrap(termtext.Plain(text), p.width-termtext.Columns(indent)) {
		if i > 0 {
			indent = strings.Repeat(" ", termtext.Columns(indent))
		}
		p.line(indent + l)
	}
}

// table lists the shortcuts, with the warnings below as footnotes.
func (p *page) table(list []Classifier) {
	rows := [][]string{{"Shortcut", "Accuracy", "Balanced", "95 % interval", ""}}
	var notes []string
	for _, c := range list {
		row := []string{c.Title, percent(c.Accuracy), "–", interval(c.Interval), ""}
		if c.Defined {
			row[2] = percent(c.Balanced)
		}
		if c.Convicted {
			row[4] = "CONVICTED"
		}
		for _, w := range c.Warnings {
			if !slices.Contains(notes, w) {
				notes = append(notes, w)
			}
			row[4] = strings.TrimSpace(fmt.Sprintf("%s (%d)", row[4], slices.Index(notes, w)+1))
		}
		rows = append(rows, row)
	}
	for i, l := range layout(rows, 1, 2, 3) {
		p.line(l)
		if i == 0 {
			p.line(strings.Repeat("─", min(p.width, 70)))
		}
	}
	for i, n := range notes {
		p.para(fmt.Sprintf("  (%d) ", i+1), n)
	}
}

func (p *page) verdict(r *Result) {
	if !r.Convicted() {
		p.para("• ", "No shortcut separates vulnerable from safe texts above the threshold.")
		return
	}
	for _, c := range r.Classifiers {
		if !c.Convicted {
			continue
		}
		s := c.Title + ": " + c.Reason
		if c.Rule != "" {
			s = c.Title + ": " + c.Rule + "; " + c.Reason
		}
		p.para("✗ ", s+".")
	}
	for _, o := range r.Orders {
		if o.Convicted {
			p.para("✗ ", fmt.Sprintf("%s: right on %.1f %% of %d pairs; chance reaches this in %.1f %% of random labellings.",
				o.Title, 100*o.Share, o.Pairs, 100*o.Chance))
		}
	}
}

// tells lists the tokens that a shortcut found.
func (p *page) tells(c Classifier) {
	if len(c.Tells) == 0 {
		return
	}
	if c.Convicted {
		p.listed++
	}
	p.line("")
	p.para("", fmt.Sprintf("Most predictive tokens (%s), with the variants that contain them:", c.Title))
	vulnerable, safe := c.Confusion.TruePositive+c.Confusion.FalseNegative, c.Confusion.TrueNegative+
		c.Confusion.FalsePositive
	rows := [][]string{{"", "Token", "Vulnerable", "Safe", "Example"}}
	for _, t := range c.Tells {
		example := ""
		if len(t.Sources) > 0 {
			example = termtext.Plain(t.Sources[0])
		}
		rows = append(rows, []string{"", termtext.Clip(visible(t.Token), 36), fmt.Sprintf("%d/%d", t.Vulnerable, vulnerable),
			fmt.Sprintf("%d/%d", t.Safe, safe), example})
	}
	for _, l := range layout(rows, 2, 3) {
		p.line(termtext.Clip(l, p.width))
	}
}

// leans lists what an order goes by.
func (p *page) leans(o Order) {
	p.line("")
	p.para("", fmt.Sprintf("What differs most in one direction (%s), with the pairs in which either twin has more of it:",
		o.Title))
	rows := [][]string{{"", "Token", "Vulnerable", "Safe"}}
	for _, t := range o.Tells {
		rows = append(rows, []string{"", termtext.Clip(visible(t.Token), 36), strconv.Itoa(t.Vulnerable),
			strconv.Itoa(t.Safe)})
	}
	for _, l := range layout(rows, 2, 3) {
		p.line(termtext.Clip(l, p.width))
	}
}

// data writes the problems with the texts, independent of the shortcuts.
func (p *page) data(r *Result) {
	for _, d := range r.Duplicates {
		if d.Contradiction {
			p.para("✗ ", fmt.Sprintf("The same code is labelled vulnerable and safe: %s (vulnerable); %s (safe).",
				firstNames(d.Vulnerable), firstNames(d.Safe)))
		} else {
			p.para("! ", "The suite contains the same code more than once: "+firstNames(slices.Concat(d.Vulnerable, d.Safe))+".")
		}
	}
	for _, l := range r.Leaks {
		p.para("✗ ", fmt.Sprintf("The prompt of %s leaks %s (strategies: %s).", l.Source, firstNames(quoted(l.Words)),
			firstNames(l.Strategies)))
	}
	for i, h := range r.Hints {
		if i == shown {
			p.para("! ", fmt.Sprintf("and %d more texts with hints.", len(r.Hints)-shown))
			break
		}
		where := h.File
		if h.Line > 0 {
			where += ":" + strconv.Itoa(h.Line)
		}
		p.para("! ", where+": "+h.Msg)
	}
	for i, s := range r.Similar {
		if i == shown {
			p.para("! ", fmt.Sprintf("and %d more pairs of nearly identical bases.", len(r.Similar)-shown))
			break
		}
		p.para("! ", fmt.Sprintf("Two bases are nearly identical (similarity %.2f without names): %s and %s.", s.Similarity,
			s.A, s.B))
	}
	if n := r.Census.OneTruth; n > 0 {
		p.para("! ", fmt.Sprintf("%d of %s have only vulnerable or only safe variants, so recognising the base gives "+
			"the answer.", n, count(r.Census.Bases, "base")))
	}
	if len(r.Duplicates)+len(r.Leaks)+len(r.Hints)+len(r.Similar) == 0 {
		p.para("• ", "No duplicate code, no nearly identical bases, no leak in a prompt, no hint in a text.")
	}
	var rates []string
	for _, g := range r.Census.Groups {
		rates = append(rates, fmt.Sprintf("%s %d/%d", g.Name, g.Vulnerable, g.Vulnerable+g.Safe))
	}
	p.para("• ", "Vulnerable of all variants, by group: "+strings.Join(rates, ", ")+".")
}

func (p *page) pairs(q Pairs) {
	if q.N == 0 {
		p.para("! ", "No vulnerable variant has a twin, so the suite cannot show whether a subject follows the flaw.")
		return
	}
	p.para("• ", fmt.Sprintf("%s of twins: median %g changed tokens, at most %d; comments differ in %d; the vulnerable "+
		"one is longer in %d, shorter in %d, equally long in %d.",
		count(q.N, "pair"), q.MedianChanged, q.MaxChanged, q.CommentsDiffer, q.Longer, q.Shorter, q.Equal))
	if q.LongerInterval != nil && (q.LongerInterval.Lo > 0.5 || q.LongerInterval.Hi < 0.5) {
		p.para("! ", fmt.Sprintf("Of twins that differ in length the vulnerable one is longer in %s %s: length "+
			"alone gives the label when both are shown.",
			percent(*q.LongerShare), interval(q.LongerInterval)))
	}
}
