package report

// memory holds, by name, results that several formats of one report show and that are slow to compute.
type memory map[string]any

// Kept calls compute once per view ([Data.Shared]), and on every call without a view. The result is shared: do not
// change it.
func Kept[T any](d *Data, name string, compute func() T) T {
	if d.memory == nil {
		return compute()
	}
	if v, ok := d.memory[name]; ok {
		return v.(T)
	}
	v := compute()
	d.memory[name] = v
	return v
}
