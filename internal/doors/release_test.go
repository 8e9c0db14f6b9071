package doors

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// releasePlan is every key of goreleaser.yaml that is in use. The program that
// reads it is built by .ci/run release alone, since that takes minutes.
type releasePlan struct {
	Version     int
	ProjectName string `yaml:"project_name"`
	Before      struct{ Hooks []string }
	Builds      []struct {
		Main, Binary                      string
		Env, Flags, Ldflags, Goos, Goarch []string
		ModTimestamp                      string `yaml:"mod_timestamp"`
	}
	Archives []struct {
		NameTemplate    string `yaml:"name_template"`
		Formats         []string
		FormatOverrides []struct {
			Goos    string
			Formats []string
		} `yaml:"format_overrides"`
		BuildsInfo fileInfo `yaml:"builds_info"`
		Files      []struct {
			Src  string
			Info fileInfo
		}
	}
	Checksum struct {
		NameTemplate string `yaml:"name_template"`
		Algorithm    string
	}
	Snapshot struct {
		VersionTemplate string `yaml:"version_template"`
	}
	Changelog struct{ Use, Sort string }
	Release   struct{ Draft bool }
}

type fileInfo struct{ Mtime, Owner, Group string }

func readPlan(t *testing.T) (plan releasePlan, text string) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(root, "goreleaser.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	d := yaml.NewDecoder(strings.NewReader(string(content)))
	d.KnownFields(true)
	if err := d.Decode(&plan); err != nil {
		t.Fatalf("%v\na key that is meant: add it to releasePlan, and run .ci/run release", err)
	}
	return plan, string(content)
}

// TestAReleaseBuildsWhatIsChecked holds the plan to the source: it builds a
// program that is there for the systems that are tested, ships files that are
// there, and stamps variables that are there, which the linker would not miss.
func TestAReleaseBuildsWhatIsChecked(t *testing.T) {
	plan, _ := readPlan(t)
	if plan.Version != 2 || len(plan.Builds) != 1 || len(plan.Archives) != 1 || !plan.Release.Draft {
		t.Fatalf("the plan has another shape than this test knows: %+v", plan)
	}
	build := plan.Builds[0]
	if !slices.Contains(build.Env, "CGO_ENABLED=0") || !slices.Contains(build.Flags, "-trimpath") {
		t.Errorf("a build with %v and %v is not the same everywhere", build.Env, build.Flags)
	}
	if diff := cmp.Diff(systems, build.Goos); diff != "" {
		t.Errorf("systems (-tested +released):\n%s", diff)
	}
	stamps := stringVariables(t, filepath.Join(root, build.Main))
	for _, name := range regexp.MustCompile(`-X main\.(\w+)=`).FindAllStringSubmatch(strings.Join(build.Ldflags, " "), -1) {
		if !stamps[name[1]] {
			t.Errorf("%s has no variable %s to stamp", build.Main, name[1])
		}
		delete(stamps, name[1])
	}
	if len(stamps) > 0 {
		t.Errorf("nothing stamps %v", stamps)
	}
	for _, file := range plan.Archives[0].Files {
		if found, err := filepath.Glob(filepath.Join(root, file.Src)); err != nil || len(found) == 0 {
			t.Errorf("an archive is to hold %s, which is not there (%v)", file.Src, err)
		}
	}
}

// stringVariables are the variables beside main with a text for a value.
func stringVariables(t *testing.T, dir string) map[string]bool {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, "main.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, d := range file.Decls {
		d, ok := d.(*ast.GenDecl)
		if !ok || d.Tok != token.VAR {
			continue
		}
		for _, s := range d.Specs {
			if s := s.(*ast.ValueSpec); len(s.Values) == 1 && isText(s.Values[0]) {
				found[s.Names[0].Name] = true
			}
		}
	}
	return found
}

func isText(e ast.Expr) bool {
	text, ok := e.(*ast.BasicLit)
	return ok && text.Kind == token.STRING
}

// TestTheWordsOfAReleasePlanAreKnown fills in every template of it.
func TestTheWordsOfAReleasePlanAreKnown(t *testing.T) {
	_, text := readPlan(t)
	filled, err := template.New("goreleaser.yaml").Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	known := struct{ ProjectName, Version, Os, Arch, FullCommit, ShortCommit, CommitDate, CommitTimestamp string }{}
	if err := filled.Execute(io.Discard, known); err != nil {
		t.Error(err)
	}
}
