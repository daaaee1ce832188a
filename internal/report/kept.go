package report

// memory keeps results that several formats of one report show and that are slow to
// compute, by name.
type memory map[string]any

// Kept computes once a view what it returns ([Data.Shared]); without a view, each
// time. It is shared: do not change it.
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
