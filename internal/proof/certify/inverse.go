package certify

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"assay/internal/lang/edit"
	"assay/internal/proof/solc"
)

// alpha undoes the renaming of a variant and compares its compiled code with the
// original; then interface and storage layout up to names. shown is what was compared,
// diff why there is no certificate.
func (k *certifier) alpha(h half, before, after *solc.Output) (shown, diff string, err error) {
	switch {
	case len(k.r.Renames) == 0:
		return "", "nothing was renamed", nil
	case len(k.r.Strings) > 0:
		return "", fmt.Sprintf("%s rewritten, which is no renaming", count(len(k.r.Strings), "string")), nil
	}
	inverse := map[string]string{}
	for _, old := range sorted(k.r.Renames) {
		now := k.r.Renames[old]
		if inverse[now] != "" {
			return "", fmt.Sprintf("%s and %s became one name", inverse[now], old), nil
		}
		inverse[now] = old
	}
	tree := k.shown(h.after)
	for path, text := range tree {
		tree[path] = blankComments(text) // they may name parameters, which the compiler checks
	}
	out, err := k.compile(solc.Input{Sources: tree, AST: true})
	if d, err := refusal("its syntax tree", err); d != "" || err != nil {
		return "", d, err
	}
	roots, decls, err := parse(out.AST)
	if err != nil {
		return "", err.Error(), nil
	}
	names, places := map[string]bool{}, 0
	back := map[string]string{}
	for _, path := range sorted(tree) {
		u := undo{tree[path], scan(tree[path]), inverse, decls, map[int]edit.Edit{}}
		if err := u.walk(roots[path]); err != nil {
			return "", fmt.Sprintf("%s: %v", path, err), nil
		}
		if back[path], err = edit.Apply(tree[path], slices.Collect(maps.Values(u.edits))); err != nil {
			return "", fmt.Sprintf("%s: %v", path, err), nil
		}
		for _, e := range u.edits {
			names[e.New] = true
		}
		places += len(u.edits)
	}
	original, err := k.compile(solc.Input{Sources: k.shown(h.before)})
	if d, err := refusal("the original without its proof", err); d != "" || err != nil {
		return "", d, err
	}
	undone, err := k.compile(solc.Input{Sources: back})
	if d, err := refusal("the variant with the renaming undone", err); d != "" || err != nil {
		return "", d, err
	}
	was := k.codes(original, h.before)
	if d := was.differs(k.codes(undone, h.after), same); d != "" {
		return "", "with the renaming undone, " + d, nil
	}
	entries, d := k.isomorphic(before, after, h)
	if d != "" {
		return "", d, nil
	}
	layout, d := k.sameLayout(before, after, h)
	if d != "" {
		return "", d, nil
	}
	return fmt.Sprintf("undoing the renaming of %s in %s of solc's syntax tree gives equal code of %s; %s of "+
		"the ABI equal up to names; %s",
		count(len(names), "name"), count(places, "place"), count(was.size(), "contract"), entries, layout), "", nil
}

// refusal turns a compile error into the reason for the missing certificate; other
// errors stay errors.
func refusal(what string, err error) (diff string, _ error) {
	var ce *solc.CompileError
	var ie *solc.InputError
	if errors.As(err, &ce) || errors.As(err, &ie) {
		return what + ": " + oneLine(err.Error()), nil
	}
	return "", err
}
