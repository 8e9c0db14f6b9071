package doors

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// stepFunction is a step of .ci/run: a function of its name.
var stepFunction = regexp.MustCompile(`(?m)^step_(\w+)\(\) \{`)

// ciSteps are the steps that .ci/run has.
func ciSteps(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(path.Join(root, ".ci/run"))
	if err != nil {
		t.Fatal(err)
	}
	var steps []string
	for _, m := range stepFunction.FindAllStringSubmatch(string(text), -1) {
		steps = append(steps, m[1])
	}
	slices.Sort(steps)
	return steps
}

// TestEveryStepIsListed holds the two lists of .ci/run to its functions, and
// docs/maintaining.md to all of them.
func TestEveryStepIsListed(t *testing.T) {
	text, err := os.ReadFile(path.Join(root, ".ci/run"))
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for _, m := range regexp.MustCompile(`(?m)^(?:steps|extra)=\(([^)]*)\)`).FindAllStringSubmatch(string(text), -1) {
		listed = append(listed, strings.Fields(m[1])...)
	}
	slices.Sort(listed)
	if diff := cmp.Diff(listed, ciSteps(t)); diff != "" || len(listed) < 10 {
		t.Errorf("steps of .ci/run (-listed +functions):\n%s", diff)
	}
	page, err := os.ReadFile(path.Join(root, "docs/maintaining.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "\n## Steps of the gate\n")
	table, _, _ = strings.Cut(table, "\n## ")
	for _, step := range listed {
		if !regexp.MustCompile("(?m)^\\|[^|]*`" + step + "`").MatchString(table) {
			t.Errorf("docs/maintaining.md does not say what the step %s does", step)
		}
	}
}

// stepCall is a call of .ci/run with what stands behind it on its line, as code
// or between backquotes; the words of a sentence are not taken for steps.
var stepCall = regexp.MustCompile("(?:`\\.ci/run((?: [a-z]+)+)`|(?:^|: | {4})\\.ci/run((?: [a-z]+)+)\\s*(?:$|#))")

// unknownSteps are the steps that a text calls and that do not exist.
func unknownSteps(name, text string, steps []string) []string {
	var unknown []string
	for line := range strings.Lines(text) {
		for _, m := range stepCall.FindAllStringSubmatch(strings.TrimRight(line, "\r\n"), -1) {
			for step := range strings.FieldsSeq(m[1] + m[2]) {
				if !slices.Contains(steps, step) {
					unknown = append(unknown, fmt.Sprintf("%s calls the step %s, which .ci/run does not have", name, step))
				}
			}
		}
	}
	return unknown
}

func TestEveryStepThatIsNamedExists(t *testing.T) {
	steps := ciSteps(t)
	names := append(pages(t), "Makefile", "goreleaser.yaml")
	for _, name := range append(names, forgeFiles(t)...) {
		text, err := os.ReadFile(path.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, unknown := range unknownSteps(name, string(text), steps) {
			t.Error(unknown)
		}
	}
	text := "Run `.ci/run lint gone` and .ci/run passes.\n    .ci/run away lint  # these\n      - run: .ci/run lost\n"
	want := []string{
		"a calls the step gone, which .ci/run does not have",
		"a calls the step away, which .ci/run does not have",
		"a calls the step lost, which .ci/run does not have",
	}
	if diff := cmp.Diff(want, unknownSteps("a", text, steps)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// forgeFiles are the YAML files of the forge.
func forgeFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{".github/*.yml", ".github/*/*.yml"} {
		found, err := fs.Glob(os.DirFS(root), pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) < 5 {
		t.Fatalf("the forge has %v, which cannot be all", files)
	}
	return files
}

func parsed[T any](t *testing.T, name string) T {
	t.Helper()
	text, err := os.ReadFile(path.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	var value T
	if err := yaml.Unmarshal(text, &value); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return value
}

func TestTheFilesOfTheForgeAreYAML(t *testing.T) {
	for _, name := range forgeFiles(t) {
		if got := parsed[map[string]any](t, name); len(got) == 0 {
			t.Errorf("%s is empty", name)
		}
	}
}

// workflow is what the rules ask of a workflow file.
type workflow struct {
	Name        string
	Permissions map[string]string
	Jobs        map[string]struct {
		Permissions map[string]string
		Timeout     int `yaml:"timeout-minutes"`
		Steps       []struct{ Uses, Run string }
	}
}

// pinned is an action at a commit.
var pinned = regexp.MustCompile(`^[\w.-]+/[\w./-]+@[0-9a-f]{40}$`)

// besides is what a job does before a step of .ci/run: it lets a test have a root of
// its own, and puts the key where only this job can read it.
var besides = []string{
	".ci/run",
	"sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0",
	`(umask 077 && printf '%s\n' "$KEY" >"$RUNNER_TEMP/key")`,
}

// TestAWorkflowMayDoLittle holds the workflows to what keeps a stranger's change
// out of a release: rights are given by the job, actions are named by their
// commit, every job ends, and what it does is a step of .ci/run.
func TestAWorkflowMayDoLittle(t *testing.T) {
	rights := map[string]map[string]string{
		"release publish": {"contents": "write", "id-token": "write", "attestations": "write"},
	}
	for _, name := range forgeFiles(t) {
		if path.Base(path.Dir(name)) != "workflows" {
			continue
		}
		w := parsed[workflow](t, name)
		if diff := cmp.Diff(map[string]string{"contents": "read"}, w.Permissions); diff != "" {
			t.Errorf("%s, rights of every job (-want +got):\n%s", name, diff)
		}
		for id, job := range w.Jobs {
			if diff := cmp.Diff(rights[w.Name+" "+id], job.Permissions); diff != "" {
				t.Errorf("%s, rights of %s (-want +got):\n%s", name, id, diff)
			}
			if job.Timeout == 0 || job.Timeout > 60 {
				t.Errorf("%s: %s may take %d minutes", name, id, job.Timeout)
			}
			for _, step := range job.Steps {
				if step.Uses != "" && !pinned.MatchString(step.Uses) {
					t.Errorf("%s: %s uses %s, which is not a commit", name, id, step.Uses)
				}
				if ours := strings.HasPrefix(step.Run, ".ci/run ") || slices.Contains(besides, step.Run); step.Uses == "" && !ours {
					t.Errorf("%s: %s runs %q, which is not a step of .ci/run", name, id, step.Run)
				}
			}
		}
	}
}

// TestUpdatesLookEverywhere holds dependabot.yml to the folders with dependencies.
func TestUpdatesLookEverywhere(t *testing.T) {
	plan := parsed[struct {
		Updates []struct {
			Ecosystem   string   `yaml:"package-ecosystem"`
			Directory   string   `yaml:"directory"`
			Directories []string `yaml:"directories"`
		}
	}](t, ".github/dependabot.yml")
	got := map[string][]string{}
	for _, u := range plan.Updates {
		dirs := append(u.Directories, u.Directory)
		got[u.Ecosystem] = slices.Sorted(slices.Values(slices.DeleteFunc(dirs, func(d string) bool { return d == "" })))
	}
	want := map[string][]string{"github-actions": {"/"}, "gomod": {"/"}}
	tree := os.DirFS(root)
	for kind, pattern := range map[string]string{"gomod": "*/go.mod", "npm": "tools/*/package.json"} {
		found, err := fs.Glob(tree, pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range found {
			want[kind] = append(want[kind], "/"+path.Dir(file))
		}
		slices.Sort(want[kind])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("folders with dependencies (-want +got):\n%s", diff)
	}
}

// form is what a forge wants of an issue form.
type form struct {
	Name, Description string
	Body              []struct {
		Type, ID   string
		Attributes map[string]any
	}
}

func TestAnIssueFormCanBeFilledIn(t *testing.T) {
	for _, name := range forgeFiles(t) {
		if path.Base(path.Dir(name)) != "ISSUE_TEMPLATE" || path.Base(name) == "config.yml" {
			continue
		}
		f := parsed[form](t, name)
		if f.Name == "" || f.Description == "" {
			t.Errorf("%s has no name or no description", name)
		}
		ids := map[string]bool{}
		for _, field := range f.Body {
			switch {
			case field.Type == "markdown" && field.Attributes["value"] != nil:
			case field.Type != "textarea" || field.ID == "" || ids[field.ID] || field.Attributes["label"] == nil:
				t.Errorf("%s: a field is not one that can be filled in: %v", name, field)
			}
			ids[field.ID] = true
		}
		if len(ids) < 2 {
			t.Errorf("%s asks for %v only", name, slices.Collect(maps.Keys(ids)))
		}
	}
}
