package judges

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"assay/internal/core/base/command"
	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/core/base/extension"
	"assay/internal/core/judge"
	"assay/internal/core/judge/llm"
	"assay/internal/core/judge/program"
	"assay/internal/core/model/exec"
	"assay/internal/core/run/session"
)

// judgeFile is judge.yaml: the program of a user's judge, or the prompt of a model as judge.
type judgeFile struct {
	Name    string   `yaml:"name"`
	Doc     string   `yaml:"doc"`
	Command []string `yaml:"command"` // reads a program.Question, writes a judge.Reply
	Prompt  string   `yaml:"prompt"`  // file with the prompt for llm:<provider>/<model>@PATH

	hash string
	text string // of Prompt
}

func openJudge(f extension.Folder) (judgeFile, error) {
	var j judgeFile
	if err := f.Decode("judge.yaml", &j, &j.Name); err != nil {
		return j, err
	}
	var err error
	switch {
	case (j.Prompt == "") == (len(j.Command) == 0):
		return j, errors.New("judge.yaml: give either a command or a prompt")
	case j.Prompt != "":
		var b []byte
		if b, err = fs.ReadFile(f.FS, j.Prompt); err != nil {
			return j, fmt.Errorf("judge.yaml: prompt: %w", err)
		}
		j.text = string(b)
	default:
		if j.Command, err = f.Command(j.Command); err != nil {
			return j, fmt.Errorf("judge.yaml: %w", err)
		}
	}
	j.hash, err = f.Hash()
	return j, err
}

func openJudges(path string) ([]judgeFile, error) {
	return extension.Open(path, "judge.yaml", "docs/add-a-judge.md", openJudge)
}

// SplitWords splits the name of a judge that is a model from the folder of its prompt; path
// is "" without one.
func SplitWords(name string) (id, path string) {
	if at := strings.LastIndexByte(name, '@'); at >= 0 && extension.IsPath(name[at+1:]) {
		return name[:at], name[at+1:]
	}
	return name, ""
}

// wordsOf reads the prompt in a folder.
func wordsOf(path string) (llm.Words, error) {
	if path == "" {
		return llm.Words{}, nil
	}
	list, err := openJudges(path)
	switch {
	case err != nil:
		return llm.Words{}, exit.Usage("--judge: %s: %v", path, err)
	case len(list) > 1 || list[0].Prompt == "":
		return llm.Words{}, exit.Usage(
			"--judge: %s: not a folder with a prompt; give a judge with a command without a model, --judge %s", path,
			path)
	}
	w, err := llm.NewWords(list[0].Name, list[0].text)
	if err != nil {
		return w, exit.Usage("--judge: %s: %s: %v", path, list[0].Prompt, err)
	}
	return w, nil
}

// Programs returns the judges that are programs, of one folder or of the folders in a directory.
func Programs(env *environ.Env, with *session.Settings, retries int, path string,
	acc *session.Accounts) ([]judge.Referee, error) {
	list, err := openJudges(path)
	if err != nil {
		return nil, exit.Usage("--judge %s: %v", path, err)
	}
	var out []judge.Referee
	for _, j := range list {
		if j.Prompt != "" {
			return nil, exit.Usage("--judge %s: %s has a prompt; ask a model with it by --judge llm:<provider>/<model>@%s",
				path, j.Name, path)
		}
		c, err := with.Connect(env, exec.Name+":"+command.Join(j.Command), nil)
		if err != nil {
			return nil, err
		}
		m, err := acc.Judge(c, retries+1)
		if err != nil {
			return nil, err
		}
		out = append(out, program.New(m, c.ID, j.Name, j.hash))
	}
	return out, nil
}
