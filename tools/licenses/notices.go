package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// allowed are the licences whose code may be linked, each with phrases that
// all of its texts hold and phrases that none does.
var allowed = []struct {
	name     string
	has, not []string
}{
	{name: "Apache-2.0", has: []string{"Apache License", "Version 2.0, January 2004"}},
	{name: "MIT", has: []string{"Permission is hereby granted, free of charge"}},
	{name: "ISC", has: []string{"Permission to use, copy, modify, and/or distribute this software"}},
	{name: "BSD-3-Clause", has: []string{"Redistribution and use in source and binary forms", "endorse or promote products"}},
	{name: "BSD-2-Clause", has: []string{"Redistribution and use in source and binary forms"}, not: []string{"endorse or promote products"}},
}

// refused are words of licences that put conditions on the whole binary.
var refused = []string{"GNU GENERAL PUBLIC", "GNU LESSER", "GNU AFFERO", "Mozilla Public License", "Server Side Public License"}

// licences names what a module's texts grant.
func licences(m module) ([]string, error) {
	var names []string
	for _, text := range m.texts {
		flat := strings.Join(strings.Fields(text), " ")
		for _, word := range refused {
			if strings.Contains(strings.ToUpper(flat), strings.ToUpper(word)) {
				return nil, fmt.Errorf("%s %s: its licence speaks of %q", m.path, m.version, word)
			}
		}
		holds := func(phrase string) bool { return strings.Contains(flat, phrase) }
		lacks := func(phrase string) bool { return !holds(phrase) }
		for _, licence := range allowed {
			fits := !slices.ContainsFunc(licence.has, lacks) && !slices.ContainsFunc(licence.not, holds)
			if fits && !slices.Contains(names, licence.name) {
				names = append(names, licence.name)
			}
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s %s: none of its licence texts is known: read them, then extend the list", m.path, m.version)
	}
	return names, nil
}

const opening = `THIRD-PARTY NOTICES

travel is licensed under the Apache License, Version 2.0 (see LICENSE). Its
binary also holds the modules listed here, the Go standard library, and data
made from the sources named at the end. Made by "make generate"; not edited.

`

// goLibrary is covered by the text that all modules of the Go project carry.
const goLibrary, goProject = "the Go standard library", "golang.org/x/text"

// write puts the notices together: the list, then each text once with all the
// modules it covers, then the data's notices.
func write(modules []module, data []notice) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString(opening)
	var texts []string
	covers := make(map[string][]string)
	for _, m := range modules {
		names, err := licences(m)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&out, "  %s %s: %s\n", m.path, m.version, strings.Join(names, ", "))
		for _, text := range m.texts {
			if covers[text] == nil {
				texts = append(texts, text)
			}
			covers[text] = append(covers[text], m.path)
			if m.path == goProject {
				covers[text] = append(covers[text], goLibrary)
			}
		}
	}
	if !slices.ContainsFunc(modules, func(m module) bool { return m.path == goProject }) {
		return nil, fmt.Errorf("%s is no longer linked: take %s's text from another module of the Go project", goProject, goLibrary)
	}
	for _, text := range texts {
		section(&out, strings.Join(covers[text], "\n"), text)
	}
	for _, n := range data {
		section(&out, "data in "+n.dir, n.text)
	}
	return out.Bytes(), nil
}

func section(out *bytes.Buffer, title, text string) {
	line := strings.Repeat("=", 78)
	fmt.Fprintf(out, "\n%s\n%s\n%s\n\n%s\n", line, title, line, text)
}
