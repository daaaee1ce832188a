// Package edit rewrites text by edits of byte ranges and maps a span of the old text
// to the new one. Labels can therefore follow their code through every rewriting: code
// that changes a text returns edits, never the changed text.
//
// All edits of a list refer to the same text, the one before any of them.
// Their order matters only for inserts at one position, which stay in the order
// given. The package knows nothing about languages or lines.
package edit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Edit replaces the bytes [Start, End) by New. An empty range inserts before
// the byte at Start; an empty New deletes.
type Edit struct {
	Start, End int
	New        string
}

// Insert returns the edit that puts text before the byte at offset.
func Insert(offset int, text string) Edit { return Edit{offset, offset, text} }

// Delete returns the edit that removes [start, end).
func Delete(start, end int) Edit { return Edit{start, end, ""} }

// RangeError reports an edit outside the text.
type RangeError struct {
	Edit Edit
	Size int
}

func (e *RangeError) Error() string {
	return fmt.Sprintf("edit of bytes [%d, %d) lies outside a text of %d bytes", e.Edit.Start, e.Edit.End, e.Size)
}

// OverlapError reports that two edits change the same bytes, or that one inserts
// inside the range that the other replaces.
type OverlapError struct{ A, B Edit }

func (e *OverlapError) Error() string {
	return fmt.Sprintf("edits of bytes [%d, %d) and [%d, %d) overlap", e.A.Start, e.A.End, e.B.Start, e.B.End)
}

// inOrder returns the edits sorted by position: the same slice if they are already
// sorted, else a copy. Inserts come before a replacement that starts at their
// position; the sort is stable. It reports the first overlap, and any range that is
// reversed or negative.
func inOrder(edits []Edit) ([]Edit, error) {
	if !slices.IsSortedFunc(edits, byPlace) {
		edits = slices.Clone(edits)
		slices.SortStableFunc(edits, byPlace)
	}
	for i, e := range edits {
		if e.Start < 0 || e.End < e.Start {
			return nil, &RangeError{e, 0}
		}
		if i > 0 && e.Start < edits[i-1].End {
			return nil, &OverlapError{edits[i-1], e}
		}
	}
	return edits, nil
}

func byPlace(a, b Edit) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
}

// check is inOrder with the ranges checked for a text of size bytes.
func check(size int, edits []Edit) ([]Edit, error) {
	for _, e := range edits {
		if e.Start < 0 || e.End < e.Start || e.End > size {
			return nil, &RangeError{e, size}
		}
	}
	return inOrder(edits)
}

// Apply returns src after all edits. It fails with a [*RangeError] or an
// [*OverlapError], and then applies none of them.
func Apply(src string, edits []Edit) (string, error) {
	sorted, err := check(len(src), edits)
	if err != nil {
		return "", err
	}
	size := len(src)
	for _, e := range sorted {
		size += len(e.New) - (e.End - e.Start)
	}
	var b strings.Builder
	b.Grow(size)
	last := 0
	for _, e := range sorted {
		b.WriteString(src[last:e.Start])
		b.WriteString(e.New)
		last = e.End
	}
	b.WriteString(src[last:])
	return b.String(), nil
}
