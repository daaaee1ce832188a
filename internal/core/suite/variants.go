package suite

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"

	"assay/internal/bench"
)

// VariantsFile is the file in the directory of a suite that has the transformed variants of its texts. It is a zip of
// index.json, a [VariantsIndex], and a [VariantsOf] for every base, each compressed alone with Zstandard. In a large
// file, dictionary has some of them once more: what the others share with those, none of them repeats.
const VariantsFile = "variants.zip"

// VariantsVersion is raised when older files cannot be read any more.
const VariantsVersion = 1

const (
	variantsIndex = "index.json"
	variantsDict  = "dictionary"
	dictEvery     = 100      // bases for one in the dictionary
	maxVariants   = 64 << 20 // bytes of a variants.zip
	maxGroup      = 32 << 20 // bytes of one of its entries
)

// VariantsIndex lists the chains of a variants.zip, in the order of --variants all.
type VariantsIndex struct {
	Version int           `json:"version"`
	Suite   string        `json:"suite"`
	Chains  []StoredChain `json:"chains"`
}

// StoredChain is a chain of transformations that was applied to every text of a suite in one of its languages.
type StoredChain struct {
	Chain     string   `json:"chain"`
	Seed      uint64   `json:"seed"`
	Kind      string   `json:"kind"`            // as in [bench.ChainUse]
	Letters   string   `json:"letters"`         // likewise
	Promises  string   `json:"promises"`        // likewise
	Languages []string `json:"languages"`       // of the texts that it rewrites
	Paper     bool     `json:"paper,omitempty"` // belongs to --variants paper
	Of        string   `json:"of,omitempty"`    // as in [bench.ChainUse]
}

// VariantsOf has the variants of the texts with one base.
type VariantsOf struct {
	Texts    map[string]string `json:"texts"` // hash of the task of every original, by key without the suite
	Variants []StoredVariant   `json:"variants"`
}

// StoredVariant is what a variant does not share with its original. With Why it is no variant but the reason why the
// chain has none for the program whose first text is Of.
type StoredVariant struct {
	Of          string           `json:"of"` // key of the original, without the suite
	Chain       string           `json:"chain"`
	Seed        uint64           `json:"seed"`
	Why         string           `json:"why,omitempty"`
	Truth       bench.Truth      `json:"truth,omitempty"`
	Twin        string           `json:"twin,omitempty"` // key of the twin's original, without the suite
	Files       []bench.File     `json:"files,omitempty"`
	Context     []bench.File     `json:"context,omitempty"`
	Labels      []StoredLabel    `json:"labels,omitempty"`
	Further     []bench.LabelSet `json:"further,omitempty"`
	RootCause   string           `json:"root_cause,omitempty"` // "" is that of the original, as for the next four
	Attack      string           `json:"attack,omitempty"`
	Fix         string           `json:"fix,omitempty"`
	Protocol    string           `json:"protocol,omitempty"`
	Spec        string           `json:"spec,omitempty"`
	Certificate string           `json:"certificate,omitempty"`
	Evidence    string           `json:"evidence,omitempty"`
	Unproved    string           `json:"unproved,omitempty"` // why there is no certificate
}

// StoredLabel is what a label of a variant does not share with the label of the original at the same index. A span of
// whole lines, without the blanks around them, is stored as the number of lines by which it moved.
type StoredLabel struct {
	Line    int          `json:"l,omitempty"`
	EndLine int          `json:"e,omitempty"`
	Within  *[2]int      `json:"w,omitempty"` // start and end in bytes, of a span that is not whole lines
	Scope   *string      `json:"s,omitempty"`
	Whole   *bench.Label `json:"o,omitempty"` // the label, where it differs in more
}

// Varied is what chains make of a selection.
type Varied struct {
	Variants []*bench.Variant // by suite and chain, then in the order of the selection
	Chains   []bench.ChainUse // by suite and chain
	Left     []NotApplied     // programs that a chain could not rewrite, in the same order
	Unproved map[string]error // by key: why a variant has no proof
}

// NotApplied is one program that a chain could not rewrite. It has no variant of that chain: the
// original never replaces it.
type NotApplied struct {
	Suite, Chain string
	Variant      string // key of the program's first variant
	Why          error
}

// NoVariantsError reports that variants are not stored; its text names the command that makes them.
type NoVariantsError struct{ why string }

func (e *NoVariantsError) Error() string { return e.why }

// StoredVariants reads a variants.zip. Entries are read when they are asked for. It is safe for concurrent use.
type StoredVariants struct {
	Index VariantsIndex
	zip   *zip.Reader
	name  string // of the file, for messages
}

// ReadVariants reads the index of a variants.zip that has the given name in messages.
func ReadVariants(b []byte, name string) (*StoredVariants, error) {
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	z.RegisterDecompressor(zstd.ZipMethodWinZip, zstd.ZipDecompressor(zstd.WithDecoderMaxMemory(2*maxGroup)))
	s := &StoredVariants{zip: z, name: name}
	if err := s.decode(variantsIndex, &s.Index); err != nil {
		return nil, err
	}
	if s.Index.Version != VariantsVersion {
		return nil, fmt.Errorf("%s has version %d, this program reads %d", name, s.Index.Version, VariantsVersion)
	}
	var dict json.RawMessage
	if err = s.decode(variantsDict, &dict); err == nil {
		z.RegisterDecompressor(zstd.ZipMethodWinZip, zstd.ZipDecompressor(zstd.WithDecoderMaxMemory(2*maxGroup),
			zstd.WithDecoderDictRaw(1, dict)))
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return s, nil
}

// decode reads one entry.
func (s *StoredVariants) decode(entry string, into any) error {
	f, err := s.zip.Open(entry)
	if err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxGroup+1))
	if err == nil && len(text) > maxGroup {
		err = fmt.Errorf("more than %d bytes", maxGroup)
	}
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		return fmt.Errorf("%s: %s: %w", s.name, entry, err)
	}
	return nil
}

// Group returns the variants of the texts with a base, given without the suite; the error is an [fs.ErrNotExist] where
// there are none.
func (s *StoredVariants) Group(base string) (*VariantsOf, error) {
	var group VariantsOf
	if err := s.decode(base+".json", &group); err != nil {
		return nil, err
	}
	return &group, nil
}

// Bases returns the bases with variants, in the order of the file.
func (s *StoredVariants) Bases() (out []string) {
	for _, f := range s.zip.File {
		if base, ok := strings.CutSuffix(f.Name, ".json"); ok && f.Name != variantsIndex {
			out = append(out, base)
		}
	}
	return out
}

// WriteVariants writes a variants.zip: equal arguments give equal bytes. The groups are by base without the suite.
func WriteVariants(w io.Writer, index VariantsIndex, groups map[string]VariantsOf) error {
	z := zip.NewWriter(w)
	options := []zstd.EOption{zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1),
		zstd.WithWindowSize(8 << 20)}
	z.RegisterCompressor(zstd.ZipMethodWinZip, zstd.ZipCompressor(options...))
	add := func(name string, v any) error {
		text, err := json.Marshal(v)
		if err != nil {
			return err
		}
		entry, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zstd.ZipMethodWinZip})
		if err != nil {
			return err
		}
		_, err = entry.Write(text)
		return err
	}
	if err := add(variantsIndex, index); err != nil {
		return err
	}
	bases := slices.Sorted(maps.Keys(groups))
	var dict []VariantsOf
	for i := dictEvery - 1; i < len(bases); i += dictEvery {
		dict = append(dict, groups[bases[i]])
	}
	if len(dict) > 0 {
		text, err := json.Marshal(dict)
		if err == nil {
			err = add(variantsDict, json.RawMessage(text))
		}
		if err != nil {
			return err
		}
		z.RegisterCompressor(zstd.ZipMethodWinZip, zstd.ZipCompressor(append(options, zstd.WithEncoderDictRaw(1, text))...))
	}
	for _, base := range bases {
		if err := add(base+".json", groups[base]); err != nil {
			return err
		}
	}
	return z.Close()
}

// storedVariants returns the reader of the file beside the texts, which is read on first use: an error that is a
// [NoVariantsError] where there is none.
func (l *loader) storedVariants() func() (*StoredVariants, error) {
	return sync.OnceValues(func() (*StoredVariants, error) {
		file := path.Join(l.root, VariantsFile)
		info, err := fs.Stat(l.fsys, file)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, &NoVariantsError{l.show(file) + " does not exist"}
		case err != nil:
			return nil, err
		case info.Size() > maxVariants:
			return nil, fmt.Errorf("%s has %d bytes; at most %d are read", l.show(file), info.Size(), maxVariants)
		}
		b, err := fs.ReadFile(l.fsys, file)
		if err != nil {
			return nil, err
		}
		return ReadVariants(b, l.show(file))
	})
}

// AddVariants makes s use the given variants before those beside its texts. It is called before s is shared.
func (s *Suite) AddVariants(more *StoredVariants) { s.added = append(s.added, more) }

// storedFiles returns the files with variants of s, those beside its texts last. The error of a missing file counts
// only where there is no other.
func (s *Suite) storedFiles() ([]*StoredVariants, error) {
	files := slices.Clip(s.added)
	if s.stored == nil {
		return files, nil
	}
	beside, err := s.stored()
	if none := (*NoVariantsError)(nil); errors.As(err, &none) && len(files) > 0 {
		return files, nil
	}
	if err != nil {
		return nil, err
	}
	return append(files, beside), nil
}

// StoredChains returns the chains of a suite whose variants are stored with a seed, each once; nil where none are.
func (s *Suite) StoredChains(seed uint64) []StoredChain {
	files, err := s.storedFiles()
	if err != nil {
		return nil
	}
	var out []StoredChain
	for _, f := range files {
		for _, c := range f.Index.Chains {
			if c.Seed == seed && !slices.ContainsFunc(out, func(o StoredChain) bool { return o.Chain == c.Chain }) {
				out = append(out, c)
			}
		}
	}
	return out
}

// Vary returns the stored variants of the selected texts of the suites, for each chain in the given order. A variant
// is proved when its certificate is stored and its originals are proved. It is an error if a chain is not stored
// with this seed for a suite, or is stored for other texts.
func Vary(suites []*Suite, selected []*bench.Variant, chains []string, seed uint64) (*Varied, error) {
	out := &Varied{Unproved: map[string]error{}}
	if len(chains) == 0 {
		return out, nil
	}
	for _, st := range suites {
		if programs := st.Programs(selected); len(programs) > 0 {
			if err := st.vary(out, programs, chains, seed); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// vary adds the variants of one suite to out.
func (s *Suite) vary(out *Varied, programs []Program, chains []string, seed uint64) error {
	files, err := s.storedFiles()
	if none := (*NoVariantsError)(nil); errors.As(err, &none) {
		return &NoVariantsError{none.why + "; " + s.MakeVariants(chains[0], seed)}
	}
	if err != nil {
		return err
	}
	wanted := make([]map[string]bool, len(files)) // the chains that are read from each
	var list []StoredChain
	for _, chain := range chains {
		at := -1
		i := slices.IndexFunc(files, func(f *StoredVariants) bool {
			at = slices.IndexFunc(f.Index.Chains, func(c StoredChain) bool { return c.Chain == chain && c.Seed == seed })
			return at >= 0
		})
		if i < 0 {
			only := ""
			if chains := s.StoredChains(seed); chains != nil {
				var names []string
				for _, c := range chains {
					names = append(names, c.Chain)
				}
				only = ", only of " + strings.Join(names, ", ")
			}
			return &NoVariantsError{fmt.Sprintf("no variants of suite %s by the chain %s with seed %d are stored%s; %s", s.Name,
				chain, seed, only, s.MakeVariants(chain, seed))}
		}
		if wanted[i] == nil {
			wanted[i] = map[string]bool{}
		}
		wanted[i][chain] = true
		list = append(list, files[i].Index.Chains[at])
	}
	read := restoredVariants{map[string]*bench.Variant{}, map[string]string{}}
	for i, f := range files {
		if wanted[i] != nil {
			if err := s.read(f, programs, wanted[i], seed, read); err != nil {
				return err
			}
		}
	}
	for _, c := range list {
		s.addChain(out, programs, c, read)
	}
	return nil
}

// restoredVariants is what was read of stored variants, by key.
type restoredVariants struct {
	made map[string]*bench.Variant
	whys map[string]string // why there is no variant, or why it is unproved
}

// read reads the variants of all bases of programs by the wanted chains.
func (s *Suite) read(stored *StoredVariants, programs []Program, wanted map[string]bool, seed uint64,
	into restoredVariants) error {
	again := func() string { return s.MakeVariants(slices.Min(slices.Collect(maps.Keys(wanted))), seed) }
	done := map[string]bool{}
	for _, p := range programs {
		base := s.Local(p.First.Base)
		if done[base] {
			continue
		}
		done[base] = true
		group, err := stored.Group(base)
		if errors.Is(err, fs.ErrNotExist) {
			return &NoVariantsError{fmt.Sprintf("%s has no variants of %s; %s", stored.name, base, again())}
		}
		if err != nil {
			return err
		}
		if key := s.Changed(group); key != "" {
			return &NoVariantsError{fmt.Sprintf("%s was made from another text of %s; %s", stored.name, key, again())}
		}
		for i := range group.Variants {
			x := &group.Variants[i]
			if x.Seed != seed || !wanted[x.Chain] {
				continue
			}
			v, err := s.restored(x)
			if err != nil {
				return fmt.Errorf("%s: %w", stored.name, err)
			}
			into.whys[v.Key] = cmp.Or(x.Why, x.Unproved)
			if x.Why == "" {
				into.made[v.Key] = v
			}
		}
	}
	return nil
}

// MakeVariants names the command that makes the variants of a chain with a seed, of all chains if chain is "".
func (s *Suite) MakeVariants(chain string, seed uint64) string {
	where, output := cmp.Or(s.place, s.Name), ""
	if s.Name == Blockbench || s.Name == TenantSQL {
		where, output = s.Name, " --output variants.zip` makes them, for --variants variants.zip"
	}
	if chain != "" {
		where += " --chain " + chain
	}
	return fmt.Sprintf("`assay variants build --suite %s --seed %d", where, seed) + cmp.Or(output, "` makes them")
}

// Changed returns a text of the group that s does not have or has changed, "" if there is none.
func (s *Suite) Changed(group *VariantsOf) string {
	for _, key := range slices.Sorted(maps.Keys(group.Texts)) {
		if v, ok := s.Variant(s.Name + "/" + key); !ok || v.Task.Hash() != group.Texts[key] {
			return key
		}
	}
	return ""
}

// addChain adds the variants of one chain to out.
func (s *Suite) addChain(out *Varied, programs []Program, c StoredChain, read restoredVariants) {
	use := bench.ChainUse{Suite: s.Name, Chain: c.Chain, Kind: c.Kind, Letters: c.Letters, Promises: c.Promises,
		Of: c.Of}
	suffix := (&bench.Variant{Chain: c.Chain, Seed: c.Seed}).Suffix()
	added := map[string]bool{}
	for _, p := range programs {
		if !slices.Contains(c.Languages, p.First.Task.Language) {
			use.Silent++
			continue
		}
		use.Programs++
		first := read.made[p.First.Key+suffix]
		if why := read.whys[p.First.Key+suffix]; first == nil {
			out.Left = append(out.Left, NotApplied{s.Name, c.Chain, p.First.Key,
				errors.New(cmp.Or(why, "no variant is stored"))})
			continue
		}
		use.Applied++
		for _, v := range []*bench.Variant{first, read.made[first.Twin]} {
			if v == nil || added[v.Key] || !p.Selected[v.Origin()] {
				continue
			}
			added[v.Key] = true
			out.Variants = append(out.Variants, v)
			if v.Proof != bench.Proved {
				out.Unproved[v.Key] = errors.New(cmp.Or(read.whys[v.Key],
					"its original is not proved itself; `assay verify` reports why"))
			}
		}
	}
	out.Chains = append(out.Chains, use)
}

// restored returns the variant that x describes; with x.Why only its key counts.
func (s *Suite) restored(x *StoredVariant) (*bench.Variant, error) {
	of, ok := s.Variant(s.Name + "/" + x.Of)
	if !ok {
		return nil, fmt.Errorf("the suite has no text %s", x.Of)
	}
	v := *of
	v.Chain, v.Seed = x.Chain, x.Seed
	v.Key += v.Suffix()
	if x.Why != "" {
		return &v, nil
	}
	v.Truth, v.Labels, v.Further = x.Truth, nil, x.Further
	v.Task.Files, v.Task.Context = x.Files, x.Context
	v.RootCause, v.Attack, v.Fix = cmp.Or(x.RootCause, v.RootCause), cmp.Or(x.Attack, v.Attack), cmp.Or(x.Fix, v.Fix)
	v.Task.Protocol, v.Task.Spec = cmp.Or(x.Protocol, v.Task.Protocol), cmp.Or(x.Spec, v.Task.Spec)
	v.Twin, v.Proof, v.Evidence, v.Certificate = "", bench.Unproved, "", ""
	if x.Twin != "" {
		v.Twin = s.Name + "/" + x.Twin + v.Suffix()
	}
	if len(v.Task.Files) == 0 {
		return nil, fmt.Errorf("%s has no text", v.Key)
	}
	for i, l := range x.Labels {
		label, err := l.restored(of, &v, i)
		if err != nil {
			return nil, fmt.Errorf("%s: label %d: %w", v.Key, i+1, err)
		}
		v.Labels = append(v.Labels, label)
	}
	if x.Certificate != "" && s.proved(of.Sample) {
		v.Proof, v.Evidence, v.Certificate = bench.Proved, x.Evidence, x.Certificate
	}
	return &v, nil
}

// restored returns the label of v at an index, of which l has what differs from the label of its original.
func (l StoredLabel) restored(of, v *bench.Variant, i int) (bench.Label, error) {
	if l.Whole != nil {
		_, text, ok := fileOf(v, l.Whole.Span.File)
		if s := l.Whole.Span; !ok || s.Start < 0 || s.End < s.Start || s.End > len(text) {
			return *l.Whole, errors.New("it lies outside the text")
		}
		return *l.Whole, nil
	}
	if i >= len(of.Labels) {
		return bench.Label{}, errors.New("its original has no such label")
	}
	out := of.Labels[i]
	at, _, ok := fileOf(of, out.Span.File)
	files := slices.Concat(v.Task.Files, v.Task.Context)
	if !ok || at >= len(files) {
		return out, errors.New("it lies in no file")
	}
	out.Span.File = files[at].Path
	out.Span.Line, out.Span.EndLine = out.Span.Line+l.Line, out.Span.EndLine+l.EndLine
	if l.Scope != nil {
		out.Scope = *l.Scope
	}
	text := files[at].Text
	if l.Within != nil {
		out.Span.Start, out.Span.End = l.Within[0], l.Within[1]
	} else {
		out.Span.Start, out.Span.End = wholeLines(text, out.Span.Line, out.Span.EndLine)
	}
	if s := out.Span; s.Start < 0 || s.End < s.Start || s.End > len(text) {
		return out, errors.New("it lies outside the text")
	}
	return out, nil
}

// fileOf returns the position, among the files and the context of v, of the file with a path.
func fileOf(v *bench.Variant, path string) (int, string, bool) {
	files := slices.Concat(v.Task.Files, v.Task.Context)
	i := slices.IndexFunc(files, func(f bench.File) bool { return f.Path == path })
	if i < 0 {
		return 0, "", false
	}
	return i, files[i].Text, true
}

// wholeLines returns the bytes of lines first to last of a text, counted from 1, without the blanks around them;
// -1, -1 where the text has fewer lines.
func wholeLines(text string, first, last int) (start, end int) {
	if first < 1 || last < first {
		return -1, -1
	}
	for line := 1; line < first; line++ {
		i := strings.IndexByte(text[start:], '\n')
		if i < 0 {
			return -1, -1
		}
		start += i + 1
	}
	end = start
	for line := first; line <= last; line++ {
		i := strings.IndexByte(text[end:], '\n')
		if i < 0 {
			i = len(text) - end
		}
		end = min(end+i+1, len(text))
	}
	body := strings.TrimSpace(text[start:end])
	start += strings.Index(text[start:end], body)
	return start, start + len(body)
}

// Stored returns what restored needs of a variant of s; why is the reason why it is unproved.
func (s *Suite) Stored(v *bench.Variant, why string) (StoredVariant, error) {
	local := func(key string) string { return s.Local(strings.TrimSuffix(key, v.Suffix())) }
	x := StoredVariant{Of: local(v.Key), Chain: v.Chain, Seed: v.Seed, Truth: v.Truth, Twin: local(v.Twin),
		Files: v.Task.Files, Context: v.Task.Context, Further: v.Further, Certificate: v.Certificate, Evidence: v.Evidence,
		Unproved: why}
	of, ok := s.Variant(v.Origin())
	if !ok {
		return x, fmt.Errorf("the suite has no text %s", v.Origin())
	}
	for i, l := range v.Labels {
		short := StoredLabel{}
		if i < len(of.Labels) {
			was := of.Labels[i]
			short.Line, short.EndLine = l.Span.Line-was.Span.Line, l.Span.EndLine-was.Span.EndLine
			if l.Scope != was.Scope {
				short.Scope = &l.Scope
			}
		}
		same := func() bool {
			got, err := short.restored(of, v, i)
			return err == nil && reflect.DeepEqual(got, l)
		}
		if !same() {
			short.Within = &[2]int{l.Span.Start, l.Span.End}
		}
		if !same() {
			short = StoredLabel{Whole: &l}
		}
		x.Labels = append(x.Labels, short)
	}
	for _, f := range []struct {
		was, is string
		to      *string
	}{{of.RootCause, v.RootCause, &x.RootCause}, {of.Attack, v.Attack, &x.Attack}, {of.Fix, v.Fix, &x.Fix},
		{of.Task.Protocol, v.Task.Protocol, &x.Protocol}, {of.Task.Spec, v.Task.Spec, &x.Spec}} {
		if f.is != f.was {
			*f.to = f.is
		}
	}
	again, err := s.restored(&x)
	if err == nil {
		// these depend on the proofs of the originals
		again.Proof, again.Evidence, again.Certificate = v.Proof, v.Evidence, v.Certificate
		if !reflect.DeepEqual(again, v) {
			err = errors.New("it differs from its original in more than is stored")
		}
	}
	if err != nil {
		return x, fmt.Errorf("%s cannot be stored: %w", v.Key, err)
	}
	return x, nil
}

// proved reports whether every text of a sample is proved.
func (s *Suite) proved(sample string) bool {
	i := slices.IndexFunc(s.Samples, func(x Sample) bool { return x.ID == sample })
	return i >= 0 && !slices.ContainsFunc(s.Samples[i].Keys, func(key string) bool {
		v, ok := s.Variant(key)
		return !ok || v.Proof != bench.Proved
	})
}

// Local returns the key of a text, or a base, without the name of its suite.
func (s *Suite) Local(key string) string { return strings.TrimPrefix(key, s.Name+"/") }

// Program is texts that are rewritten together, both halves of a pair whether or not both are selected, so that a
// variant does not depend on the selection.
type Program struct {
	First, Twin *bench.Variant  // Twin is nil where there is none
	Selected    map[string]bool // by key, of all programs
}

// Programs splits the selected originals of a suite into programs: vulnerable variants with their twins, then safe
// variants that are not yet in a program. A safe variant whose partner is not selected is rewritten with it.
func (s *Suite) Programs(selected []*bench.Variant) []Program {
	wanted := map[string]bool{}
	var originals []*bench.Variant // transformed texts of a suite are not transformed again
	for _, v := range selected {
		if v.Suite == s.Name && v.Chain == "" {
			wanted[v.Key] = true
			originals = append(originals, v)
		}
	}
	partner := map[string]*bench.Variant{} // by key of a safe variant: the first variant that it is the twin of
	for i := range s.Variants {
		if v := &s.Variants[i]; v.Truth == bench.Vulnerable && v.Twin != "" && partner[v.Twin] == nil {
			partner[v.Twin] = v
		}
	}
	var out []Program
	covered := map[string]bool{}
	add := func(v *bench.Variant) {
		p := Program{First: v, Selected: wanted}
		if twin, ok := s.Variant(v.Twin); ok {
			p.Twin = twin
		}
		out = append(out, p)
		covered[v.Key], covered[v.Twin] = true, true
	}
	for _, v := range originals {
		if v.Truth == bench.Vulnerable {
			add(v)
		}
	}
	for _, v := range originals {
		switch {
		case covered[v.Key]:
		case partner[v.Key] != nil:
			add(partner[v.Key])
		default:
			add(v)
		}
	}
	return out
}

// SplitChains splits a list of chains at its commas. A comma before key=value belongs
// to the settings of the chain that contains it.
func SplitChains(list string) []string {
	var out []string
	for part := range strings.SplitSeq(list, ",") {
		if i := strings.IndexAny(part, "=:+"); i >= 0 && part[i] == '=' && len(out) > 0 {
			out[len(out)-1] += "," + part
			continue
		}
		out = append(out, part)
	}
	return out
}
