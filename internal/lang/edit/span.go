package edit

func mapSorted(sorted []Edit, start, end int) (newStart, newEnd int, ok bool) {
	newStart, newEnd = start, end
	for _, e := range sorted {
		grow := len(e.New) - (e.End - e.Start)
		switch {
		case start == end: // a position
			switch {
			case e.Start < start && end < e.End:
				return 0, 0, false
			case e.End <= start && e.Start < start:
				newStart, newEnd = newStart+grow, newEnd+grow
			}
		case e.End <= start: // before, or an insert at the start
			newStart, newEnd = newStart+grow, newEnd+grow
		case e.Start >= end: // after, or an insert at the end
			return newStart, newEnd, newStart < newEnd
		case e.Start >= start && e.End <= end:
			newEnd += grow
		default:
			return 0, 0, false
		}
	}
	return newStart, newEnd, start == end || newStart < newEnd
}

// Mapper maps spans through one list of edits.
type Mapper struct {
	sorted []Edit
	err    error
}

// NewMapper sorts edits once; each Map is then one pass over them. The caller must not
// change the edits afterwards.
func NewMapper(edits []Edit) Mapper {
	sorted, err := inOrder(edits)
	return Mapper{sorted, err}
}

// Map returns the span of the text of [start, end) after the edits.
//
// Text inserted at either end stays outside; a change inside makes the span
// longer or shorter. ok is false when the text is deleted, when an edit crosses
// one end of the span and so cuts it, when the span is reversed, and when the
// edits conflict. An empty span marks a position; it maps to the position before text
// inserted there, and is deleted with its surroundings.
func (m Mapper) Map(start, end int) (newStart, newEnd int, ok bool) {
	if m.err != nil || start < 0 || end < start {
		return 0, 0, false
	}
	return mapSorted(m.sorted, start, end)
}
