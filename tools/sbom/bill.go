package main

import (
	"fmt"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// document is a CycloneDX 1.6 bill of materials, as far as it is used here
// (https://cyclonedx.org/docs/1.6/json/).
type document struct {
	Schema       string       `json:"$schema"`
	Format       string       `json:"bomFormat"`
	Spec         string       `json:"specVersion"`
	Serial       string       `json:"serialNumber"`
	Version      int          `json:"version"`
	Metadata     metadata     `json:"metadata"`
	Components   []component  `json:"components"`
	Dependencies []dependency `json:"dependencies"`
}

type metadata struct {
	Timestamp  string     `json:"timestamp"`
	Component  component  `json:"component"`
	Properties []property `json:"properties,omitempty"`
}

type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	Hashes     []hash     `json:"hashes,omitempty"`
	Licences   []licence  `json:"licenses"`
	Purl       string     `json:"purl"`
	Properties []property `json:"properties,omitempty"`
}

// A licence has an id of SPDX, or an expression of several.
type licence struct {
	Licence    *spdx  `json:"license,omitempty"`
	Expression string `json:"expression,omitempty"`
}

type spdx struct {
	ID string `json:"id"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type dependency struct {
	Ref       string   `json:"ref"`
	DependsOn []string `json:"dependsOn,omitempty"`
}

// ours and goLibrary are the licences that the notices tell in words.
const ours, goLibrary = "Apache-2.0", "BSD-3-Clause"

// bill lists the modules in a program, by path, the standard library last.
func bill(info *debug.BuildInfo, granted map[string][]string, p program) (document, error) {
	parts := make([]component, 0, len(info.Deps)+1)
	for _, m := range info.Deps {
		if m.Replace != nil {
			return document{}, fmt.Errorf("%s is replaced by %s: a release is built of published modules", m.Path, m.Replace.Path)
		}
		names := granted[m.Path+" "+m.Version]
		if len(names) == 0 {
			return document{}, fmt.Errorf("%s %s is linked and the notices name no licence of it: run make generate", m.Path, m.Version)
		}
		part := library(m.Path, m.Version, names)
		part.Properties = []property{{"go:sum", m.Sum}}
		parts = append(parts, part)
	}
	slices.SortFunc(parts, func(a, b component) int { return strings.Compare(a.Name, b.Name) })
	parts = append(parts, library("std", strings.TrimPrefix(info.GoVersion, "go"), []string{goLibrary}))

	name := info.Path[strings.LastIndex(info.Path, "/")+1:]
	made := metadata{
		Timestamp: p.at.UTC().Format(time.RFC3339),
		Component: component{
			Type: "application", Name: name, Version: p.version, Ref: purl(info.Main.Path, p.version),
			Purl: purl(info.Main.Path, p.version), Licences: grants([]string{ours}), Hashes: []hash{{"SHA-256", p.hash()}},
		},
	}
	for _, s := range info.Settings {
		if slices.Contains([]string{"GOOS", "GOARCH", "GOARM", "CGO_ENABLED"}, s.Key) {
			made.Properties = append(made.Properties, property{"go:" + s.Key, s.Value})
		}
	}
	return document{
		Schema: "http://cyclonedx.org/schema/bom-1.6.schema.json", Format: "CycloneDX", Spec: "1.6", Version: 1,
		Serial: p.serial(), Metadata: made, Components: parts, Dependencies: depends(made.Component, parts),
	}, nil
}

// depends says that the program holds every part. Which part brought which, a binary does not tell.
func depends(whole component, parts []component) []dependency {
	all := dependency{Ref: whole.Ref}
	for _, part := range parts {
		all.DependsOn = append(all.DependsOn, part.Ref)
	}
	return []dependency{all}
}

func library(path, version string, licences []string) component {
	ref := purl(path, version)
	return component{Type: "library", Ref: ref, Name: path, Version: version, Licences: grants(licences), Purl: ref}
}

func grants(names []string) []licence {
	if len(names) == 1 {
		return []licence{{Licence: &spdx{ID: names[0]}}}
	}
	return []licence{{Expression: strings.Join(names, " AND ")}}
}

// purl is the package URL of a Go module (https://github.com/package-url/purl-spec, type golang).
func purl(path, version string) string {
	return "pkg:golang/" + strings.ToLower(path) + "@" + strings.ReplaceAll(version, "+", "%2B")
}

// entry is a line of the list at the head of the notices: "  PATH VERSION: LICENCE, LICENCE".
var entry = regexp.MustCompile(`(?m)^  (\S+ v\S+): (\S+(?:, \S+)*)$`)

// licences reads which licences the notices name, by "PATH VERSION".
func licences(notices string) map[string][]string {
	found := map[string][]string{}
	for _, line := range entry.FindAllStringSubmatch(notices, -1) {
		found[line[1]] = strings.Split(line[2], ", ")
	}
	return found
}
