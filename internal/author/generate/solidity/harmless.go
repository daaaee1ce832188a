package solidity

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"assay/internal/author/generate"
	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
	"assay/internal/proof/evm"
	"assay/internal/proof/solc"
	"assay/internal/proof/verify"
)

// Harmless makes controls from pairs: the same pairs with a harmless edit of the flaw's shape in one half, so
// that a missing statement alone does not distinguish the halves. If the flaw makes a text shorter, a check is
// repeated in the vulnerable half; if it makes it longer, in the correct half; if it does neither, operands are
// swapped in the correct half. Execution shows that the edit has no effect. Every check
// of verify holds on the pair, except that its repair has lines which it does not need. So a control is
// material for an audit and not a sample: it has no evidence.
type Harmless struct {
	Suite    *suite.Suite
	Files    fs.FS // from which the suite was read, at its root
	Compiler *solc.Compiler
}

// A harmlessEdit is an edit without an effect.
type harmlessEdit struct {
	kind string
	edit edit.Edit
	by   int // bytes that it adds, without whitespace
}

// Bounds of one control.
const (
	maxHarmlessEdits = 8    // that are executed until one has no effect
	compared         = 2000 // random transactions sent to the half with the edit and to the one without
)

// harmlessEdits lists the harmless edits of a text, in the order of the text; none touches a line of taken or a
// labelled line.
func (t *text) harmlessEdits(taken func(line int) bool) []harmlessEdit {
	var out []harmlessEdit
	add := func(kind string, e edit.Edit) {
		by := growth(t.src, []edit.Edit{e})
		from, to := lineOf(t.src, e.Start), lineOf(t.src, e.End)
		end := strings.IndexByte(t.src[e.End:]+"\n", '\n')
		for line := from; line <= to; line++ {
			if taken(line) || strings.Contains(t.src[e.Start:e.End+end], "//~") {
				return
			}
		}
		out = append(out, harmlessEdit{kind, e, by})
	}
	for _, f := range t.fns {
		form := t.callerCheck(f.contract)
		if first := f.body.First(); form != "" && f.callable && !f.view && !f.modifier && first != nil {
			start := strings.LastIndexByte(t.src[:first.Start], '\n') + 1
			if margin := t.src[start:first.Start]; strings.TrimSpace(margin) == "" {
				add("there is a caller", edit.Insert(start, margin+form+"\n"))
			}
		}
		for n := range f.node.Children() {
			if n.Kind != solidity.NodeInvocation {
				continue
			}
			if m := t.applied(n); m != nil && !t.lock(m) {
				add("a modifier stands twice", edit.Insert(n.End, " "+t.text(n)))
			}
		}
		for _, g := range f.guards {
			if e, ok := t.split(g); ok {
				add("one check as two", e)
			}
			if next := g.stmt.Next(); next != nil && g.stmt.Parent().Kind == solidity.NodeBlock {
				at := g.stmt.Parent().End - 1
				if after := next.Next(); after != nil { // after the statement that follows, unless that is the last one
					at = after.Start
				} else if next.Kind == solidity.NodeReturn || next.Kind == solidity.NodePlaceholder {
					at = next.Start
				}
				start := strings.LastIndexByte(t.src[:at], '\n') + 1
				if strings.TrimSpace(t.src[start:at]) != "" {
					continue
				}
				from := strings.LastIndexByte(t.src[:g.stmt.Start], '\n') + 1
				margin := t.src[from:g.stmt.Start]
				if strings.TrimSpace(margin) != "" {
					continue
				}
				add("check twice", edit.Insert(start, margin+strings.TrimSpace(t.text(g.stmt))+"\n"))
			}
		}
		for n := range f.body.All() {
			kind := ""
			switch {
			case !t.checks(n):
			case t.counts(f, n):
				kind = "a counter unchecked"
			case t.covered(f, n):
				kind = "a difference unchecked that a check covers"
			}
			if kind != "" {
				in := t.indent(n)
				add(kind, replace(n, "unchecked {\n"+in+"    "+t.text(n)+"\n"+in+"}"))
			}
			if e, ok := t.otherForm(f, n); ok {
				add("the same in another form", e)
			}
			if n.Kind != solidity.NodeBinary || !plain(n.First()) || !plain(n.Last()) {
				continue
			}
			op := t.file.Operator(n)
			turned, ok := map[string]string{"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!=", "*": "*",
				"+": "+"}[op]
			between := t.src[n.First().End:n.Last().Start]
			if !ok || strings.TrimSpace(between) != op {
				continue
			}
			add("operands change places", replace(n, t.text(n.Last())+strings.Replace(between, op, turned, 1)+t.text(n.First())))
		}
	}
	return out
}

// split writes a check of several conditions as two checks that refuse alike.
func (t *text) split(g guard) (edit.Edit, bool) {
	op := map[bool]string{true: "&&", false: "||"}[g.pass]
	parts := t.operands(g.cond, op)
	if len(parts) < 2 || g.stmt.Parent().Kind != solidity.NodeBlock {
		return edit.Edit{}, false
	}
	var rest []string
	for _, p := range parts[1:] {
		rest = append(rest, t.text(p))
	}
	before, after := t.src[g.stmt.Start:g.cond.Start], t.src[g.cond.End:g.stmt.End]
	first, second := before+t.text(parts[0])+after, before+strings.Join(rest, " "+op+" ")+after
	return replace(g.stmt, first+"\n"+t.indent(g.stmt)+second), true
}

// callerCheck returns the first check of a contract that compares the caller, as a check that every caller
// passes, or "" where there is none.
func (t *text) callerCheck(contract string) string {
	for _, g := range t.guards() {
		c := inner(g.cond)
		if g.fn.contract != contract || c.Kind != solidity.NodeBinary || t.calls(c) ||
			t.text(c.First()) != "msg.sender" && t.text(c.Last()) != "msg.sender" {
			continue
		}
		if op := t.file.Operator(c); op != "==" && op != "!=" {
			continue
		}
		after, err := edit.Apply(t.src, t.anyCaller(c))
		if err != nil {
			continue
		}
		form := strings.TrimSpace(after[g.stmt.Start : g.stmt.End+len(after)-len(t.src)])
		if _, arguments, ok := strings.Cut(form, ") revert "); ok && !strings.HasSuffix(arguments, "();") {
			continue // they may be names local to its function
		}
		return form
	}
	return ""
}

// byGrowth keeps the edits that add bytes, or with want 0 those that do not; those of the wanted growth come
// first.
func byGrowth(list []harmlessEdit, want int) []harmlessEdit {
	list = slices.DeleteFunc(list, func(e harmlessEdit) bool { return (want == 0) != (e.by == 0) })
	slices.SortStableFunc(list, func(a, b harmlessEdit) int {
		return cmp.Compare(max(a.by-want, want-a.by), max(b.by-want, want-b.by))
	})
	return list
}

// checks reports whether n is a statement of a block whose arithmetic is checked.
func (t *text) checks(n *solidity.Node) bool {
	return t.checked && n.Kind == solidity.NodeExprStmt && n.Parent().Kind == solidity.NodeBlock &&
		n.Parent().Parent().Kind != solidity.NodeUnchecked
}

// counts reports whether a statement increments a 256-bit number by one, which never wraps around.
func (t *text) counts(f *function, n *solidity.Node) bool {
	name, code := "", strings.TrimSuffix(t.words(n), ";")
	for _, form := range []string{"++", " += 1"} {
		if before, ok := strings.CutSuffix(code, form); ok {
			name = before
		}
	}
	if after, ok := strings.CutPrefix(code, "++"); ok {
		name = after
	}
	return t.wide(f, name)
}

// wide reports whether a variable of a function or of the contract, or an entry of one, is a uint256.
func (t *text) wide(f *function, code string) bool {
	if entry := strings.IndexByte(code, '['); entry > 0 {
		code = code[:entry]
	}
	typ := strings.TrimSuffix(t.typeOf(code), ")")
	typ = strings.TrimSpace(typ[strings.LastIndex(typ, ">")+1:])
	for c := range f.body.All() {
		if c.Kind == solidity.NodeVar && c.Name() != nil && t.text(c.Name()) == code {
			typ = t.text(c.First())
		}
	}
	return typ == "uint256" || typ == "uint"
}

// covered reports whether a statement only subtracts an amount that a check of the same block has required to
// be available, with no write to either operand in between.
func (t *text) covered(f *function, n *solidity.Node) bool {
	if n.First().Kind != solidity.NodeAssign {
		return false
	}
	of, op := n.First(), t.file.Operator(n.First())
	if op == "=" {
		of = inner(of.Last())
		op = ""
		if of.Kind == solidity.NodeBinary {
			op = t.file.Operator(of) + "="
		}
	}
	if op != "-=" || t.calls(of) {
		return false
	}
	whole, part := t.words(of.First()), t.words(of.Last())
	if !t.wide(f, whole) {
		return false
	}
	for _, g := range f.guards {
		c := inner(g.cond)
		if g.stmt.Parent() != n.Parent() || g.stmt.Start > n.Start || c.Kind != solidity.NodeBinary {
			continue
		}
		more, less := t.words(c.First()), t.words(c.Last())
		op := t.file.Operator(c)
		greater := op == ">" || op == ">="
		if !greater && op != "<" && op != "<=" {
			continue
		}
		if greater != g.pass {
			more, less = less, more
		}
		if more == whole && less == part && !t.changed(g.stmt, n, whole, part) {
			return true
		}
	}
	return false
}

// changed reports whether a statement between two of a block assigns to one of the names.
func (t *text) changed(from, to *solidity.Node, names ...string) bool {
	for s := from.Next(); s != nil && s != to; s = s.Next() {
		for c := range s.All() {
			if (c.Kind == solidity.NodeAssign || c.Kind == solidity.NodeUnary || c.Kind == solidity.NodePostfix) &&
				slices.Contains(names, t.words(c.First())) {
				return true
			}
		}
	}
	return false
}

// otherForm writes a sum or difference in an equivalent form, x += y as x = x + y or x++ as x += 1 or the
// reverse, and a number above zero as one that is not zero.
func (t *text) otherForm(f *function, n *solidity.Node) (edit.Edit, bool) {
	switch {
	case n.Kind == solidity.NodeAssign && plain(n.First()):
		to, from := t.text(n.First()), inner(n.Last())
		switch op := t.file.Operator(n); {
		case (op == "+=" || op == "-=") && t.text(n.Last()) == "1" && n.Parent().Kind == solidity.NodeExprStmt:
			return replace(n, to+op[:1]+op[:1]), true
		case (op == "+=" || op == "-=") && plain(n.Last()):
			return replace(n, to+" = "+to+" "+op[:1]+" "+t.text(n.Last())), true
		case op == "=" && from.Kind == solidity.NodeBinary && from == n.Last() && t.text(from.First()) == to &&
			plain(from.Last()):
			if by := t.file.Operator(from); by == "+" || by == "-" {
				return replace(n, to+" "+by+"= "+t.text(from.Last())), true
			}
		}
	case n.Kind == solidity.NodeExprStmt:
		code := strings.TrimSuffix(t.text(n), ";")
		for form, other := range map[string]string{"++": " += 1", "--": " -= 1"} {
			if name, ok := strings.CutSuffix(code, form); ok && !strings.ContainsAny(name, "+-\n") {
				return replace(n, name+other+";"), true
			}
		}
	case n.Kind == solidity.NodeBinary && t.text(n.Last()) == "0" && n.First().Kind == solidity.NodeIdent:
		name := t.text(n.First())
		unsigned := strings.HasPrefix(t.typeOf(name), "uint") || slices.ContainsFunc(f.params,
			func(v variable) bool { return v.name == name && strings.HasPrefix(v.typ, "uint") })
		other := map[string]string{">": "!=", "!=": ">"}[t.file.Operator(n)]
		if unsigned && other != "" {
			return replace(n, name+" "+other+" 0"), true
		}
	}
	return edit.Edit{}, false
}

// plain reports whether evaluating an expression has no side effect and cannot revert.
func plain(n *solidity.Node) bool {
	for c := range n.All() {
		switch c.Kind {
		case solidity.NodeIdent, solidity.NodeLiteral, solidity.NodeMember, solidity.NodeLabel, solidity.NodeIndex:
		default:
			return false
		}
	}
	return true
}

// control holds the files of one control, or the reason why there is none.
type control struct {
	kind  string
	files map[string]string
	why   string
	err   error
}

// Generate implements [generate.Generator]. It takes at most o.Count pairs, in the order of the suite; a sample
// of a batch is named by the kind of its harmless edit, and by the pair from which it was made.
func (g *Harmless) Generate(ctx context.Context, o generate.Options) (*generate.Batch, error) {
	b := &generate.Batch{FormatVersion: generate.FormatVersion, Suite: g.Suite.Name, Seed: o.Seed, Asked: o.Count}
	samples := g.Suite.Samples
	for i, c := range inParallel(ctx, len(samples), func(ctx context.Context, i int) control {
		return g.control(ctx, &samples[i], o.Seed)
	}) {
		if l, ok := errors.AsType[rejected](c.err); ok {
			c.why, c.err = l.why, nil
		}
		if c.err != nil {
			return nil, fmt.Errorf("%s: %w", samples[i].ID, c.err)
		}
		why := cmp.Or(c.why, generate.Proved)
		b.Count(cmp.Or(c.kind, "none"), samples[i].ID, why)
		if o.Log != nil {
			o.Log(fmt.Sprintf("%s: %s %s", samples[i].ID, c.kind, why))
		}
		if c.why != "" {
			continue
		}
		if err := put(o.Dir, c.files); err != nil {
			return nil, err
		}
		b.Samples = append(b.Samples, generate.Sample{ID: samples[i].ID, Class: samples[i].Class, Operator: c.kind,
			Host: samples[i].ID})
		if o.Progress != nil {
			o.Progress()
		}
		if len(b.Samples) == o.Count {
			return b, nil
		}
	}
	return b, context.Cause(ctx)
}

// control makes the control of one pair.
func (g *Harmless) control(ctx context.Context, s *suite.Sample, seed uint64) (c control) {
	x, ok := g.Suite.Executable(s)
	if !ok || x.Clean || len(s.Meta.Further) > 0 {
		return control{why: "it is no pair of one flaw"}
	}
	files, err := g.read(s.Dir)
	if err != nil {
		return control{err: err}
	}
	delete(files, s.Dir+"/evidence.json")
	vulnerable, twin := x.Vulnerable[x.Main], x.Fixed[x.Main]
	hunks := suite.Hunks(vulnerable, twin)
	by := growth(twin, []edit.Edit{{Start: 0, End: len(twin), New: vulnerable}})
	tree, file := x.Fixed, path.Join(s.Dir, "fixed", x.Main)
	if by < 0 { // the vulnerable half lacks something: it gets a check without an effect
		tree, file = x.Vulnerable, path.Join(s.Dir, x.Main)
	}
	t := read(x.Main, with(tree, x.Main, files[file]), false)
	list := byGrowth(t.harmlessEdits(near(hunks, by < 0)), max(by, -by))
	for _, e := range list[:min(len(list), maxHarmlessEdits)] {
		text, err := edit.Apply(t.src, []edit.Edit{e.edit})
		if err != nil {
			return control{err: err}
		}
		switch same, err := same(ctx, g.Compiler, x.Rules, nil, tree, with(tree, x.Main, text), seed); {
		case err != nil:
			return control{err: err}
		case !same:
			continue
		}
		files[file] = text
		c := control{kind: e.kind, files: files}
		s, err := load(files)
		if c.err = err; err == nil {
			c.err = proven(ctx, g.Compiler, s, evidence.Minimal)
		}
		return c
	}
	if len(list) == 0 {
		return control{why: "it has no place for a harmless edit"}
	}
	return control{why: "no harmless edit is without an effect"}
}

// with returns a tree with another text at a path.
func with(tree map[string]string, at, text string) map[string]string {
	out := maps.Clone(tree)
	out[at] = text
	return out
}

// same reports whether two trees behave equally in honest use, in the attack, and in random transactions. base has the
// proof of trees without one, and is nil for others.
func same(ctx context.Context, c *solc.Compiler, rules evidence.Rules, base *solc.Output,
	before, after map[string]string, seed uint64) (bool, error) {
	var worlds [2]*evm.Proof
	for i, tree := range []map[string]string{before, after} {
		out, err := c.Compile(ctx, solc.Input{Version: rules.Compiler, Sources: tree})
		if err != nil {
			if _, ok := errors.AsType[rejected](broken(err, "it does not compile")); ok {
				return false, nil
			}
			return false, err
		}
		if worlds[i], err = verify.LoadOn(ctx, rules, out, base, false); err != nil {
			return false, nil
		}
	}
	cmp, err := evm.Compare(ctx, worlds[0], worlds[1], evm.Mapping{}, seed, compared)
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	return err == nil && cmp.Difference == "", nil
}

// read returns the files of a sample by path.
func (g *Harmless) read(dir string) (map[string]string, error) {
	files := map[string]string{}
	err := fs.WalkDir(g.Files, dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		switch name := path.Base(p); name {
		case "variants.json", "adequacy.json", "campaign.json": // they belong to other texts
			return nil
		}
		text, err := fs.ReadFile(g.Files, p)
		files[p] = string(text)
		return err
	})
	return files, err
}

var _ generate.Generator = (*Harmless)(nil)
