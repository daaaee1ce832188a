package board

import (
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkBuild builds a board of the archives that [TestLarge] wrote.
func BenchmarkBuild(b *testing.B) {
	dir := os.Getenv("ASSAY_BOARD")
	if dir == "" {
		b.Skip("ASSAY_BOARD names no directory with archives; TestLarge writes them there")
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.assay.zip"))
	if err != nil || len(names) == 0 {
		b.Fatal(names, err)
	}
	for b.Loop() {
		var inputs []Input
		for _, name := range names {
			f, err := os.Open(name)
			if err != nil {
				b.Fatal(err)
			}
			info, err := f.Stat()
			if err != nil {
				b.Fatal(err)
			}
			inputs = append(inputs, Input{filepath.Base(name), f, info.Size()})
		}
		board, err := Build(b.Context(), inputs, Options{Limit: 8 << 30})
		if err != nil || board.Kept() != len(names) {
			b.Fatal(board, err)
		}
		for _, in := range inputs {
			in.At.(*os.File).Close()
		}
	}
}
