package solidity

import "assay/internal/lang/edit"

// RenameAnyway renames without checking that the new names are free.
func (n *Names) RenameAnyway(names map[string]string) map[string][]edit.Edit {
	return n.edits(names)
}
