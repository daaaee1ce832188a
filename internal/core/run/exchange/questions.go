package exchange

import (
	"cmp"
	"encoding/json"
	"io"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/base/exit"
	"assay/internal/core/base/outfile"
	"assay/internal/core/prompt"
)

// Question is what another program asks for us. It has no key, whose words may reveal the answer, and no truth.
type Question struct {
	Prompt string          `json:"prompt"` // its hash
	System string          `json:"system,omitempty"`
	User   string          `json:"user"`
	Schema json.RawMessage `json:"schema,omitempty"`
}

// JSONL writes one value on each line. Text stays unchanged: nothing is escaped for HTML.
func JSONL[T any](w io.Writer, list []T) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, v := range list {
		if err := enc.Encode(v); err != nil {
			return err
		}
	}
	return nil
}

// Asked is a question with the variant that it is about.
type Asked struct {
	Question
	Variant *bench.Variant
	Asks    prompt.Asks
}

// Ask returns the question about each variant with a strategy, "" for the default of each.
func Ask(variants []*bench.Variant, strategy string) ([]Asked, error) {
	var all []Asked
	for _, v := range variants {
		st, err := prompt.ForTask(v.Task, strategy)
		if err != nil {
			return nil, exit.Usage("%v", err)
		}
		p, err := prompt.Render(st, v.Task)
		if err != nil {
			return nil, exit.Usage("%s: %v", v.Key, err)
		}
		all = append(all, Asked{Question{Prompt: p.Hash, System: p.System, User: p.User, Schema: p.Schema}, v, st.Asks})
	}
	return all, nil
}

// Questions returns the questions that were asked, without duplicates, in an order in which twins are not adjacent.
func Questions(asked []Asked) []Question {
	var all []Question
	for _, a := range asked {
		all = append(all, a.Question)
	}
	slices.SortFunc(all, func(a, b Question) int { return cmp.Compare(a.Prompt, b.Prompt) })
	return slices.CompactFunc(all, func(a, b Question) bool { return a.Prompt == b.Prompt })
}

// PutFiles writes every text under its key, with the files that it needs.
func PutFiles(to outfile.Folder, variants []*bench.Variant) error {
	for _, v := range variants {
		for _, f := range v.Task.Files {
			if err := outfile.Put(to, v.Key+"/"+f.Path, []byte(f.Text)); err != nil {
				return err
			}
		}
	}
	return nil
}
