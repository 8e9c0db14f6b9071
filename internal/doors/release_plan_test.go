package doors

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// releasePlan is every key of goreleaser.yaml that is in use. The program that
// reads it is built by .ci/run release alone, since that takes minutes.
type releasePlan struct {
	Version     int
	ProjectName string `yaml:"project_name"`
	NFPMs       []linuxPackages
	Before      struct{ Hooks []string }
	Builds      []struct {
		ID, Main, Binary                         string
		Env, Flags, Ldflags, Goos, Goarch, Goarm []string
		ModTimestamp                             string `yaml:"mod_timestamp"`
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
			Src, Dst string
			Info     fileInfo
		}
	}
	Source struct {
		Enabled        bool
		NameTemplate   string `yaml:"name_template"`
		PrefixTemplate string `yaml:"prefix_template"`
	}
	SBOMs []struct {
		Artifacts, Cmd  string
		Args, Documents []string
	}
	Checksum struct {
		NameTemplate string `yaml:"name_template"`
		Algorithm    string
	}
	Signs []struct {
		Artifacts, Cmd, Signature string
		Args                      []string
	}
	Casks    []cask         `yaml:"homebrew_casks"`
	Scoops   []channel      `yaml:"scoops"`
	Winget   []wingetPlan   `yaml:"winget"`
	AURs     []archPackages `yaml:"aurs"`
	Snapshot struct {
		VersionTemplate string `yaml:"version_template"`
	}
	Changelog struct{ Use, Sort string }
	Release   struct {
		Draft      bool
		Prerelease string
	}
}

type fileInfo struct {
	Mtime, Owner, Group string
	Mode                int
}

// linuxPackages has no key for what a package needs or recommends: nothing.
type linuxPackages struct {
	Homepage, Maintainer, Vendor, Description, License      string
	ID, Section, Priority, Mtime, Release, Epoch, Changelog string
	IDs, Formats                                            []string
	Umask                                                   int
	Contents                                                []struct {
		Src, Dst, Packager string
		FileInfo           fileInfo `yaml:"file_info"`
	}
	RPM       struct{ Summary, Buildhost string }
	ArchLinux struct{ Packager string }
	Deb       struct {
		LintianOverrides []string `yaml:"lintian_overrides"`
	}
}

// A channel is a repository of another project that a text about the release goes to.
type channel struct {
	Homepage, Description, License string
	Repository                     struct{ Owner, Name, Token string }
	SkipUpload                     string `yaml:"skip_upload"`
}

type cask struct {
	channel            `yaml:",inline"`
	Name               string
	Binaries, Manpages []string
	Completions        struct{ Bash, Zsh, Fish string }
	Hooks              struct{ Post struct{ Install string } }
}

type wingetPlan struct {
	channel          `yaml:",inline"`
	Name, Publisher  string
	PublisherURL     string `yaml:"publisher_url"`
	ShortDescription string `yaml:"short_description"`
}

type archPackages struct {
	channel       `yaml:",inline"`
	Name, Package string
	Maintainers   []string
	PrivateKey    string `yaml:"private_key"`
	GitURL        string `yaml:"git_url"`
}

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
