package verifysuite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/environ"
	"assay/internal/core/suite"
	"assay/internal/lang/transform"
	"assay/internal/proof/solc"
)

// Compilation reports whether an imported Solidity text compiles, which is all that can be executed of a sample
// without a proof.
type Compilation struct {
	Suite string
	File  string // path of the text
	Solc  string // version that compiled or rejected it; "" when none could try
	Why   string // the first error on one line; "" when it compiles
	Needs string // what is missing: a file of a library, or a compiler; the text is then neither good nor bad
}

var (
	solidityRE = regexp.MustCompile(`pragma\s+solidity\s*([^;]*);`)
	exactRE    = regexp.MustCompile(`^=?\s*(0\.\d+\.\d+)$`)
)

// Imported compiles the texts of wanted imported samples, in their order: the sample, its twin and its chains,
// each with the newest installed compiler that its pragma permits. It is not an error if there is no such text, or no
// compiler: the second result is a command that installs what is missing, "" for nothing.
func (c *Options) Imported(ctx context.Context, env *environ.Env, list []*suite.Suite,
	want Wanted) (out []Compilation, install string, err error) {
	var texts []*bench.Variant
	for _, st := range list {
		imported := map[string]bool{}
		for i := range st.Samples {
			imported[st.Samples[i].ID] = st.Format == bench.Contracts && st.Samples[i].Meta.Imported() &&
				st.Samples[i].Meta.Solidity() && want(st.Samples[i].ID)
		}
		for i := range st.Variants {
			if v := &st.Variants[i]; imported[v.Sample] && len(v.Task.Files) > 0 {
				texts = append(texts, v)
			}
		}
	}
	if len(texts) == 0 {
		return nil, "", nil
	}
	compiler, err := solc.New(solc.Options{Dir: c.Compilers, CacheDir: c.Cache})
	if err != nil {
		return nil, "", err
	}
	defer compiler.Close()
	versions := compiler.Versions()
	out = make([]Compilation, len(texts))
	parallel(env, "text", len(texts), func(i int) { out[i] = compileText(ctx, compiler, versions, texts[i]) })
	if err := ctx.Err(); err != nil {
		return nil, "", err
	}
	return out, installing(compiler, versions, texts, out), nil
}

// compileText compiles one text with the first of the versions that accepts it; those with the minor number that
// its pragma names are tried first, and their errors are reported.
func compileText(ctx context.Context, compiler *solc.Compiler, versions []string, v *bench.Variant) Compilation {
	out := Compilation{Suite: v.Suite, File: v.Source}
	sources := map[string]string{}
	for _, f := range slices.Concat(v.Task.Files, v.Task.Context) {
		sources[strings.TrimPrefix(f.Path, "context/")] = f.Text
	}
	sources, missing := compiler.WithLibraries(sources)
	if len(missing) > 0 {
		out.Needs = strings.Join(missing, ", ")
		return out
	}
	text := v.Task.Files[0].Text
	own := fmt.Sprintf("0.%d.", transform.DialectOf(text).Minor)
	asked := ""
	if m := solidityRE.FindStringSubmatch(text); m != nil {
		asked = strings.TrimSpace(m[1])
	}
	exact := ""
	if m := exactRE.FindStringSubmatch(asked); m != nil {
		exact = m[1]
	}
	rank := func(version string) int {
		switch {
		case version == exact:
			return 0
		case strings.HasPrefix(version, own):
			return 1
		}
		return 2
	}
	order := slices.Clone(versions)
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	refused := false // an old compiler may fail on the text before it reads the pragma
	for _, version := range order {
		_, err := compiler.Compile(ctx, solc.Input{Version: version, Sources: sources, Foreign: true})
		switch {
		case err == nil:
			return Compilation{Suite: out.Suite, File: out.File, Solc: version}
		case pragmaError(err):
			refused = true
		case out.Why == "" && !refused && rank(version) < 2:
			out.Solc, out.Why = version, err.Error()
		}
	}
	if out.Why != "" {
		return out
	}
	out.Needs = strings.TrimSpace("a compiler for pragma solidity " + asked)
	return out
}

// pragmaError reports whether a compiler rejected sources because they require another version.
func pragmaError(err error) bool {
	var refused *solc.CompileError
	return errors.As(err, &refused) && slices.ContainsFunc(refused.Diagnostics, func(d solc.Diagnostic) bool {
		return strings.Contains(d.Message, "requires different compiler version")
	})
}

// installing returns the command that installs what compilations need: the compilers
// that pragmas name exactly, and the packages of libraries; "" for nothing.
func installing(compiler *solc.Compiler, have []string, texts []*bench.Variant, made []Compilation) string {
	var want, packages []string
	for i, m := range made {
		if m.Needs == "" {
			continue
		}
		if p := solidityRE.FindStringSubmatch(texts[i].Task.Files[0].Text); p != nil {
			if e := exactRE.FindStringSubmatch(strings.TrimSpace(p[1])); e != nil && solc.Speaks(e[1]) &&
				!slices.Contains(have, e[1]) {
				want = append(want, e[1])
			}
		}
		for _, file := range strings.Split(m.Needs, ", ") {
			if parts := strings.SplitN(file, "/", 3); strings.HasPrefix(file, "@") && len(parts) == 3 {
				packages = append(packages, parts[0]+"/"+parts[1])
			}
		}
	}
	if len(want)+len(packages) == 0 {
		return ""
	}
	slices.Sort(want)
	slices.Sort(packages)
	return compiler.Install(slices.Compact(want), slices.Compact(packages)...)
}
