package prompt

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"assay/internal/bench"
)

// Open reads a user's own strategy from a folder, like those of this package: dir holds strategy.yaml and the
// templates, and name is the folder's name. Its templates may use the parts of this package, and it may refer
// to a folder of this package for its templates. change is a combination as for [Find] without the name, "" for
// none. Open fails for a name or a question that this package has, for a strategy that asks for something other
// than a verdict, and for a default strategy.
func Open(dir fs.FS, name, change string) (Strategy, error) {
	s, err := open(dir, name)
	if err != nil {
		return Strategy{}, fmt.Errorf("strategy %s: %w", name, err)
	}
	if change == "" {
		return s, nil
	}
	return find(append(All(), s), name+","+change)
}

func open(dir fs.FS, name string) (Strategy, error) {
	all := All()
	if slices.ContainsFunc(all, func(s Strategy) bool { return s.Name == name }) || name == partsDir {
		return Strategy{}, errors.New("assay has one of this name; rename the folder")
	}
	if !fs.ValidPath(name) || strings.Contains(name, "/") || name == "." {
		return Strategy{}, errors.New("the folder's name cannot name a strategy")
	}
	fsys := overlay{name, dir}
	parts, err := loadParts(folders)
	if err != nil {
		return Strategy{}, err
	}
	files := map[string]file{}
	for _, s := range all {
		if files[s.Templates], err = loadFile(folders, s.Templates); err != nil {
			return Strategy{}, err
		}
	}
	f, err := loadFile(fsys, name)
	if err != nil {
		return Strategy{}, fmt.Errorf("strategy.yaml: %w", err)
	}
	files[name] = f
	s, err := loadOne(fsys, files, parts, name)
	switch {
	case err != nil:
		return Strategy{}, err
	case s.Asks != ForVerdict:
		return Strategy{}, fmt.Errorf("it asks for: %s; a strategy by path asks for a verdict", s.Asks)
	case s.Level(HintFactor) != HintNone:
		return Strategy{}, errors.New("factors: a hint is given by --hint")
	case s.Level(ExtentFactor) != "" && s.Level(ExtentFactor) != ExtentFile:
		return Strategy{}, errors.New("factors: how much is shown is chosen by --context")
	case s.Default:
		return Strategy{}, errors.New("default: a strategy by path is asked when it is named")
	}
	for _, other := range all {
		if other.identity() == s.identity() {
			return Strategy{}, fmt.Errorf("it asks the same as %s", other.Name)
		}
	}
	return s, nil
}

// overlay is the file system with the folders of this package and one more.
type overlay struct {
	name string
	dir  fs.FS
}

// Open implements [fs.FS].
func (o overlay) Open(path string) (fs.File, error) {
	if rest, ok := strings.CutPrefix(path, o.name+"/"); ok {
		return o.dir.Open(rest)
	}
	return folders.Open(path)
}

// FromText returns a strategy with a user's own text: the question is the specification if the task has one,
// the text, and the code. A text that contains <<code>> is a template instead, and determines the position of
// each part. No schema is enforced. It fails for an empty text, and for a name that this package has.
func FromText(name, text string) (Strategy, error) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	switch {
	case strings.TrimSpace(text) == "":
		return Strategy{}, errors.New("the prompt is empty")
	case name == "" || strings.ContainsAny(name, ",=@"):
		return Strategy{}, fmt.Errorf("%q cannot name a strategy", name)
	case slices.ContainsFunc(All(), func(s Strategy) bool { return s.Name == name }):
		return Strategy{}, fmt.Errorf("assay has a strategy %q; rename the file", name)
	}
	s := Strategy{Name: name, Doc: "a prompt of the user's own", Asks: ForVerdict, Languages: []string{"*"},
		Formats: []bench.Format{bench.Contracts, bench.Queries}, Templates: name,
		levels: map[string]string{HintFactor: HintNone, ExtentFactor: ExtentFile}}
	if strings.Contains(text, "<<code>>") {
		t, err := parse(text, nil)
		if err != nil {
			return Strategy{}, err
		}
		if strings.Count(text, "<<code>>") > 1 {
			return Strategy{}, errors.New("<<code>> stands in it more than once")
		}
		for _, p := range t {
			switch {
			case p.level != "":
				return Strategy{}, fmt.Errorf("<<if %s=%s>>: only a folder has factors", p.condition, p.level)
			case p.name == "incident" || p.name == "questions":
				return Strategy{}, fmt.Errorf("<<%s>> is for questions about incidents", p.name)
			case p.name == "code" && p.condition != "":
				return Strategy{}, errors.New("<<code>> stands inside <<if>>; it is always shown")
			}
		}
		s.user = t
	} else {
		s.user = template{
			{name: "spec", condition: "spec"}, {text: "\n\n---\n\n", condition: "spec"},
			{text: strings.TrimSpace(text) + "\n\n# Code\n\n"}, {name: "code"},
		}
	}
	s.base.user = s.user
	return s, nil
}

// Boxed reports whether the strategy asks for code that is executed in a box only.
func (s Strategy) Boxed() bool { return s.shows("packages") }

// Task returns the task of a run for which the strategy is: "detect" where it asks about code as it stands.
func (s Strategy) Task() string {
	if s.shows("change") {
		return bench.TaskChange
	}
	return s.Asks.Kind().Task()
}

func (s Strategy) shows(name string) bool {
	return slices.ContainsFunc(s.user, func(p piece) bool { return p.name == name })
}
