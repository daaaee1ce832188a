package shapeshifter

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assay/internal/lang/solidity"
	"assay/internal/lang/transform"
)

var styleOption = transform.Option{Name: "style", Values: []string{"opaque", "short", "neutral"},
	Doc: "names such as _0x1a2b, b, or handler2"}

// L2 is the second level: meaningless names.
var L2 = transform.Transformation{
	Name: "shapeshifter-l2",
	Doc: `give everything that the code declares a name that says nothing

Names that contracts elsewhere use, such as those of a token, stay.`,
	Kind:     transform.Preserving,
	Letter:   "O",
	Promises: transform.C3,
	Options:  []transform.Option{styleOption},
	Run: func(in *transform.Input) (*transform.Output, error) {
		out := &transform.Output{Renames: renames(in, in.Names()), Note: "names: " + in.Options["style"]}
		if out.Empty() {
			return nil, transform.NotApplicable("it declares no name that may change")
		}
		return out, nil
	},
}

func renames(in *transform.Input, names *transform.Names) map[string]string {
	switch in.Options["style"] {
	case "short":
		return short(in.Dice, names)
	case "neutral":
		return neutral(in.Dice, names)
	}
	return names.Assign(func(n transform.Name, attempt int) string {
		digits := strconv.FormatUint(in.Dice.Uint64("opaque", n.Name, attempt)>>(48-4*min(attempt/8, 12)), 16)
		return "_0x" + strings.Repeat("0", max(0, 4+attempt/8-len(digits))) + digits
	})
}

// short assigns a, b, …, z, aa, ab, … in an order that the seed determines.
func short(d transform.Dice, names *transform.Names) map[string]string {
	order := map[string]int{}
	for i, p := range d.Rand("short").Perm(len(names.List)) {
		order[names.List[i].Name] = p
	}
	list := slices.Clone(names.List)
	slices.SortFunc(list, func(a, b transform.Name) int { return order[a.Name] - order[b.Name] })
	out := map[string]string{}
	next := 0
	for _, n := range list {
		for {
			now := letters(next)
			next++
			if names.Free(now) {
				out[n.Name] = now
				break
			}
		}
	}
	return out
}

func letters(n int) string {
	s := ""
	for n++; n > 0; n = (n - 1) / 26 {
		s = string(rune('a'+(n-1)%26)) + s
	}
	return s
}

// neutralWords lists the parts from which names of each kind are built.
var neutralWords = []struct {
	kinds []solidity.DeclKind
	words []string
}{
	{[]solidity.DeclKind{solidity.DeclContract, solidity.DeclLibrary, solidity.DeclInterface},
		[]string{"Manager", "Handler", "Controller", "Module", "Unit", "Component"}},
	{[]solidity.DeclKind{solidity.DeclStruct, solidity.DeclEnum, solidity.DeclUserType},
		[]string{"Entry", "Item", "Element", "Form"}},
	{[]solidity.DeclKind{solidity.DeclEvent}, []string{"Changed", "Updated", "Noted"}},
	{[]solidity.DeclKind{solidity.DeclError}, []string{"Refused", "Rejected", "Failed"}},
	{[]solidity.DeclKind{solidity.DeclEnumValue}, []string{"Phase", "Stage", "Mode"}},
	{[]solidity.DeclKind{solidity.DeclModifier}, []string{"checked", "gated", "conditioned"}},
	{[]solidity.DeclKind{solidity.DeclFunction}, []string{"process", "handle", "perform", "execute", "apply", "operate",
		"update"}},
	{[]solidity.DeclKind{solidity.DeclStateVar}, []string{"data", "store", "state", "register", "content"}},
	{nil, []string{"item", "part", "input", "piece", "element", "detail"}},
}

func neutral(d transform.Dice, names *transform.Names) map[string]string {
	return names.Assign(func(n transform.Name, attempt int) string {
		for _, k := range neutralWords {
			if k.kinds == nil || n.Is(k.kinds...) {
				w := transform.Pick(d, k.words, "neutral", n.Name, attempt/3)
				if attempt == 0 {
					return w
				}
				return fmt.Sprintf("%s%d", w, attempt+1)
			}
		}
		return ""
	})
}
