package export

import (
	"bytes"
	"encoding/csv"
	"io"
	"strconv"
	"testing"

	"github.com/parquet-go/parquet-go"

	"assay/internal/core/report"
	"assay/internal/core/report/write"
)

// The cells of Parquet are those of CSV, with types; what is empty there is null.
func TestParquet(t *testing.T) {
	d := world()
	var b, again, text bytes.Buffer
	for _, w := range []io.Writer{&b, &again} {
		if err := writeParquet(w, d); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(b.Bytes(), again.Bytes()) {
		t.Error("the same data give other bytes")
	}
	if err := writeCSV(&text, d, "trials"); err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(&text).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	f, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if int(f.NumRows()) != len(records)-1 || len(f.Schema().Fields()) != len(records[0]) {
		t.Fatalf("%d rows of %d columns, CSV has %d of %d", f.NumRows(), len(f.Schema().Fields()), len(records)-1,
			len(records[0]))
	}
	if v, ok := f.Lookup("format_version"); !ok || v != strconv.Itoa(report.FormatVersion) {
		t.Errorf("format_version %q", v)
	}
	kinds := map[string]write.Kind{}
	for _, c := range trialColumns() {
		kinds[c.Name] = c.kind
	}
	column := map[string]int{}
	for i, name := range records[0] {
		column[name] = i
	}
	rows := f.RowGroups()[0].Rows()
	defer rows.Close()
	nulls, typed := 0, map[write.Kind]int{}
	buffer := make([]parquet.Row, 1)
	for line := 1; line < len(records); line++ {
		if n, err := rows.ReadRows(buffer); n != 1 {
			t.Fatalf("row %d: %v", line, err)
		}
		for i, field := range f.Schema().Fields() {
			want, v := records[line][column[field.Name()]], buffer[0][i]
			got, k := "", kinds[field.Name()]
			switch {
			case v.IsNull():
				nulls++
			case k == whole64:
				got = strconv.FormatInt(v.Int64(), 10)
			case k == real64:
				got = float(v.Double())
			case k == yesNo:
				got = strconv.FormatBool(v.Boolean())
			default:
				got = write.Inert(string(v.ByteArray()))
			}
			if got != want {
				t.Fatalf("row %d, %s: %q, CSV has %q", line, field.Name(), got, want)
			}
			if !v.IsNull() {
				typed[k]++
			}
		}
	}
	if nulls == 0 || len(typed) != 4 {
		t.Errorf("%d nulls, kinds %v: the test compares too little", nulls, typed)
	}
	var empty bytes.Buffer
	if err := writeParquet(&empty, &report.Data{}); err != nil {
		t.Error(err)
	}
	if f, err := parquet.OpenFile(bytes.NewReader(empty.Bytes()), int64(empty.Len())); err != nil || f.NumRows() != 0 {
		t.Errorf("nothing planned: %v", err)
	}
}
