package main

import (
	"os"
	"strings"
	"testing"
)

const changelog = `# Changelog

## [Unreleased]

## [1.1.0] - 2026-12-24

### Fixed

- A row number of another list.

## [1.0.1]

- No date.

## [1.0.0] - 2026-12-01

- The first.

[1.0.0]: https://git.example/tag/v1.0.0
`

func TestTheNotesOfAReleaseAreTheSectionOfItsVersion(t *testing.T) {
	for _, c := range []struct{ version, want, err string }{
		{version: "v1.1.0", want: "### Fixed\n\n- A row number of another list.\n"},
		{version: "1.0.0", want: "- The first.\n"},
		{version: "v1.0.1", err: "has no date"},
		{version: "Unreleased", err: "is empty"},
		{version: "v1.1", err: "no section ## [1.1]"},
		{version: "v1.0.0-rc.1", err: "no section"},
	} {
		got, err := section(changelog, c.version)
		if got != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: %q, %v; want %q, %q", c.version, got, err, c.want, c.err)
		}
	}
	if _, err := section("## 1.0.0 (2026)\n\n- x\n", "1.0.0"); err == nil {
		t.Error("a head of another form is passed over")
	}
}

func TestTheChangelogCanBeCut(t *testing.T) {
	text, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := section(string(text), "Unreleased"); err != nil && !strings.Contains(err.Error(), "is empty") {
		t.Error(err)
	}
}
