package write

import (
	"fmt"
	"io"
	"strconv"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// parquetBatch limits the number of rows in memory before they are passed on.
const parquetBatch = 1024

// parquetRows limits the size of a row group.
const parquetRows = 100_000

// Kind is the kind of values in a column of cells, for formats with types.
type Kind int

// The kinds.
const (
	KindText Kind = iota
	KindWhole
	KindReal
	KindYesNo
)

// Field is a column of a table with types.
type Field struct {
	Name string
	Kind Kind
}

// Parquet writes a table with its types. The file names it name, and its metadata hold the version of the columns
// as format_version. rows yields the cells of each row in the order of fields; "" is null. The columns are sorted
// by name, as the format requires. Equal cells give equal bytes.
func Parquet(w io.Writer, name string, version int, fields []Field, rows func(yield func(cells []string) bool)) error {
	group := parquet.Group{}
	at := map[string]int{}
	for i, f := range fields {
		at[f.Name] = i
		group[f.Name] = parquet.Optional(parquetNode(f.Kind))
	}
	schema := parquet.NewSchema(name, group)
	var order []int
	for _, f := range schema.Fields() {
		order = append(order, at[f.Name()])
	}
	out := parquet.NewGenericWriter[any](w, schema, parquet.Compression(&zstd.Codec{}),
		parquet.MaxRowsPerRowGroup(parquetRows), parquet.CreatedBy("assay", "", ""),
		parquet.KeyValueMetadata("format_version", strconv.Itoa(version)))
	batch := make([]parquet.Row, 0, parquetBatch)
	flush := func() error {
		_, err := out.WriteRows(batch)
		batch = batch[:0]
		return err
	}
	var err error
	rows(func(cells []string) bool {
		row := make(parquet.Row, len(order))
		for i, f := range order {
			v, verr := parquetValue(fields[f].Kind, cells[f])
			if verr != nil {
				err = fmt.Errorf("column %s: %w", fields[f].Name, verr)
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

func parquetNode(k Kind) parquet.Node {
	switch k {
	case KindWhole:
		return parquet.Int(64)
	case KindReal:
		return parquet.Leaf(parquet.DoubleType)
	case KindYesNo:
		return parquet.Leaf(parquet.BooleanType)
	}
	return parquet.Encoded(parquet.String(), &parquet.RLEDictionary)
}

// parquetValue converts a cell to the type of its column; "" is null.
func parquetValue(k Kind, cell string) (parquet.Value, error) {
	if cell == "" {
		return parquet.NullValue(), nil
	}
	switch k {
	case KindWhole:
		n, err := strconv.ParseInt(cell, 10, 64)
		return parquet.ValueOf(n), err
	case KindReal:
		x, err := strconv.ParseFloat(cell, 64)
		return parquet.ValueOf(x), err
	case KindYesNo:
		b, err := strconv.ParseBool(cell)
		return parquet.ValueOf(b), err
	}
	return parquet.ValueOf(cell), nil
}
