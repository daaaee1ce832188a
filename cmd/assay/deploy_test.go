package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// container holds the settings that every Kubernetes container must have, by their names
// there.
type container struct {
	Name            string
	Args            []string
	Resources       struct{ Requests, Limits map[string]string }
	SecurityContext struct {
		ReadOnlyRootFilesystem   bool  `yaml:"readOnlyRootFilesystem"`
		AllowPrivilegeEscalation *bool `yaml:"allowPrivilegeEscalation"`
		Capabilities             struct{ Drop []string }
	} `yaml:"securityContext"`
}

type workload struct {
	Kind string
	Spec struct {
		Template struct {
			Spec struct {
				SecurityContext struct {
					RunAsNonRoot bool `yaml:"runAsNonRoot"`
					RunAsUser    int  `yaml:"runAsUser"`
				} `yaml:"securityContext"`
				HostNetwork bool `yaml:"hostNetwork"`
				Containers  []container
			}
		}
	}
}

// No test has executed the files of deploy/; this checks that they are at least
// bounded and unprivileged, with a read-only file system, without secrets
// and without ports that others can reach.
func TestDeployKubernetes(t *testing.T) {
	text := deployed(t, "kubernetes.yaml")
	dec := yaml.NewDecoder(bytes.NewReader(text))
	kinds := map[string]bool{}
	for {
		var w workload
		err := dec.Decode(&w)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		kinds[w.Kind] = true
		pod := w.Spec.Template.Spec
		if !pod.SecurityContext.RunAsNonRoot || pod.SecurityContext.RunAsUser == 0 || pod.HostNetwork ||
			len(pod.Containers) == 0 {
			t.Errorf("%s: %+v", w.Kind, pod)
		}
		for _, c := range pod.Containers {
			s := c.SecurityContext
			if c.Resources.Limits["cpu"] == "" || c.Resources.Limits["memory"] == "" || c.Resources.Requests["cpu"] == "" ||
				c.Resources.Requests["memory"] == "" {
				t.Errorf("%s has no bounds: %+v", c.Name, c.Resources)
			}
			if !s.ReadOnlyRootFilesystem || s.AllowPrivilegeEscalation == nil || *s.AllowPrivilegeEscalation ||
				strings.Join(s.Capabilities.Drop, "") != "ALL" {
				t.Errorf("%s may do too much: %+v", c.Name, s)
			}
			checkCommand(t, c.Args)
		}
	}
	if !kinds["Deployment"] || !kinds["Job"] || len(kinds) != 2 {
		t.Errorf("there are %v", kinds)
	}
	for _, word := range []string{"hostPort", "NodePort", "LoadBalancer", "privileged: true"} {
		if bytes.Contains(text, []byte(word)) {
			t.Errorf("there is a %s", word)
		}
	}
}

func TestDeployCompose(t *testing.T) {
	var c struct {
		Services map[string]struct {
			User     string
			ReadOnly bool     `yaml:"read_only"`
			CapDrop  []string `yaml:"cap_drop"`
			MemLimit string   `yaml:"mem_limit"`
			CPUs     string   `yaml:"cpus"`
			Image    string
			Command  []string
			Ports    []string
		}
	}
	if err := yaml.Unmarshal(deployed(t, "compose.yaml"), &c); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"postgres", "worker", "serve"} {
		s, ok := c.Services[name]
		if !ok || s.MemLimit == "" || s.CPUs == "" {
			t.Errorf("%s: %+v", name, s)
		}
		for _, p := range s.Ports {
			if !strings.HasPrefix(p, "127.0.0.1:") {
				t.Errorf("%s can be reached from elsewhere: %s", name, p)
			}
		}
		if name == "postgres" {
			continue
		}
		if user, _, _ := strings.Cut(s.User, ":"); user == "" || user == "0" || user == "root" || !s.ReadOnly ||
			strings.Join(s.CapDrop, "") != "ALL" {
			t.Errorf("%s may do too much: %+v", name, s)
		}
		checkCommand(t, s.Command)
	}
}

func TestDeployDockerfile(t *testing.T) {
	text := string(deployed(t, "Dockerfile"))
	stages := strings.Count(text, "\nFROM ")
	for _, want := range []string{"CGO_ENABLED=0", "FROM scratch", "USER 65532", "ENTRYPOINT [\"/assay\"]"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s", want)
		}
	}
	if stages != 2 || strings.Contains(text, "EXPOSE") {
		t.Errorf("%d stages", stages)
	}
}

func deployed(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile("../../deploy/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// checkCommand runs the command of a container with --help after its verb, to check that
// its flags exist, and checks that it contains no password.
func checkCommand(t *testing.T, args []string) {
	t.Helper()
	if len(args) == 0 {
		t.Fatal("no command")
	}
	cmd, out := program(t, t.TempDir(), "http://127.0.0.1:1/v1", append(append([]string{}, args...), "--help")...)
	if err := cmd.Run(); err != nil {
		t.Errorf("%q: %v\n%s", args, err, out)
	}
	for _, a := range args {
		if i := strings.Index(a, "://"); i >= 0 && strings.Contains(a[i+3:], ":") && strings.Contains(a, "@") &&
			strings.Index(a[i+3:], ":") < strings.Index(a[i+3:], "@") {
			t.Errorf("a password in %s", a)
		}
	}
}
