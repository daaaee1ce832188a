package deploycheck

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"
	"github.com/moby/buildkit/client/llb"
	"github.com/moby/buildkit/client/llb/sourceresolver"
	"github.com/moby/buildkit/frontend/dockerfile/dockerfile2llb"
	"github.com/opencontainers/go-digest"
	ocispecs "github.com/opencontainers/image-spec/specs-go/v1"
	"github.com/zegl/kube-score/config"
	ks "github.com/zegl/kube-score/domain"
	"github.com/zegl/kube-score/parser"
	"github.com/zegl/kube-score/score"
	"github.com/zegl/kube-score/score/checks"
	"github.com/zegl/kube-score/scorecard"
	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	"sigs.k8s.io/yaml"
)

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile("../../deploy/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// spoil changes a text, and fails when what it is to change is not there.
func spoil(t *testing.T, text, old, new string) string {
	t.Helper()
	if !strings.Contains(text, old) {
		t.Fatalf("there is no %q", old)
	}
	return strings.Replace(text, old, new, 1)
}

// unknown answers for every base image that nothing is set in it: no registry is asked.
type unknown struct{}

func (unknown) ResolveImageConfig(_ context.Context, ref string,
	_ sourceresolver.Opt) (string, digest.Digest, []byte, error) {
	return ref, "", []byte(`{"architecture":"amd64","os":"linux","config":{}}`), nil
}

func dockerfile(ctx context.Context, text string) (problems []string, image *dockerfile2llb.Result) {
	source := llb.NewSourceMap(nil, "Dockerfile", "Dockerfile", []byte(text))
	source.Definition = &llb.Definition{}
	opt := dockerfile2llb.ConvertOpt{MetaResolver: unknown{}, SourceMap: source,
		TargetPlatform: &ocispecs.Platform{Architecture: "amd64", OS: "linux"}}
	found, err := dockerfile2llb.DockerfileLint(ctx, []byte(text), opt)
	if err != nil {
		return []string{err.Error()}, nil
	}
	if found.Error != nil {
		problems = append(problems, found.Error.Message)
	}
	for _, w := range found.Warnings {
		problems = append(problems, w.RuleName+": "+w.Detail)
	}
	image, err = dockerfile2llb.Dockerfile2LLB(ctx, []byte(text), opt)
	if err != nil {
		problems = append(problems, err.Error())
	}
	return problems, image
}

// The front end that docker build uses turns the Dockerfile into steps without a
// complaint, and the image would run as was meant.
func TestDockerfile(t *testing.T) {
	text := read(t, "Dockerfile")
	problems, res := dockerfile(t.Context(), text)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	c := res.Image.Config
	if c.User != "65532:65532" || c.WorkingDir != "/data" || !slices.Equal(c.Entrypoint, []string{"/assay"}) ||
		len(c.ExposedPorts) > 0 {
		t.Errorf("the image would be %+v", c)
	}
	for _, bad := range [][2]string{{"WORKDIR /data", "WORKDIR data"}, {"--from=build /assay", "--fron=build /assay"},
		{"RUN CGO", "RAN CGO"},
		{`ENTRYPOINT ["/assay"]`, "ENTRYPOINT /assay"}, {"AS build", "as build"},
		{"USER 65532:65532", "ENV OPENAI_API_KEY=x"}} {
		if problems, _ := dockerfile(t.Context(), spoil(t, text, bad[0], bad[1])); len(problems) == 0 {
			t.Errorf("%q passes", bad[1])
		}
	}
}

func compose(ctx context.Context, text string, env types.Mapping) (*types.Project, error) {
	return loader.LoadWithContext(ctx, types.ConfigDetails{WorkingDir: "../../deploy", Environment: env.Clone(),
		ConfigFiles: []types.ConfigFile{{Filename: "compose.yaml", Content: []byte(text)}}},
		func(o *loader.Options) { o.SetProjectName("assay", true) })
}

// Compose's own loader, with the schema of the specification, takes the file when
// the passwords are given, and only then.
func TestCompose(t *testing.T) {
	text := read(t, "compose.yaml")
	env := types.Mapping{"POSTGRES_PASSWORD": "p", "ASSAY_TOKEN": "t", "OPENAI_API_KEY": "k"}
	p, err := compose(t.Context(), text, env)
	if err != nil {
		t.Fatal(err)
	}
	w, err := p.GetService("worker")
	if err != nil {
		t.Fatal(err)
	}
	if key := w.Environment["OPENAI_API_KEY"]; key == nil || *key != "k" ||
		w.DependsOn["postgres"].Condition != types.ServiceConditionHealthy || !w.ReadOnly {
		t.Errorf("the worker would be %+v", w)
	}
	if _, err := os.Stat("../../" + w.Build.Dockerfile); err != nil {
		t.Errorf("the worker is built from %+v: %v", w.Build, err)
	}
	for name := range env {
		if name == "OPENAI_API_KEY" {
			continue
		}
		less := env.Clone()
		delete(less, name)
		if _, err := compose(t.Context(), text, less); err == nil {
			t.Errorf("it starts without %s", name)
		}
	}
	for _, bad := range [][2]string{{"mem_limit: 2g", "mem_limit: lots"}, {"restart: unless-stopped", "restarts: always"},
		{"condition: service_healthy", "condition: healthy"},
		{"cap_drop: [ALL]", "cap_drop: ALL"}, {"results:/var", "result:/var"}, {"interval: 5s", "interval: soon"}} {
		if _, err := compose(t.Context(), spoil(t, text, bad[0], bad[1]), env); err == nil {
			t.Errorf("%q passes", bad[1])
		}
	}
}

// accepted are the complaints of kube-score that are meant.
var accepted = map[string]string{
	"container-image-tag":                           "assay is the image that the reader builds",
	"pod-networkpolicy":                             "which hosts may be asked is the cluster's to say",
	"container-ephemeral-storage-request-and-limit": "nothing is written but the reports",
	"deployment-has-poddisruptionbudget":            "every worker may go at any time",
	"deployment-has-host-podantiaffinity":           "workers may share a machine",
}

// kubernetes reads manifests as the API does that refuses unknown fields, and
// returns what kube-score says of them but for what is accepted. said has all of it.
func kubernetes(text string, said map[string]bool) (kinds, problems []string, err error) {
	for part := range strings.SplitSeq(text, "\n---\n") {
		var head struct{ APIVersion, Kind string }
		if err := yaml.Unmarshal([]byte(part), &head); err != nil {
			return nil, nil, err
		}
		var into any
		switch head.APIVersion + " " + head.Kind {
		case "apps/v1 Deployment":
			into = new(appsv1.Deployment)
		case "batch/v1 Job":
			into = new(batchv1.Job)
		default:
			return nil, nil, fmt.Errorf("a %s of %s is not known here", head.Kind, head.APIVersion)
		}
		if err := yaml.UnmarshalStrict([]byte(part), into); err != nil {
			return nil, nil, err
		}
		if d, ok := into.(*appsv1.Deployment); ok {
			for k, v := range d.Spec.Selector.MatchLabels {
				if d.Spec.Template.Labels[k] != v {
					return nil, nil, errors.New("the Deployment does not select its own pods")
				}
			}
		}
		kinds = append(kinds, head.Kind)
	}
	p, err := parser.New(nil)
	if err != nil {
		return nil, nil, err
	}
	objects, err := p.ParseFiles([]ks.NamedReader{named{strings.NewReader(text)}})
	if err != nil {
		return nil, nil, err
	}
	run := &config.RunConfiguration{KubernetesVersion: config.Semver{Major: 1, Minor: 34}}
	card, err := score.Score(objects, score.RegisterAllChecks(objects, &checks.Config{}, run), run)
	if err != nil {
		return nil, nil, err
	}
	for _, o := range *card {
		for _, c := range o.Checks {
			if c.Skipped || c.Grade >= scorecard.GradeAllOK {
				continue
			}
			if _, ok := accepted[c.Check.ID]; !ok {
				problems = append(problems, fmt.Sprint(o.TypeMeta.Kind, ": ", c.Check.ID, " ", c.Comments))
			}
			said[c.Check.ID] = true
		}
	}
	slices.Sort(problems)
	return kinds, problems, nil
}

type named struct{ io.Reader }

func (named) Name() string { return "kubernetes.yaml" }

// The manifests decode into the API's types with nothing unknown in them, and
// kube-score finds nothing that was not meant.
func TestKubernetes(t *testing.T) {
	text := read(t, "kubernetes.yaml")
	said := map[string]bool{}
	kinds, problems, err := kubernetes(text, said)
	if err != nil || !slices.Equal(kinds, []string{"Deployment", "Job"}) {
		t.Fatal(kinds, err)
	}
	for _, p := range problems {
		t.Error(p)
	}
	for id := range accepted {
		if !said[id] {
			t.Errorf("%s is accepted, and nothing says it", id)
		}
	}
	for _, bad := range [][2]string{{"replicas: 4", "replica: 4"}, {"replicas: 4", "replicas: four"},
		{"memory: 512Mi", "memory: 512 MB"}, {"{cpu: 250m, ", "{"},
		{"runAsUser: 65532", "runAsUser: 0"}, {"readOnlyRootFilesystem: true", "readOnlyRootFilesystem: false"},
		{"template:\n    metadata:\n      labels: {app: assay-worker}",
			"template:\n    metadata:\n      labels: {app: other}"},
		{"batch/v1", "batch/v1beta1"}, {"backoffLimit: 3", "backoffLimit: 3\n  backoffLimit: 4"}} {
		_, problems, err := kubernetes(spoil(t, text, bad[0], bad[1]), map[string]bool{})
		if err == nil && len(problems) == 0 {
			t.Errorf("%q passes", bad[1])
		}
	}
}
