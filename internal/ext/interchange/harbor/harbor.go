// Package harbor writes questions as folders of tasks for Harbor. An answer is graded in a container of its own, which
// has assay and so the truth, and which the agent does not reach.
package harbor

import (
	"errors"
	"fmt"
	"strings"

	"assay/internal/core/base/outfile"
	"assay/internal/ext/interchange"
)

// Questions returns the format that writes one folder a question.
func Questions() interchange.Questions {
	return interchange.Questions{Name: "harbor", Doc: "folders of tasks for Harbor, graded by assay reward", Write: write}
}

const (
	answer = "/app/answer.txt"

	config = `schema_version = "1.4"
artifacts = ["` + answer + `"]

[task]
name = "assay/%s"
version = "1.0.0"
description = "A question of assay about code; the answer is graded by what was executed."
keywords = ["security"]

[verifier]
timeout_sec = 600.0
environment_mode = "separate"

[verifier.environment]
network_mode = "no-network"

[agent]
timeout_sec = 1800.0
user = "agent"

[environment]
network_mode = "public"
`

	instruction = `%s

---

Write the answer that is asked for above into the file ` + answer + `, and nothing else. Only this file is graded.
`

	environment = `FROM debian:12.12-slim
RUN useradd --create-home agent && mkdir /app && touch ` + answer + ` && chown -R agent /app
WORKDIR /app
`

	tests = `FROM assay-verifier:1
WORKDIR /app
COPY . /tests/
`

	// An answer that cannot be graded leaves an empty file, which is an error for Harbor and no reward of 0.
	test = `#!/bin/bash
mkdir -p /logs/verifier
assay reward %s --question %s --answer ` + answer + ` > /logs/verifier/grade.json
sed -n 's/.*"reward":\([01]\),.*/\1/p' /logs/verifier/grade.json > /logs/verifier/reward.txt
`

	image = `# What grades the answers, outside of the agent's container. Put the program assay beside this file, then:
#   docker build -t assay-verifier:1 verifier
# A suite in a directory has to be in the image, under the path that tests/test.sh names.
FROM debian:12.12-slim
RUN apt-get update && apt-get install -y --no-install-recommends nodejs npm postgresql && rm -rf /var/lib/apt/lists/*
COPY assay /usr/local/bin/assay
# Attacks on contracts and repairs of them are compiled; queries need PostgreSQL alone.
RUN assay compilers
`
)

func write(to outfile.Folder, e interchange.Export) error {
	texts := map[string]string{}
	for _, s := range e.Solutions {
		texts[s.Prompt] = s.Text
	}
	errs := []error{outfile.Put(to, "verifier/Dockerfile", []byte(image))}
	for _, q := range e.Questions {
		name := strings.ToLower(e.Name) + "-" + q.Prompt[:min(len(q.Prompt), 16)]
		put := func(file, text string) {
			errs = append(errs, outfile.Put(to, "tasks/"+name+"/"+file, []byte(text)))
		}
		put("task.toml", fmt.Sprintf(config, name))
		put("instruction.md", fmt.Sprintf(instruction, strings.TrimSpace(q.System+"\n\n"+q.User)))
		put("environment/Dockerfile", environment)
		put("tests/Dockerfile", tests)
		put("tests/test.sh", fmt.Sprintf(test, quoted(e.Flags), q.Prompt))
		if text, ok := texts[q.Prompt]; ok {
			put("solution/solve.sh", "#!/bin/bash\nprintf %s "+quoted([]string{text})+" > "+answer+"\n")
		}
	}
	return errors.Join(errs...)
}

// quoted writes words for a shell.
func quoted(words []string) string {
	var out []string
	for _, w := range words {
		out = append(out, "'"+strings.ReplaceAll(w, "'", `'\''`)+"'")
	}
	return strings.Join(out, " ")
}
