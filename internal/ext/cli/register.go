package cli

import (
	"assay/internal/core/detect/builtin"
	"assay/internal/core/model"
	"assay/internal/core/run"
	"assay/internal/core/run/logs"
	"assay/internal/core/run/session"
	"assay/internal/core/run/subject"
	"assay/internal/ext/human"
	"assay/internal/ext/interchange/inspect"
	"assay/internal/ext/interchange/lmeval"
	"assay/internal/ext/interchange/promptfoo"
	"assay/internal/ext/interchange/table"
	"assay/internal/ext/recorded"
	"assay/internal/ext/subjects"
	"assay/internal/ext/tool/slither"
)

// Register gives a program what this layer implements of a run.
func Register() {
	builtin.Add(slither.Recorded)
	builtin.AddNamed(recorded.SmolLM2)
	subject.Add(subjects.Ports())
	session.Add(func(say func(string)) model.Model { return human.New(human.Config{Say: say}) })
	run.Add(run.Fleet{Spread: spread, Asking: asking})
	logs.Add(inspect.Scores(), lmeval.Scores(), promptfoo.Scores(), table.JSONL(), table.CSV())
}
