package export

import (
	"io"

	"assay/internal/core/report"
	"assay/internal/core/report/write"
)

// writeParquet writes the table of trials with its types. An empty cell of CSV is null.
func writeParquet(w io.Writer, d *report.Data) error {
	columns := trialColumns()
	fields := make([]write.Field, len(columns))
	for i, c := range columns {
		fields[i] = write.Field{Name: c.Name, Kind: c.kind}
	}
	cells := make([]string, len(columns))
	return write.Parquet(w, "trials", report.FormatVersion, fields, func(yield func([]string) bool) {
		trialRows(d, func(r trialRow) bool {
			for i, c := range columns {
				cells[i] = c.of(r)
			}
			return yield(cells)
		})
	})
}
