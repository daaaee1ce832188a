package shapeshifter

import (
	"fmt"
	"strings"

	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
	"assay/internal/lang/transform"
)

// L4 is the fourth level: the third, and added code without effect.
var L4 = transform.Transformation{
	Name: "shapeshifter-l4",
	Doc: `do what L3 does, and add code that never runs

Each contract gets private functions that only compute, called where a condition never holds.`,
	Kind:     transform.Preserving,
	Letter:   "O",
	Promises: transform.C4,
	Options:  []transform.Option{styleOption},
	Run:      func(in *transform.Input) (*transform.Output, error) { return obfuscate(in, true) },
}

// deadBodies compute a result from a and b, without a check that could fail.
var deadBodies = [][]string{
	{"uint256 {c} = {a} / 3 + {b} / 5;", "if ({c} > {a}) {", "    {c} = {c} / 2;", "}", "return {c};"},
	{"uint256 {c} = {a} % 97;", "for (uint256 {d} = 0; {d} < {b} % 4; {d}++) {", "    {c} = {c} / 2 + {d};", "}",
		"return {c};"},
	{"if ({a} > {b}) {", "    return {a} - {b};", "}", "return {b} - {a};"},
	{"uint256 {c} = {a} ^ {b};", "{c} = {c} >> 1;", "return {c} / 7;"},
}

// dead adds functions at the end of each contract, and calls of them under conditions
// that never hold.
func (w *writer) dead(text string) []edit.Edit {
	w.file = w.in.Parse(text)
	w.edits = nil
	pure := transform.DialectOf(text).Pure()
	for n := range w.file.Root.All() {
		if n.Kind != solidity.NodeContract || w.file.Words(n)[0].Text(text) == "interface" {
			continue
		}
		contract := w.file.Text(n.Name())
		var fns []string
		for i := range 1 + w.in.Dice.IntN(2, "dead", contract) {
			fns = append(fns, w.fresh("process", contract, i))
			w.put(edit.Insert(n.End-1, w.deadFunction(fns[i], pure, contract)))
		}
		for fn := range n.Children() {
			body := fn.Find(solidity.NodeBlock)
			if fn.Kind != solidity.NodeFunction || body == nil || fn.Name() == nil || w.file.Text(fn.Name()) == contract {
				continue
			}
			key := contract + "." + w.file.Text(fn.Name())
			if w.in.Dice.IntN(2, "called", key) == 0 {
				continue
			}
			w.enter(fn)
			_, never, ok := w.opaque(key)
			if !ok {
				continue
			}
			d := w.in.Dice.Rand("call", key)
			indent := transform.Indent(text, fn.Start)
			w.put(edit.Insert(body.Start+1, fmt.Sprintf("\n%s    if (%s) {\n%s        %s(%d, %d);\n%s    }", indent,
				never, indent, fns[d.IntN(len(fns))], d.IntN(999), d.IntN(999), indent)))
			w.done++
		}
	}
	return w.edits
}

func (w *writer) deadFunction(name, pure, contract string) string {
	names := strings.NewReplacer("{a}", w.fresh("input", name, "a"), "{b}", w.fresh("part", name, "b"), "{c}",
		w.fresh("item", name, "c"), "{d}", w.fresh("step", name, "d"))
	var b strings.Builder
	if pure != "" {
		pure += " "
	}
	fmt.Fprintf(&b, "\n    function %s(uint256 {a}, uint256 {b}) private %sreturns (uint256) {\n", name, pure)
	for _, line := range transform.Pick(w.in.Dice, deadBodies, "body", contract, name) {
		fmt.Fprintf(&b, "        %s\n", line)
	}
	b.WriteString("    }\n")
	return names.Replace(b.String())
}
