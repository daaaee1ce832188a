package export

import (
	"fmt"
	"io"
	"strconv"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"assay/internal/report"
)

// parquetBatch bounds the rows that stand in memory before they are handed on.
const parquetBatch = 1024

// parquetRows bounds a row group.
const parquetRows = 100_000

// writeParquet writes the table of trials with its types. What is empty in CSV
// is null. The columns stand in order of name, as the format has them.
func writeParquet(w io.Writer, d *report.Data) error {
	group := parquet.Group{}
	byName := map[string]column[trialRow]{}
	for _, c := range trialColumns() {
		byName[c.Name] = c
		group[c.Name] = parquet.Optional(parquetNode(c.kind))
	}
	schema := parquet.NewSchema("trials", group)
	var columns []column[trialRow]
	for _, f := range schema.Fields() {
		columns = append(columns, byName[f.Name()])
	}
	out := parquet.NewGenericWriter[any](w, schema, parquet.Compression(&zstd.Codec{}), parquet.MaxRowsPerRowGroup(parquetRows), parquet.CreatedBy("assay", "", ""))
	batch := make([]parquet.Row, 0, parquetBatch)
	flush := func() error {
		_, err := out.WriteRows(batch)
		batch = batch[:0]
		return err
	}
	var err error
	trialRows(d, func(r trialRow) bool {
		row := make(parquet.Row, len(columns))
		for i, c := range columns {
			v, verr := parquetValue(c.kind, c.of(r))
			if verr != nil {
				err = fmt.Errorf("column %s: %w", c.Name, verr)
				return false
			}
			row[i] = v.Level(0, 1, i)
			if v.IsNull() {
				row[i] = v.Level(0, 0, i)
			}
		}
		if batch = append(batch, row); len(batch) == parquetBatch {
			err = flush()
		}
		return err == nil
	})
	if err == nil {
		err = flush()
	}
	if err == nil {
		err = out.Close()
	}
	if err != nil {
		return fmt.Errorf("writing Parquet: %w", err)
	}
	return nil
}

func parquetNode(k kind) parquet.Node {
	switch k {
	case whole64:
		return parquet.Int(64)
	case real64:
		return parquet.Leaf(parquet.DoubleType)
	case yesNo:
		return parquet.Leaf(parquet.BooleanType)
	}
	return parquet.Encoded(parquet.String(), &parquet.RLEDictionary)
}

// parquetValue reads a cell as its column has it; "" is null.
func parquetValue(k kind, cell string) (parquet.Value, error) {
	if cell == "" {
		return parquet.NullValue(), nil
	}
	switch k {
	case whole64:
		n, err := strconv.ParseInt(cell, 10, 64)
		return parquet.ValueOf(n), err
	case real64:
		x, err := strconv.ParseFloat(cell, 64)
		return parquet.ValueOf(x), err
	case yesNo:
		b, err := strconv.ParseBool(cell)
		return parquet.ValueOf(b), err
	}
	return parquet.ValueOf(cell), nil
}
