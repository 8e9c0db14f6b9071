package doors

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/google/go-cmp/cmp"
)

// TestAReleaseBuildsWhatIsChecked holds the plan to the source: it builds a
// program that is there for the systems that are tested, ships files that are
// there, and stamps variables that are there, which the linker would not miss.
func TestAReleaseBuildsWhatIsChecked(t *testing.T) {
	plan, _ := readPlan(t)
	if plan.Version != 2 || len(plan.Archives) != 1 || !plan.Release.Draft {
		t.Fatalf("the plan has another shape than this test knows: %+v", plan)
	}
	if diff := cmp.Diff(systems, plan.Builds[0].Goos); diff != "" {
		t.Errorf("systems (-tested +released):\n%s", diff)
	}
	for _, build := range plan.Builds {
		if !slices.Contains(build.Env, "CGO_ENABLED=0") || !slices.Contains(build.Flags, "-trimpath") {
			t.Errorf("%s: a build with %v and %v is not the same everywhere", build.ID, build.Env, build.Flags)
		}
		stamps := stringVariables(t, filepath.Join(root, build.Main))
		for _, name := range regexp.MustCompile(`-X main\.(\w+)=`).FindAllStringSubmatch(strings.Join(build.Ldflags, " "), -1) {
			if !stamps[name[1]] {
				t.Errorf("%s has no variable %s to stamp", build.Main, name[1])
			}
			delete(stamps, name[1])
		}
		if len(stamps) > 0 {
			t.Errorf("%s: nothing stamps %v", build.ID, stamps)
		}
	}
}

// TestAReleaseShipsFilesThatExist looks for each file in the repository, or in the script that makes it.
func TestAReleaseShipsFilesThatExist(t *testing.T) {
	plan, _ := readPlan(t)
	prepare, err := os.ReadFile(filepath.Join(root, "packaging", "prepare"))
	if err != nil || !slices.ContainsFunc(plan.Before.Hooks, func(hook string) bool { return strings.HasPrefix(hook, "packaging/prepare ") }) {
		t.Fatalf("no hook runs packaging/prepare (%v)", err)
	}
	exists := func(src string) {
		t.Helper()
		if made, found := strings.CutPrefix(src, "build/"); found {
			made, _, _ = strings.Cut(made, "/")
			if !regexp.MustCompile(`build/` + regexp.QuoteMeta(made) + `\b`).Match(prepare) {
				t.Errorf("packaging/prepare does not make %s", src)
			}
			return
		}
		if found, err := filepath.Glob(filepath.Join(root, src)); err != nil || len(found) == 0 {
			t.Errorf("a release is to hold %s, which is not there (%v)", src, err)
		}
	}
	exists(plan.NFPMs[0].Changelog)
	exists(strings.TrimPrefix(plan.SBOMs[0].Cmd, "../"))
	for _, file := range plan.Archives[0].Files {
		exists(file.Src)
		if diff := cmp.Diff(fileInfo{Mtime: "{{.CommitDate}}", Owner: "root", Group: "root", Mode: 0o644}, file.Info); diff != "" {
			t.Errorf("%s has the time, the owner or the mode of the machine (-want +got):\n%s", file.Src, diff)
		}
	}
	if diff := cmp.Diff(fileInfo{Mtime: "{{.CommitDate}}", Owner: "root", Group: "root", Mode: 0o755}, plan.Archives[0].BuildsInfo); diff != "" {
		t.Errorf("the program has the time, the owner or the mode of the machine (-want +got):\n%s", diff)
	}
	for _, file := range plan.NFPMs[0].Contents {
		exists(file.Src)
		if file.FileInfo.Mtime != "{{.CommitDate}}" || file.FileInfo.Mode != 0o644 {
			t.Errorf("%s has the time or the mode of the machine: %+v", file.Src, file.FileInfo)
		}
	}
	for _, p := range plan.NFPMs {
		if p.Mtime != "{{.CommitDate}}" || p.RPM.Buildhost == "" || strings.Contains(p.RPM.Buildhost, "{{") {
			t.Errorf("%s: the packages have the time %q and the build host %q", p.ID, p.Mtime, p.RPM.Buildhost)
		}
	}
}

// TestAnOwnersWordsStandOnce: whoever makes the project theirs changes one line for each.
func TestAnOwnersWordsStandOnce(t *testing.T) {
	plan, text := readPlan(t)
	head := plan.NFPMs[0]
	for _, key := range []string{"homepage", "maintainer", "vendor", "description"} {
		if n := len(regexp.MustCompile(`(?m)^ +`+key+`: &`+key+` \S.*$`).FindAllString(text, -1)); n != 1 {
			t.Errorf("goreleaser.yaml has %d lines as %s: &%s VALUE, want one", n, key, key)
		}
	}
	for _, word := range []string{head.Homepage, head.Maintainer, head.Description} {
		if n := strings.Count(text, word); n > 1 {
			t.Errorf("%q stands %d times in goreleaser.yaml, want once", word, n)
		}
	}
	if head.ArchLinux.Packager != head.Maintainer {
		t.Errorf("the packager of Arch is %q", head.ArchLinux.Packager)
	}
	// The synopsis of a Debian package, and what apk and Arch take one line of.
	if d := head.Description; len(d) > 80 || strings.ContainsAny(d, "\n\"'") || strings.HasSuffix(d, ".") {
		t.Errorf("the description is to be one line of at most 80 letters without a full stop or a quote: %q", d)
	}
	want := channel{Homepage: head.Homepage, Description: head.Description, License: head.License}
	for name, c := range channels(plan) {
		got := channel{Homepage: c.Homepage, Description: c.Description, License: c.License}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-head +channel):\n%s", name, diff)
		}
	}
	if plan.Winget[0].Publisher != head.Vendor || plan.AURs[0].Maintainers[0] != head.Maintainer {
		t.Errorf("winget is from %q and the AUR from %q", plan.Winget[0].Publisher, plan.AURs[0].Maintainers)
	}
}

func channels(plan releasePlan) map[string]channel {
	winget := plan.Winget[0].channel
	winget.Description = plan.Winget[0].ShortDescription
	return map[string]channel{
		"homebrew": plan.Casks[0].channel, "scoop": plan.Scoops[0], "winget": winget, "aur": plan.AURs[0].channel,
	}
}

// TestNothingIsSentToChannels: what they would name is a draft, and a candidate is not for everyone. No key is
// written anywhere but in the environment.
func TestNothingIsSentToChannels(t *testing.T) {
	plan, _ := readPlan(t)
	for name, c := range channels(plan) {
		if c.SkipUpload != "true" {
			t.Errorf("%s: skip_upload is %q", name, c.SkipUpload)
		}
	}
	if plan.Release.Prerelease != "auto" {
		t.Errorf("a release candidate would be the latest release: prerelease is %q", plan.Release.Prerelease)
	}
	if len(plan.Signs) != 1 || !slices.Contains(plan.Signs[0].Args, "{{.Env.TRAVEL_SIGNING_KEY}}") {
		t.Errorf("the signing key is not that of the environment: %+v", plan.Signs)
	}
	public, err := os.ReadFile(filepath.Join(root, "docs", "release-key.pub"))
	if err != nil || strings.Contains(string(public), "PRIVATE KEY") {
		t.Errorf("docs/release-key.pub is to be the public half of the key (%v)", err)
	}
}

// TestASnapshotHasAVersionOfDebian: one begins with a digit (Debian Policy §5.6.12), and the tilde that
// the packager makes of the first hyphen sorts it before the release.
func TestASnapshotHasAVersionOfDebian(t *testing.T) {
	plan, _ := readPlan(t)
	version := fill(t, plan.Snapshot.VersionTemplate)
	if !regexp.MustCompile(`^\d+\.\d+\.\d+-snapshot\.[0-9a-f]+$`).MatchString(version) {
		t.Errorf("a snapshot has the version %q", version)
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
	fill(t, text)
}

// fill fills in a template of the plan as goreleaser does.
func fill(t *testing.T, text string) string {
	t.Helper()
	filled, err := template.New("goreleaser.yaml").Option("missingkey=error").Funcs(template.FuncMap{
		"incpatch": func(version string) string { return version },
	}).Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	known := struct {
		ProjectName, Version, Os, Arch, Arm, FullCommit, ShortCommit, CommitDate, CommitTimestamp string
		IsSnapshot                                                                                bool
		Env                                                                                       map[string]string
	}{
		Version: "0.1.1", FullCommit: "e9be47b0c1d2e3f4",
		Env: map[string]string{"TRAVEL_SIGNING_KEY": ""},
	}
	var out strings.Builder
	if err := filled.Execute(&out, known); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
