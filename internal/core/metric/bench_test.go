package metric

import (
	"strings"
	"testing"
)

// BenchmarkAll computes every metric for one subject on 300 bases asked twice.
func BenchmarkAll(b *testing.B) {
	said := strings.Repeat("hmmhx", 60)
	rows := append(shown("", said), shown("", said)...)
	for i := range rows {
		rows[i].Repetition = i / 300
	}
	for b.Loop() {
		Values(All(), rows)
	}
}
